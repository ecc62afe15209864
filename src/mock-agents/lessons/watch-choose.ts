import type { Lesson } from '../lesson.ts';
import { counts, happensAt, HOST, sceneWith, WATCH_LESSON } from './watch-cast.ts';
import { cardPushKnob, intervalKnob, registrationKnob, updatesKnob, watchProtocolKnob } from './watch-knobs.ts';

const REGISTER = 'tasks/pushNotificationConfig/set';
const push = { take: 'push' } as const;
const refused = { take: 'refused' } as const;
const off = { take: 'off' } as const;

export const watchChoose: Lesson = {
  ...WATCH_LESSON,
  id: 'watch-choose',
  number: 36,
  title: 'Push, follow or off',
  question: 'How is the watch picked, and how often?',
  for: ['R', 'E'],
  minutes: 3,
  after: ['push-and-ssrf', 'three-watches'],
  prose: [
    'The watch of a remote task is chosen when the task is parked for the first time, and never again for that task.',
    'Push needs everything at once: a remote agent, a card that offers it, an address at which the host can be reached, a setting that does not forbid it, and a registration that works. If one is missing, the host follows; if it was told not to listen, it does not.',
    'For a registration the host makes a token of 256 random bits and gives it to the agent. It keeps only the SHA-256 of it. So nobody who reads its history, its store or its log can ring.',
    'The address is made from the host and the local id, and from nothing that the remote agent said.',
  ],
  watch: sceneWith({ host: { watch: 'unchosen' } }),
  takes: [
    { id: 'push', label: 'Everything is there', set: {} },
    { id: 'refused', label: 'The registration fails', set: { 'watch.remote.registration': 'fails' } },
    { id: 'off', label: 'Updates are off', set: { 'watch.host.updates': 'off' } },
  ],
  look: [
    { panel: 'watch', notice: 'Costs of push: one registration, one look to see what changed before it, nobody told.' },
    { panel: 'source', notice: 'The history has 64 hexadecimal digits. Where the token crossed the wire, the log has a placeholder.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Setting, kind of agent, card, address, registration: of the 48 ways to combine them, how many end in push?',
    options: [
      { text: '24', right: false, why: 'That is the number of local agents, and those are all off.' },
      { text: '8', right: false, why: 'auto with a remote agent still needs the card, the address and the registration.' },
      { text: '1', right: true, why: 'All five must be there.' },
      { text: '15', right: false, why: 'So many follow. 32 are off.' },
    ],
  },
  knobs: [
    updatesKnob,
    {
      name: 'remote',
      label: 'Where the agent runs',
      path: 'watch.host.isRemoteAgent',
      editor: 'choice',
      choices: ['elsewhere', 'here'],
      means: [true, false],
      changes: 'Changes of an agent that runs here need no watch.',
    },
    cardPushKnob,
    {
      name: 'base',
      label: 'Address of the host',
      path: 'watch.host.baseUrl',
      editor: 'choice',
      choices: [HOST, 'none'],
      means: [HOST, null],
      changes: 'Without one nobody outside could ring.',
    },
    registrationKnob,
    {
      name: 'known',
      label: 'What the host knows of the remote task',
      path: 'watch.host.begins',
      editor: 'choice',
      choices: ['its id', 'nothing'],
      means: ['parked', 'parked-without-task'],
      changes: 'A task that the agent never named can be neither rung for nor followed.',
    },
    intervalKnob,
    {
      name: 'localId',
      label: 'Local id of the task',
      path: 'watch.host.localTaskId',
      editor: 'text',
      filled: true,
      changes: 'It becomes one segment of the address, whatever stands in it.',
    },
    {
      name: 'participant',
      label: 'On whose behalf, in every call',
      path: 'watch.host.participant',
      editor: 'choice',
      choices: ['said', 'left out'],
      means: [WATCH_LESSON.caller.agentId, null],
      changes: 'The agent shows a task to those only who take part in it.',
    },
    watchProtocolKnob,
  ],
  whatIf: [
    {
      say: 'The registration fails',
      set: { registration: 'fails' },
      shows: 'The host follows. Its log names the agent and the type of the error, and not what the error said.',
    },
    {
      say: 'The registration is never answered',
      set: { registration: 'hangs' },
      shows: 'After 30 s the host follows. There is no second attempt.',
    },
    { say: 'The card offers no push', set: { push: 'not offered' }, shows: 'The host follows, and did not ask for a registration.' },
    { say: 'The host has no address', set: { base: 'none' }, shows: 'The host follows, and did not ask for a registration.' },
    { say: 'The agent never named a task', set: { known: 'nothing' }, shows: 'No watch is chosen at all, and the stand-in waits.' },
    { say: 'Updates are off', set: { updates: 'off' }, shows: 'Nothing on the wire.' },
    { say: 'The agent runs here', set: { remote: 'here' }, shows: 'Off: nothing on the wire.' },
    {
      say: 'The pause is 999 ms',
      set: { interval: 999 },
      shows: 'The host does not begin: its configuration is wrong, and it says what would be right.',
    },
    {
      say: 'The local id is ../x?y#z',
      set: { localId: '../x?y#z' },
      shows: 'The address ends in /a2a/push/..%2Fx%3Fy%23z: one segment, and no way out of it.',
    },
    {
      say: 'The calls do not say on whose behalf they are',
      set: { participant: 'left out' },
      shows:
        'The agent knows no such task, neither for the registration nor for the subscriptions after it: the host follows, and hears nothing.',
    },
  ],
  seed: 'watch-choose',
  prove: [
    {
      say: 'Parked, registered, push chosen, looked once',
      check: 'order',
      of: [{ kind: 'parked' }, { kind: 'registered' }, { kind: 'watch-changed' }, { kind: 'task-fetched' }],
      ...push,
    },
    counts('One registration is asked for', { kind: 'message-sent', label: REGISTER }, 1, push),
    {
      say: 'Where the token crossed the wire, the log has a placeholder',
      check: 'value',
      of: { kind: 'message-sent', label: REGISTER },
      path: 'params.pushNotificationConfig.token',
      is: '[cut 1: token]',
      ...push,
    },
    { say: 'The watch is push', check: 'values', of: { kind: 'watch-changed' }, path: 'mode', are: ['push'], ...push },
    { say: 'One look, to reconcile', check: 'values', of: { kind: 'task-fetched' }, path: 'why', are: ['reconcile'], ...push },
    counts('Nothing is new, so nobody is told', { kind: 'parent-told' }, 0, push),
    counts('Refused: one attempt all the same', { kind: 'message-sent', label: REGISTER }, 1, refused),
    { say: 'The watch is follow', check: 'values', of: { kind: 'watch-changed' }, path: 'mode', are: ['follow'], ...refused },
    happensAt('It follows from 0 on, a window of 10 minutes at a time', { kind: 'follow-subscribed' }, [0, 600_000], refused),
    { say: 'Off is off', check: 'values', of: { kind: 'watch-changed' }, path: 'mode', are: ['off'], ...off },
    counts('and sends nothing', { kind: 'message-sent' }, 0, off),
  ],
  abuse: [7, 9],
};
