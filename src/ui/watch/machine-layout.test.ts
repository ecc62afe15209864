// The picture of the stand-in says what the machine does: every state stands in it, and its arrows are the moves that the machine can
// make, no more and no fewer. The moves are found by trying every event at every moment that can be reached.

import { describe, expect, it } from 'vitest';
import { beginStandIn, doorbellOf, moveStandIn, type StandInMoment } from '../../model/kernel/watch/stand-in.ts';
import type { FirstEvent, Kept, StandInEvent } from '../../model/kernel/watch/stand-in-event.ts';
import { standInMachine } from '../../model/kernel/watch/stand-in-machine.ts';
import type { RemoteTurn } from '../../model/kernel/watch/turn-mapping.ts';
import type { RemoteWatch } from '../../model/kernel/watch/watch-choice.ts';
import { STAND_IN_STATES } from '../../model/log/watch-fact.ts';
import type { TaskState } from '../../model/protocol/task.ts';
import { type Arrow, type Box, type MachineLayout, NARROW_LAYOUT, PARKED_STATES, WIDE_LAYOUT } from './machine-layout.ts';

const SETTING = { standIn: 'l', agent: 'a', participant: 'p', followIntervalMs: 1_000, at: 0 };
const WATCHES: readonly RemoteWatch[] = [{ mode: 'push', configId: 'c', tokenDigest: 'd' }, { mode: 'follow' }, { mode: 'off' }];
const turn = (state: TaskState): RemoteTurn => ({ state, text: 'q' });
const KEPT: Omit<Kept, 'watch'> = { remoteTaskId: 'r', last: turn('input-required'), calls: 0, told: 0, heardReplies: [] };
const BEGINNINGS: readonly FirstEvent[] = [
  { kind: 'stand-in-begun', reply: { replyId: 'r0', text: '' }, ...SETTING },
  ...[null, ...WATCHES].map((watch): FirstEvent => ({ kind: 'stand-in-resumed', isRolled: false, kept: { ...KEPT, watch }, ...SETTING })),
];
const HEARD = (['input-required', 'working', 'completed'] as const).map(turn);

type Body = StandInEvent extends infer E ? (E extends StandInEvent ? Omit<E, 'at'> & { at?: number } : never) : never;

/** Everything that might happen at a moment; what cannot is refused by the machine itself. */
function everythingAt(moment: StandInMoment, number: number): readonly StandInEvent[] {
  const { call, timer, window, watch, untold } = moment.standIn;
  const mayRing = watch?.mode === 'push' && !doorbellOf(moment).isClosed;
  const bodies: readonly Body[] = [
    ...HEARD.map((heard): Body => ({ kind: 'turn-ended', call, remoteTaskId: 'r', turn: heard })),
    { kind: 'turn-failed', call, errorType: 'E' },
    { kind: 'reply-received', reply: { replyId: `r${number}`, text: '' } },
    { kind: 'cancel-received' },
    { kind: 'history-bound-passed' },
    { kind: 'registration-begun', call },
    ...WATCHES.map((chosen): Body => ({ kind: 'watch-chosen', call, watch: chosen })),
    ...(mayRing ? (['working', 'canceled', null] as const).map((claimed): Body => ({ kind: 'push-accepted', claimed })) : []),
    ...HEARD.map((heard): Body => ({ kind: 'task-fetched', call, turn: heard })),
    { kind: 'fetch-failed', call, errorType: 'E' },
    ...[timer, window].flatMap((each): Body[] => (each ? [{ kind: 'wait-over', timer: each.timer, at: each.until }] : [])),
    ...HEARD.map((heard): Body => ({ kind: 'follow-heard', call, turn: heard })),
    { kind: 'stream-ended', call },
    ...[true, false].map((isGone): Body => ({ kind: 'follow-failed', call, errorType: 'E', isGone })),
    { kind: 'push-deleted', call },
    { kind: 'push-delete-failed', call, errorType: 'E' },
    ...untold.slice(-1).map((telling): Body => ({ kind: 'parent-heard', number: telling.number })),
    { kind: 'worker-restarted' },
  ];
  return bodies.map((body) => ({ at: 0, ...body }));
}

/** More of them are not told apart: nobody deletes so often. */
const ENOUGH_DELETIONS = 4;
/** A machine with more kinds of moments than this is another one, and is not to be tried to the end. */
const MOST_KINDS = 30_000;

/** What of a moment may change what happens next. */
function kindOf({ state, standIn }: StandInMoment): string {
  const { remoteTaskId, watch, last, replies, isCanceled, isRegistering, isRollDue, pending, fetchWhy, claimed, rechecks } = standIn;
  const { deletions, timer, window, untold, hasLostRegistration } = standIn;
  return JSON.stringify([
    ...[state, remoteTaskId, watch, last?.state, replies.length > 0, isCanceled, isRegistering, isRollDue, pending],
    ...[fetchWhy, claimed, rechecks, Math.min(deletions, ENOUGH_DELETIONS), timer !== null, window !== null],
    ...[untold.length > 0, hasLostRegistration],
  ]);
}

function reachable(): { readonly states: ReadonlySet<string>; readonly moves: ReadonlySet<string> } {
  const states = new Set<string>();
  const moves = new Set<string>();
  const seen = new Set<string>();
  const open = BEGINNINGS.map((first) => beginStandIn(first).moment);
  // The nearest first, so that no moment has a long past.
  for (const moment of open) {
    const kind = kindOf(moment);
    if (seen.has(kind)) continue;
    seen.add(kind);
    expect(seen.size).toBeLessThan(MOST_KINDS);
    states.add(moment.state);
    for (const event of everythingAt(moment, seen.size)) {
      const next = moveStandIn(moment, event)?.moment;
      if (!next) continue;
      if (next.state !== moment.state) moves.add(`${moment.state} to ${next.state}`);
      if (!seen.has(kindOf(next))) open.push(next);
    }
  }
  return { states, moves };
}

const movesOf = ({ from, to }: Arrow): readonly string[] => from.flatMap((one) => to.map((other) => `${one} to ${other}`));
const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height;
const doOverlap = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** Of a word in the picture: its letters are 10.5 px high and, where the system’s own font stands in, up to 6.4 wide. */
function labelBox({ text, x, y, anchor = 'middle' }: NonNullable<Arrow['label']>): Box {
  const width = text.length * 6.4;
  return { left: anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2, top: y - 8, width, height: 9 };
}

const found = reachable();

describe.each([
  ['wide', WIDE_LAYOUT],
  ['narrow', NARROW_LAYOUT],
] as const)('the picture of the machine, %s', (_, layout: MachineLayout) => {
  it('[U.70] shows the states of the machine', () => {
    expect(Object.keys(layout.boxes).toSorted()).toEqual([...found.states].toSorted());
    expect(Object.keys(layout.boxes).toSorted()).toEqual([...STAND_IN_STATES].toSorted());
    const inMachine = ['stand-in.parked', 'following'].flatMap((id) => Object.keys(standInMachine.getStateNodeById(id).states));
    expect([...PARKED_STATES].toSorted()).toEqual(inMachine.filter((state) => state !== 'deciding' && state !== 'following').toSorted());
  });

  it('[U.70] its arrows are the moves of the machine, each once', () => {
    const drawn = layout.arrows.flatMap(movesOf);
    expect(drawn.toSorted()).toEqual([...found.moves].toSorted());
  });

  it('[U.70] nothing stands on anything else', () => {
    const whole = { left: 0, top: 0, width: layout.width, height: layout.height };
    const boxes = Object.entries(layout.boxes);
    for (const [name, box] of boxes) {
      expect(isInside(box, whole), name).toBe(true);
      expect(isInside(box, layout.parked), name).toBe(PARKED_STATES.some((state) => state === name));
      for (const [other, beside] of boxes) if (other !== name) expect(doOverlap(box, beside), `${name} on ${other}`).toBe(false);
    }
    const labels = layout.arrows.flatMap(({ label }) => (label ? [{ text: label.text, box: labelBox(label) }] : []));
    for (const { text, box } of labels) {
      expect(isInside(box, whole), text).toBe(true);
      for (const [name, beside] of boxes) expect(doOverlap(box, beside), `“${text}” on ${name}`).toBe(false);
      for (const other of labels) if (other.text !== text) expect(doOverlap(box, other.box), `“${text}” on “${other.text}”`).toBe(false);
    }
  });
});
