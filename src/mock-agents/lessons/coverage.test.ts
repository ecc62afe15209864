// Nothing that the course is about goes without a lesson.

import { describe, expect, it } from 'vitest';
import { UPDATES } from '../../model/kernel/watch/watch-constants.ts';
import { DELEGATION_OUTCOMES } from '../../model/protocol/peer.ts';
import { FAULT_MODES } from '../experiment.ts';
import { FAULTS } from '../faults/fault-table.ts';
import type { Lesson } from '../lesson.ts';
import { ABUSE_CASES } from './abuse-cases.ts';
import { applyKnobs, asTaken } from './apply-knobs.ts';
import { LESSONS, lessonById } from './catalogue.ts';

/** Every lesson as each of its takes plays it, and each of those with each of its what-ifs. */
function everySetting({ whatIf, ...rest }: Lesson): readonly Lesson[] {
  const lesson = { ...rest, whatIf };
  const takes = (lesson.takes ?? [undefined]).map((take) => asTaken(lesson, take?.id)?.lesson ?? lesson);
  return takes.flatMap((taken) => [
    taken,
    ...whatIf.map(({ set }) => {
      const turned = applyKnobs(taken, set);
      if (!turned.ok) throw new Error(`${lesson.id} refuses ${JSON.stringify(set)}`);
      return turned.value.lesson;
    }),
  ]);
}

describe('what the course is about', () => {
  it('[E.10] has a lesson for every fault, which the table names', () => {
    const played = LESSONS.flatMap(everySetting).flatMap(({ experiment }) => (experiment ? [experiment.fault.mode] : []));
    expect(FAULT_MODES.filter((mode) => !played.includes(mode))).toEqual([]);
    expect(FAULTS.map(({ mode }) => mode)).toEqual(FAULT_MODES);
    for (const { mode, lesson, knobs } of FAULTS) {
      const named = lessonById(lesson);
      const turned = named && applyKnobs(named, knobs);
      expect(turned?.ok && turned.value.lesson.experiment?.fault.mode, mode).toBe(mode);
    }
  });

  it('[E.10] shows each of the six gaps with a naive client beside a careful one', () => {
    const gaps = LESSONS.filter(({ id }) => /^gap-\d-/.test(id));
    expect(gaps.map(({ id }) => id.slice(0, 5))).toEqual(['gap-1', 'gap-2', 'gap-3', 'gap-4', 'gap-5', 'gap-6']);
    for (const { id, takes = [] } of gaps) {
      const clients = new Set(takes.map(({ set }) => JSON.stringify(set['experiment.client'])));
      expect(takes.length, id).toBeGreaterThanOrEqual(2);
      expect(clients.size, id).toBeGreaterThanOrEqual(2);
    }
    expect(new Set(FAULTS.flatMap(({ gap }) => gap ?? []))).toEqual(new Set([1, 2, 3, 6]));
  });

  it('[E.10] has a lesson for each invariant of the kernel but the last', () => {
    const shown = new Set(LESSONS.flatMap(({ invariants }) => invariants));
    // That send and stream agree is held by the tests of the kernel; no lesson shows it yet.
    expect([...shown].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('[E.10] claims each of the seven outcomes in some lesson', () => {
    const claimed = LESSONS.flatMap(({ prove }) =>
      prove.flatMap((claim) =>
        claim.check === 'value' && claim.of.kind === 'outcome-decided' && claim.path === 'outcome' ? [claim.is] : [],
      ),
    );
    expect(DELEGATION_OUTCOMES.filter((outcome) => !claimed.includes(outcome))).toEqual([]);
  });

  it('[E.10] has something to try in every lesson, more than once', () => {
    expect(LESSONS.filter(({ whatIf }) => whatIf.length < 2).map(({ id }) => id)).toEqual([]);
    for (const { id, whatIf } of LESSONS) expect(new Set(whatIf.map(({ set }) => JSON.stringify(set))).size, id).toBe(whatIf.length);
  });

  it('[E.10] claims and predicts something in every lesson', () => {
    expect(LESSONS.filter(({ prove }) => prove.length === 0).map(({ id }) => id)).toEqual([]);
    for (const { id, predict } of LESSONS) for (const { why } of predict.options) expect(why, id).not.toBe('');
  });

  it('[E.31] is, where no take is named, what its first take is: knobs are measured by it', () => {
    for (const lesson of LESSONS) {
      const taken = asTaken(lesson)?.lesson;
      expect({ experiment: taken?.experiment, watch: taken?.watch }, lesson.id).toEqual({
        experiment: lesson.experiment,
        watch: lesson.watch,
      });
    }
  });

  it('[E.10] shows each abuse of the push address in some lesson', () => {
    const shown = new Set(LESSONS.flatMap(({ abuse = [] }) => abuse));
    expect([...shown].toSorted((a, b) => a - b)).toEqual(ABUSE_CASES.map(({ number }) => number));
    const lessonsOf = (number: number): readonly string[] => LESSONS.flatMap(({ id, abuse = [] }) => (abuse.includes(number) ? [id] : []));
    expect([1, 2, 3, 4, 5].filter((number) => !lessonsOf(number).includes('watch-bad-pushes'))).toEqual([]);
    expect(lessonsOf(4)).toContain('watch-one-exit');
    expect(lessonsOf(6)).toContain('watch-doorbell');
    expect(lessonsOf(7)).toEqual(lessonsOf(9));
  });

  it('[E.10] plays each of the three watches, and each kind of thing that happens on the way', () => {
    const scenes = LESSONS.flatMap(everySetting).flatMap(({ watch }) => (watch ? [watch] : []));
    expect(new Set(scenes.map(({ host }) => host.watch))).toEqual(new Set(['unchosen', 'push', 'follow']));
    expect(new Set(scenes.map(({ host }) => host.updates))).toEqual(new Set(UPDATES));
    const deeds = new Set(scenes.flatMap(({ actions }) => actions.map((action) => action.do)));
    expect(deeds).toEqual(new Set(['ring', 'reply', 'cancel', 'roll', 'kill']));
  });

  it('[E.10] claims across takes only of takes that there are', () => {
    for (const { id, takes = [], proveAcross = [] } of LESSONS) {
      const known = takes.map((take) => take.id);
      for (const claim of proveAcross) expect(known, id).toEqual(expect.arrayContaining([...claim.takes]));
    }
  });
});
