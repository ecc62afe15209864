import type { Lesson } from '../lesson.ts';
import { counts, happensAt, sceneWith, WATCH_LESSON } from './watch-cast.ts';
import { actionsKnob, changesKnob, watchProtocolKnob } from './watch-knobs.ts';

const fails = { take: 'fails' } as const;
const gone = { take: 'gone' } as const;

export const watchAgentGone: Lesson = {
  ...WATCH_LESSON,
  id: 'watch-agent-gone',
  number: 42,
  title: 'When trying again is rude',
  question: 'What if the agent no longer exists?',
  for: ['E'],
  minutes: 2,
  after: ['watch-follow'],
  prose: [
    'A follow can fail as a whole, and not only its stream. Then what failed decides: something that may pass, or an agent that is there no more.',
    'A failure that may pass is followed by a rest of five seconds and another follow. An agent that was taken out of the registry is not asked again: every five seconds, for ever, would help nobody.',
    'At 20 seconds the follow fails. In one take it may try again, in the other the agent is gone.',
  ],
  watch: sceneWith({ host: { watch: 'follow', updates: 'follow', agentLost: { at: 20_000, how: 'fails' } } }),
  takes: [
    { id: 'fails', label: 'It may pass', set: { 'watch.host.agentLost.how': 'fails' } },
    { id: 'gone', label: 'The agent is gone', set: { 'watch.host.agentLost.how': 'gone' } },
  ],
  look: [{ panel: 'watch', notice: 'One lane has a second bar. The other goes on in grey, with the word off.' }],
  predict: {
    kind: 'choice',
    ask: 'The agent is gone. Does that end the task?',
    options: [
      { text: 'Yes, as failed', right: false, why: 'The watch ends, and not the task.' },
      { text: 'No, it waits and hears nothing', right: true, why: 'A reply still begins a turn.' },
      { text: 'It tries every 5 s', right: false, why: 'That was the fault of an earlier version.' },
      { text: 'It goes over to push', right: false, why: 'The watch was chosen once, and there is nobody to ask.' },
    ],
  },
  knobs: [
    {
      name: 'when',
      label: 'When the follow fails, in ms',
      path: 'watch.host.agentLost.at',
      editor: 'number',
      changes: 'The rest is counted from then on.',
    },
    changesKnob({ nothing: [], 'completes at 30 s': [{ at: 30_000, state: 'completed', text: 'Screening complete.' }] }),
    watchProtocolKnob,
    actionsKnob,
  ],
  whatIf: [
    {
      say: 'The remote task completes at 30 s',
      set: { change: 'completes at 30 s' },
      shows: 'Who tried again hears it. Who gave up does not: no look, nobody told.',
    },
    {
      say: 'A reply at 40 s',
      set: { actions: [{ at: 40_000, do: 'reply', text: 'The UN list.' }] },
      shows: 'A turn begins in both takes. What a lost agent answers is the turn’s affair.',
    },
    {
      say: 'The follow fails at 3 s',
      set: { when: 3_000 },
      shows: 'Subscribed again at 8 s, or never.',
    },
  ],
  seed: 'watch-agent-gone',
  prove: [
    happensAt(
      'It may pass: a rest of 5 s, then run 2, whose window ends at 625 s',
      { kind: 'follow-subscribed' },
      [0, 25_000, 625_000],
      fails,
    ),
    { say: 'The follow failed', check: 'value', of: { kind: 'follow-ended' }, path: 'why', is: 'failed', ...fails },
    counts('The watch stays what it was', { kind: 'watch-changed' }, 0, fails),
    happensAt('Gone: no second subscription', { kind: 'follow-subscribed' }, [0], gone),
    { say: 'The watch is off', check: 'values', of: { kind: 'watch-changed' }, path: 'mode', are: ['off'], ...gone },
    happensAt('from 20 s on', { kind: 'watch-changed' }, [20_000], gone),
    counts('and the stand-in still waits', { kind: 'stand-in-closed' }, 0, gone),
  ],
  proveAcross: [
    { say: 'What crosses the wire is the same until 25 s', takes: ['fails', 'gone'], check: 'same-wire', until: 24_999 },
    { say: 'Then one of the two subscribes again', takes: ['fails', 'gone'], check: 'wires-part', at: 25_000 },
  ],
};
