// The contract of host and lab in one thread, and the control that shows that its determinism check can fail.

import { describe, expect, it } from 'vitest';
import { HOSTILE_BEHAVIOURS } from './behaviours/hostile.ts';
import { spawnInside } from './in-process.ts';
import { hostContract, MIX_VALUE, playMix } from './testing/host.contract.ts';
import { PLAIN_AGENTS } from './testing/plain-agents.ts';

const behaviours = { ...HOSTILE_BEHAVIOURS, ...PLAIN_AGENTS };
hostContract('in one thread', spawnInside(behaviours));

describe('control: a turn that ends too early', () => {
  const earlyHops = {
    'at once': (then: () => void) => then(),
    'after one microtask': (then: () => void) => queueMicrotask(then),
  };
  for (const [name, hop] of Object.entries(earlyHops)) {
    it(`[E.1] the determinism check fails for a host that gives its turn back ${name}`, async () => {
      const right = await playMix(spawnInside(behaviours));
      const wrong = await playMix(spawnInside(behaviours, { hop }));
      expect(right.value).toEqual(MIX_VALUE);
      expect(wrong.text).not.toBe(right.text);
      expect(wrong.text).toContain('late-activity');
    });
  }
});
