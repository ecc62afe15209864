import { expect, it } from 'vitest';
import { onViolation } from './violations.ts';

it('[U.1] tells what was blocked, each time', () => {
  const worker = new EventTarget();
  const told: string[] = [];
  onViolation(worker, (what) => told.push(what));
  const violation = (effectiveDirective: string, blockedURI: string): Event =>
    Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI });
  worker.dispatchEvent(violation('connect-src', 'https://elsewhere.example/'));
  worker.dispatchEvent(violation('script-src-elem', 'eval'));
  worker.dispatchEvent(new Event('error'));
  expect(told).toEqual(['connect-src blocked https://elsewhere.example/', 'script-src-elem blocked eval']);
});
