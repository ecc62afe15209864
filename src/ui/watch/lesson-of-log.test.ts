import { describe, expect, it } from 'vitest';
import { lessonOfLog } from './lesson-of-log.ts';

const EPISODE = { lesson: 'three-watches', seed: 'one', policy: 'hardened', knobs: {} };
const whole = { episode: EPISODE, reading: 'read', rowCount: 119, hasKernelRows: true } as const;

describe('[U.72] which lesson the Watch panel shows a log as', () => {
  it('is the one that its header names, or the one that the page plays into it', () => {
    expect(lessonOfLog(whole, undefined)?.id).toBe('three-watches');
    expect(lessonOfLog({ reading: 'read', rowCount: 119, hasKernelRows: true }, 'watch-roll')?.id).toBe('watch-roll');
    expect(lessonOfLog(undefined, 'watch-roll')?.id).toBe('watch-roll');
    expect(lessonOfLog({ ...whole, episode: { ...EPISODE, lesson: 'push-and-ssrf' } }, undefined)).toBeUndefined();
  });

  it('is none where only the wire is left: nobody tells what the stand-in did', () => {
    expect(lessonOfLog({ ...whole, hasKernelRows: false }, undefined)).toBeUndefined();
    // Not yet known: the facts may still come.
    expect(lessonOfLog({ ...whole, reading: 'reading', hasKernelRows: false }, undefined)?.id).toBe('three-watches');
    expect(lessonOfLog({ ...whole, rowCount: 0, hasKernelRows: false }, undefined)?.id).toBe('three-watches');
  });
});
