import type { Lesson } from '../lesson.ts';
import { CALLBACK_HOST, PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';
import { behaviourKnob } from './knob-makers.ts';

export const acpRoundTrip: Lesson = {
  id: 'acp-round-trip',
  number: 7,
  title: 'One core, two protocols',
  question: 'What survives the way from A2A to the internal form, to ACP and back?',
  for: ['S', 'E'],
  minutes: 4,
  after: ['streamed-delegation'],
  prose: [
    'A2A is one way to say what a task is. ACP, the Agent Communication Protocol, is another, with other words: a run instead of a task, in-progress instead of working.',
    'A platform that stored the objects of one protocol would have to move its data whenever that protocol changes. So there is a form in the middle that is neither, and each protocol is a translation at the edge.',
    'Here the task of the streamed delegation goes all the way around. It comes back equal. But look closely at what never went in: equality cannot see that.',
    'Under the hardened policy the form in the middle is the whole task, and ACP gets a real run with the request that began it. Files and messages stay then, and what does not come back, ids above all, is declared.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: SANCTIONS_CARD, behaviour: 'sanctions', allowedCallbackHosts: [CALLBACK_HOST] }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The sanctions agent is in the directory.' },
    {
      at: 0,
      do: 'stream',
      agent: 'sanctions-screening-agent',
      text: 'Screen the beneficiary of PMT-771',
      note: 'The streamed delegation, once more.',
    },
    { at: 320, do: 'translate', agent: 'sanctions-screening-agent', note: 'Its task goes to the internal form, to ACP and back.' },
  ],
  look: [
    { panel: 'round-trip', notice: 'An equals sign or an arrow marks what the internal form keeps.' },
    {
      panel: 'round-trip',
      notice:
        'The sentence of the last status, the id and the description of the artifact have no line into the internal form: they were lost before ACP.',
    },
  ],
  predict: {
    kind: 'toggle',
    ask: 'Which of these are still there at the far end?',
    options: [
      { text: 'The delegation chain', right: true, why: 'ACP has no place for it, so it rides in the metadata.' },
      { text: 'The recommendation', right: true, why: 'Data parts become the structured result.' },
      { text: 'The text of the request', right: true, why: 'It is the input of the run.' },
      { text: 'The description of the artifact', right: false, why: 'It was never read into the internal form.' },
      { text: 'The sentence Screening complete.', right: false, why: 'Messages of a status are not read.' },
    ],
  },
  knobs: [behaviourKnob('sanctions-screening-agent', ['sanctions', 'reject', 'auth_resume', 'fail_midway', 'clarifying', 'file_only'])],
  whatIf: [
    { say: 'The agent rejects the task', set: { behaviour: 'reject' }, shows: 'rejected comes back as failed: ACP has no word for it.' },
    {
      say: 'The task waits for a credential',
      set: { behaviour: 'auth_resume' },
      shows: 'awaiting_auth comes back as awaiting_input: ACP waits, and does not say for what.',
    },
    {
      say: 'The artifact has a file part only',
      set: { behaviour: 'file_only' },
      shows: 'Its name is kept, the output is empty, and what comes back is equal still: equality cannot see what never went in.',
    },
  ],
  seed: 'acp-round-trip',
  policy: 'reference',
  prove: [
    {
      say: 'The task has succeeded',
      check: 'value',
      of: { kind: 'translated', fact: ['step', 'a2a-to-internal'] },
      path: 'document.state',
      is: 'succeeded',
    },
    {
      say: 'Its output is the sentence of the artifact',
      check: 'value',
      of: { kind: 'translated', fact: ['step', 'a2a-to-internal'] },
      path: 'document.outputText',
      is: 'Acme Trading FZE: 1 possible match (score 0.83) against SDN list',
    },
    { say: 'Three translations', check: 'count', of: { kind: 'translated' }, is: 3 },
    { say: 'They are made at 320 ms', check: 'at', of: { kind: 'translated' }, is: 320 },
    {
      say: 'What comes back equals what went in',
      check: 'same',
      a: { of: { kind: 'translated', fact: ['step', 'a2a-to-internal'] }, path: 'document' },
      b: { of: { kind: 'translated', fact: ['step', 'acp-to-internal'] }, path: 'document' },
    },
    {
      say: 'The run is completed',
      check: 'value',
      of: { kind: 'translated', fact: ['step', 'internal-to-acp'] },
      path: 'document.status',
      is: 'completed',
    },
    {
      say: 'It has two parts',
      check: 'value',
      of: { kind: 'translated', fact: ['step', 'internal-to-acp'] },
      path: 'document.output[0].parts.length',
      is: 2,
    },
    {
      say: 'The second one is the data',
      check: 'value',
      of: { kind: 'translated', fact: ['step', 'internal-to-acp'] },
      path: 'document.output[0].parts[1].content_type',
      is: 'application/json',
    },
  ],
  invariants: [9, 10],
  weaknesses: ['R34', 'R42'],
};
