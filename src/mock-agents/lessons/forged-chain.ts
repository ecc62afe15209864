import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { HandingOn, Lesson } from '../lesson.ts';
import { bareCard, BOTH_POLICIES } from './attack-cast.ts';
import { PAYMENTS_INVESTIGATOR } from './cast.ts';
import { maxDepthKnob } from './knob-makers.ts';

const ORCHESTRATOR: CallerContext = { ...PAYMENTS_INVESTIGATOR, agentId: 'orchestrator', delegationChain: [] };

const keptFor = (to: string): HandingOn => ({ to, chain: 'kept', dataClassification: 'kept' });

export const forgedChain: Lesson = {
  id: 'forged-chain',
  number: 12,
  title: 'Whose word is the chain?',
  question: 'Can the callee rewrite the chain, and can an agent on the way drop it?',
  for: ['R'],
  minutes: 3,
  after: ['streamed-delegation'],
  prose: [
    'The chain says on whose behalf a task is done, and every limit is counted on it. So whoever writes it decides how deep a delegation may go, and who is held responsible for it.',
    'First a callee is handed a task and writes another chain into it. Then five agents pass one errand on, each with the chain of its task, until the fourth one hands on none.',
    'The reference believes both. The hardened policy keeps the chain out of the hands of handlers, and has each agent sign for whom it calls, with the token that it was handed inside: who drops the chain has nothing to show.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  others: { orchestrator: ORCHESTRATOR },
  tags: [],
  maxDepth: 4,
  agents: [
    { card: bareCard('callee'), behaviour: 'forge_chain' },
    { card: bareCard('a'), behaviour: 'relay', handsOn: keptFor('b') },
    { card: bareCard('b'), behaviour: 'relay', handsOn: keptFor('c') },
    { card: bareCard('c'), behaviour: 'relay', handsOn: keptFor('d') },
    { card: bareCard('d'), behaviour: 'relay', handsOn: { to: 'e', chain: [], dataClassification: 'kept' } },
    { card: bareCard('e'), behaviour: 'sanctions' },
  ],
  steps: [
    { at: 0, do: 'publish-cards', note: 'Six agents are in the directory.' },
    { at: 0, do: 'stream', agent: 'callee', text: 'Do it', note: 'The caller delegates to an agent that writes a chain of its own.' },
    {
      at: 1_000,
      by: 'orchestrator',
      do: 'send',
      agent: 'a',
      text: 'Pass it on',
      note: 'The orchestrator asks a, who asks b, and so on to e.',
    },
  ],
  look: [
    {
      panel: 'chains',
      notice:
        'What the callee wrote stands as a claim beside what its server recorded. And the errand falls into two pieces: a to d hang together, e hangs on d with nobody before it.',
    },
    { panel: 'timeline', notice: 'A failure at the far end comes back hop by hop: nobody on the way hides it.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'The agent d has been asked through a, b and c. Now it calls a with an empty chain. What does the reference say?',
    options: [
      { text: 'CYCLE_DETECTED', right: false, why: 'The check reads what d shows, and d shows nothing.' },
      { text: 'Admitted', right: true, why: 'An empty chain has no depth and leads back to nobody.' },
      { text: 'DEPTH_EXCEEDED', right: false, why: 'The depth is nought now.' },
      { text: 'Refused, it is not signed', right: false, why: 'Nothing is signed under the reference.' },
    ],
  },
  knobs: [
    {
      name: 'chain',
      label: 'The chain that d shows',
      path: 'agents.d.handsOn.chain',
      editor: 'choice',
      choices: ['kept', [], ['root']],
      changes: 'The chain of its task, none, or one that d makes up.',
    },
    {
      name: 'calls',
      label: 'Whom d calls',
      path: 'agents.d.handsOn.to',
      editor: 'choice',
      choices: ['e', 'a'],
      changes: 'Somebody new, or somebody who has had this errand before.',
    },
    maxDepthKnob,
  ],
  whatIf: [
    {
      say: 'Everybody is honest',
      set: { chain: 'kept' },
      shows: 'Four hops, then DEPTH_EXCEEDED: told by e under the reference, by d itself before it sends under hardened.',
    },
    {
      say: 'd is honest and calls a',
      set: { chain: 'kept', calls: 'a' },
      shows: 'DEPTH_EXCEEDED and CYCLE_DETECTED, both.',
    },
    {
      say: 'd drops the chain and calls a',
      set: { calls: 'a' },
      shows:
        'The reference goes round once more, until c would ask d and finds d in the chain that d itself began. Hardened: a refuses, CHAIN_UNVERIFIED.',
    },
    {
      say: 'd makes a chain up',
      set: { chain: ['root'] },
      shows: 'The reference writes down that e works for root. Hardened: CHAIN_UNVERIFIED.',
    },
    {
      say: 'Everybody is honest, and one more hop is allowed',
      set: { chain: 'kept', maxDepth: 5 },
      shows: 'Five hops, and the result comes back all the way, under both.',
    },
  ],
  seed: 'forged-chain',
  policy: 'both',
  takes: BOTH_POLICIES,
  prove: [
    {
      take: 'reference',
      say: 'The task comes back with a chain that its callee wrote',
      check: 'value',
      of: { kind: 'task-snapshot' },
      path: 'metadata.delegation-inspector/chain',
      is: ['root'],
    },
    {
      take: 'reference',
      say: 'e is asked by d with an empty chain, and admits it',
      check: 'values',
      of: { kind: 'delegation-admitted', fact: ['callee', 'e'] },
      path: 'caller.delegationChain',
      are: [[]],
    },
    {
      take: 'reference',
      say: 'and writes down that d alone is behind it',
      check: 'value',
      of: { kind: 'task-created', agent: 'e' },
      path: 'delegationChain',
      is: ['d'],
    },
    {
      take: 'hardened',
      say: 'The callee could not change the chain of its task',
      check: 'value',
      of: { kind: 'task-snapshot' },
      path: 'metadata.delegation-inspector/chain',
      is: ['orchestrator', 'payments-investigator'],
    },
    {
      take: 'hardened',
      say: 'e refuses d, who begins no chain and shows no token',
      check: 'value',
      of: { kind: 'delegation-denied', fact: ['callee', 'e'] },
      path: 'denials[0].code',
      is: 'CHAIN_UNVERIFIED',
    },
    {
      take: 'hardened',
      say: 'and the errand fails, all the way back',
      check: 'count',
      of: { kind: 'status-stored', state: 'failed' },
      is: 4,
    },
  ],
  invariants: [5],
  weaknesses: ['R14', 'R21'],
};
