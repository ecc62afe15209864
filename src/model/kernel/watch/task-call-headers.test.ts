import { expect, it } from 'vitest';
import { taskCallHeaders } from './task-call-headers.ts';

it('[W.18] every call about a task names the participant and the extensions', () => {
  expect(taskCallHeaders('user-1', [])).toEqual({ 'x-participant-id': 'user-1' });
  expect(taskCallHeaders('user-1', ['urn:a', 'urn:b'])['a2a-extensions']).toBe('urn:a, urn:b');
});
