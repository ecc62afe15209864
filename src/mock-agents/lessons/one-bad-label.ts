import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { Lesson } from '../lesson.ts';
import { BOTH_POLICIES } from './attack-cast.ts';
import { KYC_CARD, MARKETING_CARD, PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';

const RETAIL: CallerContext = {
  ...PAYMENTS_INVESTIGATOR,
  agentId: 'branch-assistant',
  tenant: 'retail',
  dataClassification: 'confidential',
};

export const oneBadLabel: Lesson = {
  id: 'one-bad-label',
  number: 15,
  title: 'One typo, no directory',
  question: 'What does a mistyped classification break, and for whom?',
  for: ['R', 'E'],
  minutes: 3,
  after: ['who-can-do-this'],
  prose: [
    'Somebody registers a card and writes Confidential with a capital letter. It is no word of the four. The directory takes the card.',
    'Two callers ask for the same tag. One belongs to wholesale, and the bad card is not for wholesale. The other belongs to retail, and meets it.',
    'An error for everybody who may meet one bad card is a way to switch a directory off. The hardened policy leaves the card out, and says so.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  others: { retail: RETAIL },
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: SANCTIONS_CARD }, { card: MARKETING_CARD }, { card: { ...KYC_CARD, maxDataClassification: 'Confidential' } }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'Three cards, one of them mislabelled.' },
    { at: 0, do: 'discover', note: 'A caller from wholesale asks.' },
    { at: 0, by: 'retail', do: 'discover', note: 'A caller from retail asks the same.' },
    { at: 0, by: 'retail', do: 'ask-admission', callee: 'kyc-refresh-agent', note: 'And asks the mislabelled agent itself.' },
  ],
  look: [
    { panel: 'discovery', notice: 'One caller gets a list, the other an error in place of a list.' },
    { panel: 'card', notice: 'The word stands on the card, where whoever owns it can mend it.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'The caller from retail asks for the tag sanctions. What does it get from the reference?',
    options: [
      { text: 'The sanctions agent', right: false, why: 'The label of the other card is read before its tags are.' },
      { text: 'An error', right: true, why: 'One card cannot be judged, and the whole answer is refused for it.' },
      { text: 'An empty list', right: false, why: 'A refusal is not a list.' },
      { text: 'The mislabelled agent as well', right: false, why: 'It lacks the tag, whatever its label.' },
    ],
  },
  knobs: [
    {
      name: 'label',
      label: 'Label of the mislabelled card',
      path: 'agents.kyc-refresh-agent.card.maxDataClassification',
      editor: 'choice',
      choices: ['Confidential', 'confidential', 'secret'],
      changes: 'Four words are known, in small letters.',
    },
    {
      name: 'carried',
      label: 'What the caller from retail says that it carries',
      path: 'others.retail.dataClassification',
      editor: 'choice',
      choices: ['confidential', 'Restricted', 'internal'],
      changes: 'The other side of the comparison can be mistyped too.',
    },
    {
      name: 'tenant',
      label: 'Tenant of that caller',
      path: 'others.retail.tenant',
      editor: 'choice',
      choices: ['retail', 'wholesale'],
      changes: 'Who never meets the card never hears of it.',
    },
    {
      name: 'chain',
      label: 'Chain of that caller',
      path: 'others.retail.delegationChain',
      editor: 'list',
      changes: 'A refusal for another reason, beside the one for the label.',
    },
  ],
  whatIf: [
    {
      say: 'The caller mistypes its own label',
      set: { carried: 'Restricted' },
      shows:
        'Reference: no list, and no denial but that one, whatever the card. Hardened: no list either, for nothing can be compared with it.',
    },
    {
      say: 'The caller comes at the end of a chain of four',
      set: { chain: ['a', 'b', 'c', 'd'] },
      shows: 'Reference: only the unknown label is told, and the depth is lost. Hardened: DEPTH_EXCEEDED and CLASSIFICATION_UNKNOWN.',
    },
    {
      say: 'The label is mended',
      set: { label: 'confidential' },
      shows: 'Both callers get the sanctions agent, and the agent for customer data admits, under both.',
    },
    {
      say: 'Both callers belong to wholesale',
      set: { tenant: 'wholesale' },
      shows: 'Both get the sanctions agent. Asked itself, the mislabelled agent cannot judge; hardened tells the tenant as well.',
    },
  ],
  seed: 'one-bad-label',
  policy: 'both',
  takes: BOTH_POLICIES,
  prove: [
    {
      take: 'reference',
      say: 'The caller from wholesale gets its list',
      check: 'values',
      of: { kind: 'cards-ranked' },
      path: 'names',
      are: [['sanctions-screening-agent']],
    },
    {
      take: 'reference',
      say: 'The caller from retail gets none',
      check: 'values',
      of: { kind: 'discovery-refused' },
      path: 'reason',
      are: ["unknown data classification: 'Confidential'"],
    },
    {
      take: 'hardened',
      say: 'Both get the same list',
      check: 'every',
      of: { kind: 'cards-ranked' },
      path: 'names',
      is: ['sanctions-screening-agent'],
    },
    {
      take: 'hardened',
      say: 'and the second is told which card was left out',
      check: 'value',
      of: { kind: 'cards-ranked' },
      nth: 1,
      path: 'skipped[0].name',
      is: 'kyc-refresh-agent',
    },
    {
      take: 'hardened',
      say: 'The mislabelled agent denies for that reason',
      check: 'value',
      of: { kind: 'delegation-denied' },
      path: 'denials[0].code',
      is: 'CLASSIFICATION_UNKNOWN',
    },
  ],
  invariants: [7, 8],
  weaknesses: ['R15'],
};
