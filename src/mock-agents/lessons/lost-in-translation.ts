import type { Json } from '../../model/base/json.ts';
import type { Lesson, LessonAgent, LessonClaim, LessonStep } from '../lesson.ts';
import { bareCard, BOTH_POLICIES } from './attack-cast.ts';
import { PAYMENTS_INVESTIGATOR } from './cast.ts';

/** Five agents, each with a result of another kind. */
const RESULTS = [
  { name: 'filing', behaviour: 'evidence_file', text: 'Send the evidence' },
  { name: 'two-texts', behaviour: 'both_texts', text: 'Say a and b' },
  { name: 'one-text', behaviour: 'one_text', text: 'Say a b' },
  { name: 'scoring', behaviour: 'two_scores', text: 'Score it by two lists' },
  { name: 'correcting', behaviour: 'upstream_down', text: 'Screen Acme Trading FZE' },
] as const;

const TRANSLATED_AT = 1_000;
const AGENTS: readonly LessonAgent[] = RESULTS.map(({ name, behaviour }) => ({ card: bareCard(name), behaviour }));
const ASKED: readonly LessonStep[] = RESULTS.map(({ name, text }) => ({
  at: 0,
  do: 'send',
  agent: name,
  text,
  note: `The caller asks ${name}.`,
}));
const TRANSLATED: readonly LessonStep[] = RESULTS.map(({ name }, index) => ({
  at: TRANSLATED_AT + index,
  do: 'translate',
  agent: name,
  note: `The task of ${name} goes around.`,
}));

/** The nth task that goes around: the form in the middle, before ACP and after it. */
const comesBackEqual = (nth: number, say: string): LessonClaim => ({
  take: 'reference',
  say,
  check: 'same',
  a: { of: { kind: 'translated', fact: ['step', 'a2a-to-internal'] }, nth, path: 'document' },
  b: { of: { kind: 'translated', fact: ['step', 'acp-to-internal'] }, nth, path: 'document' },
});

/** A member of what the nth task is in ACP. */
const inAcp = (nth: number, path: string, is: Json, say: string): LessonClaim => ({
  take: 'hardened',
  say,
  check: 'value',
  of: { kind: 'translated', fact: ['step', 'internal-to-acp'] },
  nth,
  path: `document.${path}`,
  is,
});

export const lostInTranslation: Lesson = {
  id: 'lost-in-translation',
  number: 16,
  title: 'What the adapter swallows',
  question: 'Can a round trip be equal and still lose data?',
  for: ['E'],
  minutes: 3,
  after: ['acp-round-trip'],
  prose: [
    'A translation is tested by going there and back: what returns must equal what went in. Five tasks pass that test here, all of them.',
    'But the test begins with the form in the middle. A file, two texts beside one, two scores, a correction: what the form in the middle has no place for was dropped before the test began.',
    'The hardened policy translates into a whole run of ACP, with a part for each part and all that the agent said. A run has no place for what the caller says later, for that belongs to another request: it is lost too, and declared.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: [],
  maxDepth: 4,
  agents: AGENTS,
  steps: [
    { at: 0, do: 'publish-cards', note: 'Five agents are in the directory.' },
    ...ASKED,
    { at: 500, do: 'reply', agent: 'correcting', taskId: 'task-1', text: 'Acme Trading LLC is meant', note: 'The caller corrects itself.' },
    ...TRANSLATED,
  ],
  look: [
    {
      panel: 'round-trip',
      notice: 'Begin at the wire, not at the internal form: the lines that end between the two are what nobody missed.',
    },
    {
      panel: 'round-trip',
      notice:
        'Under hardened the file, the parts and the scores are kept. The correction is lost, in another colour: somebody has written down that it is.',
    },
  ],
  predict: {
    kind: 'choice',
    ask: 'Under the reference: which of the five does not come back equal?',
    options: [
      { text: 'The file', right: false, why: 'The form in the middle never held it.' },
      { text: 'The two scores', right: false, why: 'They met under one name on the way in; one of them is left, and it comes back.' },
      { text: 'The correction', right: false, why: 'Only the first text of the caller is read.' },
      { text: 'None', right: true, why: 'All that is lost is lost before the comparison begins.' },
    ],
  },
  knobs: [
    {
      name: 'scores',
      label: 'What the scoring agent brings',
      path: 'agents.scoring.behaviour',
      editor: 'choice',
      choices: ['two_scores', 'two_scores_turned', 'two_names'],
      changes: 'The order of two artifacts, or the names of what is in them.',
    },
  ],
  whatIf: [
    {
      say: 'The lower score comes first',
      set: { scores: 'two_scores_turned' },
      shows: 'Reference: score 0.9. The last one wins, whichever it is. Hardened: both, in their order.',
    },
    {
      say: 'The two scores have names of their own',
      set: { scores: 'two_names' },
      shows: 'Both survive under either: nothing collides.',
    },
  ],
  seed: 'lost-in-translation',
  policy: 'both',
  takes: BOTH_POLICIES,
  prove: [
    comesBackEqual(0, 'The file comes back as it went in'),
    comesBackEqual(1, 'the two texts'),
    comesBackEqual(2, 'the one text'),
    comesBackEqual(3, 'the scores'),
    comesBackEqual(4, 'and the correction'),
    {
      take: 'reference',
      say: 'and four of the five have lost something that nobody declared',
      check: 'undeclared-losses',
      are: ['correcting', 'filing', 'two-texts', 'scoring'],
    },
    inAcp(0, 'run.output[0].parts[0].content_url', 'https://files.example/e.pdf', 'The file is a part of the run'),
    inAcp(1, 'run.output[0].parts.length', 2, 'two texts are two parts'),
    inAcp(3, 'run.output[0].parts[0].content', '{"score":0.9}', 'the first score is there'),
    inAcp(3, 'run.output[0].parts[1].content', '{"score":0.1}', 'and the second'),
    { take: 'hardened', say: 'Nothing is lost undeclared', check: 'undeclared-losses', are: [] },
  ],
  invariants: [10],
  weaknesses: ['R34', 'R35', 'R36', 'R37'],
};
