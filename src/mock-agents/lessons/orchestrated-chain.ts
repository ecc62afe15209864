import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { Json } from '../../model/base/json.ts';
import type { Lesson, Take } from '../lesson.ts';
import { bareCard } from './attack-cast.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';
import { classificationKnob, maxDepthKnob, tenantKnob } from './knob-makers.ts';

const ORCHESTRATOR: CallerContext = { ...PAYMENTS_INVESTIGATOR, agentId: 'orchestrator', delegationChain: [] };
const INVESTIGATOR = 'payments-investigator';
const SANCTIONS = SANCTIONS_CARD.name;
const REGISTRY_CARD: AgentCard = {
  ...bareCard('ownership-registry'),
  description: 'Knows who owns whom.',
  tenants: ['wholesale'],
  maxDataClassification: 'confidential',
};
const REGISTRY = REGISTRY_CARD.name;

const CHAIN_SHOWN = `agents.${SANCTIONS}.handsOn.chain`;
const MADE_UP: Json = ['trusted-desk'];
const TAKES: readonly Take[] = [
  { id: 'reference', label: 'Reference', set: {}, policy: 'reference' },
  { id: 'hardened', label: 'Hardened', set: {}, policy: 'hardened' },
  { id: 'forged', label: 'Reference, chain forged', set: { [CHAIN_SHOWN]: MADE_UP }, policy: 'reference' },
  { id: 'forged-hardened', label: 'Hardened, chain forged', set: { [CHAIN_SHOWN]: MADE_UP }, policy: 'hardened' },
];

export const orchestratedChain: Lesson = {
  id: 'orchestrated-chain',
  number: 17,
  title: 'Three hops, one decision',
  question: 'What does an agent at the end of a chain know, and what does the one at its beginning do with it?',
  for: ['S', 'E', 'R'],
  minutes: 5,
  after: ['streamed-delegation'],
  prose: [
    'An orchestrator asks an investigator about a payment. The investigator asks the sanctions agent, and that one asks a registry who owns the beneficiary. Three hops, and each agent knows only the next.',
    'What comes back is a sentence and data. The orchestrator reads the data: where it recommends a release the payment goes out, else a person looks at it. No sentence is interpreted.',
    'On the way everything is narrowed. The chain grows by a name on each hop. The sanctions agent hands on no more than the registry is cleared for. And the registry serves one tenant only.',
    'In two of the takes the sanctions agent says that it acts for a trusted desk. One policy believes that.',
  ],
  caller: ORCHESTRATOR,
  tags: [],
  maxDepth: 4,
  agents: [
    {
      card: { ...bareCard(INVESTIGATOR), description: 'Investigates payments.' },
      behaviour: 'relay',
      handsOn: { to: SANCTIONS, chain: 'kept', dataClassification: 'kept' },
    },
    {
      card: SANCTIONS_CARD,
      behaviour: 'screens_with_registry',
      handsOn: { to: REGISTRY, chain: 'kept', dataClassification: 'confidential' },
    },
    { card: REGISTRY_CARD, behaviour: 'registry' },
    { card: { ...bareCard('review-desk'), description: 'Puts a payment before a person.' }, behaviour: 'review_desk' },
    { card: { ...bareCard('release-desk'), description: 'Lets a payment go.' }, behaviour: 'release_desk' },
  ],
  steps: [
    { at: 0, do: 'publish-cards', note: 'Five agents are in the directory.' },
    {
      at: 0,
      do: 'send',
      agent: INVESTIGATOR,
      text: 'May PMT-771 go out?',
      data: { beneficiary: 'Acme Trading FZE' },
      note: 'The orchestrator asks about a payment.',
    },
    {
      at: 100,
      do: 'send',
      agent: 'review-desk',
      text: 'Look at PMT-771',
      when: { agent: INVESTIGATOR, member: 'recommendation', is: 'manual_review' },
      note: 'Where the data says so, a person looks at it.',
    },
    {
      at: 100,
      do: 'send',
      agent: 'release-desk',
      text: 'Release PMT-771',
      when: { agent: INVESTIGATOR, member: 'recommendation', is: 'release' },
      note: 'Where the data says so, it goes out.',
    },
  ],
  look: [
    {
      panel: 'chains',
      notice:
        'Three hops in one picture; each task declares everybody before it. Where the chain is forged, the last hop stands apart, under a desk that never called.',
    },
    { panel: 'timeline', notice: 'The fourth request goes to one desk or to the other. What decides it is one member of a data part.' },
    { panel: 'admission', notice: 'Depth, cycle, tenant and label are asked on each hop, of another caller each time.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'The sanctions agent forges its chain. Which payment desk is asked, under the hardened policy?',
    options: [
      { text: 'The release desk', right: false, why: 'The registry refuses, and without the registry nobody recommends a release.' },
      {
        text: 'The review desk',
        right: true,
        why: 'The registry takes no chain that is not proven; the screening says what is missing, and leaves it to a person.',
      },
      {
        text: 'None, the delegation fails',
        right: false,
        why: 'The sanctions agent goes on without the registry, and says so in its data.',
      },
      { text: 'Both', right: false, why: 'The recommendation is one word.' },
    ],
  },
  knobs: [
    {
      name: 'beneficiary',
      label: 'Beneficiary of the payment',
      path: 'steps[1].data.beneficiary',
      editor: 'choice',
      choices: ['Acme Trading FZE', 'Globex', 'Nobody Ltd'],
      changes: 'What the registry knows at the far end decides what the orchestrator does at this one.',
    },
    tenantKnob,
    classificationKnob,
    {
      name: 'label',
      label: 'What the sanctions agent hands on',
      path: `agents.${SANCTIONS}.handsOn.dataClassification`,
      editor: 'choice',
      choices: ['confidential', 'kept'],
      changes: 'Only as much as the next agent is cleared for, or all that it was given.',
    },
    {
      name: 'asks',
      label: 'Whom the sanctions agent asks',
      path: `agents.${SANCTIONS}.handsOn.to`,
      editor: 'choice',
      choices: [REGISTRY, INVESTIGATOR],
      changes: 'The registry, or the agent that asked it.',
    },
    maxDepthKnob,
  ],
  whatIf: [
    {
      say: 'The beneficiary is Globex',
      set: { beneficiary: 'Globex' },
      shows: 'No owner is listed: the recommendation is release, and the other desk is asked.',
    },
    {
      say: 'The caller belongs to retail',
      set: { tenant: 'retail' },
      shows: 'The last hop is refused, TENANT_NOT_PERMITTED. The answer names what is missing, and a person looks at it.',
    },
    {
      say: 'The sanctions agent hands on all that it was given',
      set: { label: 'kept' },
      shows: 'CLASSIFICATION_EXCEEDED: the registry is cleared up to confidential, and the task carries restricted.',
    },
    {
      say: 'The sanctions agent asks whoever asked it',
      set: { asks: INVESTIGATOR },
      shows: 'CYCLE_DETECTED: the investigator stands in the chain already.',
    },
    {
      say: 'The depth limit is 2',
      set: { maxDepth: 2 },
      shows:
        'DEPTH_EXCEEDED at the third hop; the first two went through. Where the chain is forged, the reference lets the third through as well: a chain of one is not deep.',
    },
  ],
  seed: 'orchestrated-chain',
  policy: 'both',
  takes: TAKES,
  prove: [
    ...(['reference', 'hardened'] as const).flatMap((take) => [
      {
        take,
        say: 'The last task declares everybody before it',
        check: 'value',
        of: { kind: 'task-created', agent: REGISTRY },
        path: 'delegationChain',
        is: ['orchestrator', INVESTIGATOR, SANCTIONS],
      } as const,
      {
        take,
        say: 'What is asked of it carries less than what was asked first',
        check: 'values',
        of: { kind: 'delegation-admitted', agent: REGISTRY },
        path: 'caller.dataClassification',
        are: ['confidential'],
      } as const,
      {
        take,
        say: 'The review desk is asked',
        check: 'count',
        of: { kind: 'task-created', agent: 'review-desk' },
        is: 1,
      } as const,
      { take, say: 'and the release desk is not', check: 'count', of: { kind: 'task-created', agent: 'release-desk' }, is: 0 } as const,
    ]),
    {
      take: 'forged',
      say: 'The registry works for a desk that never called',
      check: 'value',
      of: { kind: 'task-created', agent: REGISTRY },
      path: 'delegationChain',
      is: ['trusted-desk', SANCTIONS],
    },
    {
      take: 'forged-hardened',
      say: 'The registry refuses a chain that is not proven',
      check: 'value',
      of: { kind: 'delegation-denied', agent: REGISTRY },
      path: 'denials[0].code',
      is: 'CHAIN_UNVERIFIED',
    },
    {
      take: 'forged-hardened',
      say: 'and the answer says that it is missing',
      check: 'value',
      of: { kind: 'call-settled', agent: INVESTIGATOR },
      path: 'artifacts[0].parts[1].data.registry',
      is: 'CHAIN_UNVERIFIED',
    },
  ],
  invariants: [5],
  weaknesses: ['R14', 'R52'],
};
