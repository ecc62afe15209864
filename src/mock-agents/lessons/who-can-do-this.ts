import type { Lesson } from '../lesson.ts';
import { KYC_CARD, MARKETING_CARD, PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';
import { classificationKnob, clearanceKnob, tenantKnob, tenantsKnob } from './knob-makers.ts';

export const whoCanDoThis: Lesson = {
  id: 'who-can-do-this',
  number: 1,
  title: 'Who can do this?',
  question: 'Which agents may this caller see for the tag sanctions, and why not the others?',
  for: ['S'],
  minutes: 4,
  after: [],
  prose: [
    'An agent says in its card what it can do. A directory holds the cards and answers one question: who can do this for me?',
    'The answer depends on who asks. A directory that is careful filters first and ranks afterwards: an agent that the caller may not use must not appear at all, because the text of its card would enter the mind of the caller.',
    'Here a payments investigator of the tenant wholesale carries restricted data and looks for the tag sanctions. Three agents have published a card.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: SANCTIONS_CARD }, { card: KYC_CARD }, { card: MARKETING_CARD }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'Three cards enter the directory, with what only the platform knows about them.' },
    { at: 0, do: 'discover', note: 'The caller asks who has the tag sanctions.' },
  ],
  look: [
    {
      panel: 'discovery',
      notice: 'Each card that is missing names the first filter that hit it. Later filters that would have hit too are grey.',
    },
    { panel: 'discovery', notice: 'One card is left, and the skill that counted is marked.' },
    { panel: 'timeline', notice: 'No message was sent: finding somebody is not yet talking to them.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Without any tag, how many cards does the caller see?',
    options: [
      { text: '3', right: false, why: 'Tenant and data classification filter before tags are looked at.' },
      { text: '2', right: false, why: 'Marketing serves every tenant, but it is cleared for internal data only.' },
      { text: '1', right: true, why: 'Only the sanctions agent serves wholesale and is cleared for restricted data.' },
      { text: '0', right: false, why: 'The sanctions agent passes both the tenant and the classification filter.' },
    ],
  },
  knobs: [
    tenantKnob,
    classificationKnob,
    {
      name: 'tags',
      label: 'Tags that are wanted',
      path: 'tags',
      editor: 'list',
      changes: 'The best skill of a card counts, not the sum of its skills. No tags: every card that may be seen.',
    },
    {
      name: 'callerId',
      label: 'Name of the caller',
      path: 'caller.agentId',
      editor: 'text',
      filled: true,
      changes: 'An agent never finds itself.',
    },
    tenantsKnob('kycTenants', 'Tenants of the agent for customer data', 'kyc-refresh-agent'),
    clearanceKnob('marketingData', 'Clearance of marketing', 'marketing-copy-agent'),
  ],
  whatIf: [
    {
      say: 'The caller is retail, carries confidential data and wants no tag',
      set: { tenant: 'retail', classification: 'confidential', tags: [] },
      shows: 'kyc-refresh-agent, then sanctions-screening-agent: without tags all overlaps are equal, and names decide.',
    },
    {
      say: 'The same caller wants sanctions and compliance',
      set: { tenant: 'retail', classification: 'confidential', tags: ['sanctions', 'compliance'] },
      shows: 'sanctions-screening-agent with 2 tags comes before kyc-refresh-agent with 1.',
    },
    {
      say: 'A wholesale caller carries internal data and wants no tag',
      set: { classification: 'internal', tags: [] },
      shows: 'marketing-copy-agent, then sanctions-screening-agent.',
    },
    {
      say: 'The sanctions agent itself asks',
      set: { callerId: 'sanctions-screening-agent' },
      shows: 'Nobody: an agent never finds itself, and the others are filtered as before.',
    },
    { say: 'The tag is written Sanctions', set: { tags: ['Sanctions'] }, shows: 'Nobody: case counts in tags.' },
    {
      say: 'The agent for customer data serves wholesale too, and no tag is wanted',
      set: { tags: [], kycTenants: ['retail', 'wholesale'] },
      shows: 'Still only sanctions-screening-agent: what the tenant no longer stops, the classification does.',
    },
    {
      say: 'Marketing is cleared for restricted data, and no tag is wanted',
      set: { tags: [], marketingData: 'restricted' },
      shows: 'marketing-copy-agent, then sanctions-screening-agent.',
    },
  ],
  seed: 'who-can-do-this',
  policy: 'reference',
  prove: [
    {
      say: 'Only the sanctions agent is ranked',
      check: 'value',
      of: { kind: 'cards-ranked' },
      path: 'names',
      is: ['sanctions-screening-agent'],
    },
    { say: 'The agent for customer data is stopped by its tenants', check: 'excluded', card: 'kyc-refresh-agent', by: 'tenant' },
    { say: 'Marketing is stopped by its clearance', check: 'excluded', card: 'marketing-copy-agent', by: 'classification' },
    { say: 'Three cards were published', check: 'count', of: { kind: 'card-published' }, is: 3 },
    {
      say: 'The cards were there before the question was asked',
      check: 'order',
      of: [{ kind: 'card-published' }, { kind: 'need-stated' }, { kind: 'cards-ranked' }],
    },
    { say: 'No message was sent', check: 'count', of: { kind: 'message-sent' }, is: 0 },
  ],
  invariants: [7],
};
