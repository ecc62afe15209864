// Knobs of the lessons about an unreliable peer. The preset of the client stands before the knobs that change one member of
// it: knobs are turned in this order.

import type { Json } from '../../model/base/json.ts';
import type { FAULT_MODES } from '../experiment.ts';
import type { Knob } from '../lesson.ts';
import { CAREFUL, NAIVE } from './experiment-cast.ts';

const clientKnob: Knob = {
  name: 'client',
  label: 'Client of the orchestrator',
  path: 'experiment.client',
  editor: 'choice',
  choices: ['careful', 'naive'],
  means: [CAREFUL, NAIVE] as unknown as readonly Json[],
  changes: 'The naive one tries again as often, but has no deadline and no name for its wish, and knows two ends only.',
};
export const deadlineKnob: Knob = {
  name: 'deadline',
  label: 'Deadline in ms',
  path: 'experiment.client.deadlineMs',
  editor: 'number',
  none: 'no deadline',
  changes: 'From the first create on. Then the client cancels the task, whatever it is doing.',
};
export const attemptsKnob: Knob = {
  name: 'attempts',
  label: 'Tries in all',
  path: 'experiment.client.attempts',
  editor: 'number',
  changes: 'A failure that time may mend is tried again until they are used up.',
};
const backoffKnob: Knob = {
  name: 'backoff',
  label: 'Pauses between tries in ms',
  path: 'experiment.client.backoffMs',
  editor: 'numbers',
  changes: 'After the first failed try, the second, and so on; the last one stands for all that follow.',
};
const sickKnob: Knob = {
  name: 'sick',
  label: 'Which skill is sick',
  path: 'experiment.fault.on',
  editor: 'choice',
  choices: ['every', 'statistics', 'format_table'],
  changes: 'Orders for the other skill are served well.',
};
const orderKnob: Knob = {
  name: 'order',
  label: 'What the orchestrator wants',
  path: 'experiment.order',
  editor: 'choice',
  choices: ['statistics', 'report'],
  changes: 'A report takes two orders, one after the other, and two steps of the orchestrator itself.',
};

/** Knobs of every cell of the chaos matrix. */
export const CHAOS_KNOBS: readonly Knob[] = [sickKnob, orderKnob, clientKnob, deadlineKnob, attemptsKnob, backoffKnob];
/** Where the lesson itself is about which helper is gone. */
export const REPORT_KNOBS: readonly Knob[] = [sickKnob, clientKnob, deadlineKnob, attemptsKnob, backoffKnob];

export const channelKnob: Knob = {
  name: 'channel',
  label: 'How the client watches',
  path: 'experiment.client.channel',
  editor: 'choice',
  choices: ['stream', 'poll'],
  changes: 'A stream tells each state as it is stored; a poll asks now and then, and sees the state of that moment.',
};
export const pollKnob: Knob = {
  name: 'pollMs',
  label: 'Pause between polls in ms',
  path: 'experiment.client.pollMs',
  editor: 'number',
  changes: 'From an answer to the next question.',
};
export const slowKnob: Knob = {
  name: 'slowMs',
  label: 'Length of the silence in ms',
  path: 'experiment.fault.slowMs',
  editor: 'number',
  changes: 'What the slow peer takes for the one step on which it is slow.',
};
export const behaveKnob: Knob = {
  name: 'behave',
  label: 'What the specialist does',
  path: 'experiment.specialist.behave',
  editor: 'choice',
  choices: ['ok', 'fail_midway', 'reject'],
  changes: 'Three ends that a peer in good health may come to.',
};

/** How often the fault strikes before the peer is well. */
export function timesKnob(label: string): Knob {
  const changes = 'After that the peer is in good health.';
  return { name: 'times', label, path: 'experiment.fault.times', editor: 'number', none: 'each time', changes };
}
/** On which of the routes the fault strikes. */
export function whereKnob(choices: readonly ('create' | 'events' | 'get')[]): Knob {
  const changes = 'The other routes of the peer answer as they should.';
  return { name: 'where', label: 'Where it strikes', path: 'experiment.fault.where', editor: 'choice', choices, changes };
}
/** What is wrong with the peer. */
export function modeKnob(choices: readonly (typeof FAULT_MODES)[number][], changes: string): Knob {
  return { name: 'mode', label: 'What is wrong with the peer', path: 'experiment.fault.mode', editor: 'choice', choices, changes };
}
