import type { Lesson } from '../lesson.ts';
import { KYC_CARD, MARKETING_CARD, PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';
import { chainKnob, classificationKnob, maxDepthKnob, tenantKnob } from './knob-makers.ts';

export const mayIHandOver: Lesson = {
  id: 'may-i-hand-over',
  number: 2,
  title: 'May I hand it over?',
  question: 'What does the protocol not check before a task is handed over?',
  for: ['S'],
  minutes: 4,
  after: ['who-can-do-this'],
  prose: [
    'The protocol says how to send a task. It does not say whether you may. With several agents in a row, that is where the risk is: chains without end, circles, data that reaches somebody who is not cleared for it.',
    'So the receiving side asks five questions before it creates a task: how deep is the chain, does it come back to me, do I serve this tenant, am I cleared for this data, can we authenticate?',
    'All five are always asked, and every refusal is told. A caller that hears them all can mend them all at once.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: SANCTIONS_CARD }, { card: KYC_CARD }, { card: MARKETING_CARD }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The same three cards as in the lesson before.' },
    { at: 0, do: 'ask-admission', callee: 'sanctions-screening-agent', note: 'May the caller delegate to the sanctions agent?' },
    { at: 0, do: 'ask-admission', callee: 'kyc-refresh-agent', note: 'And to the agent that refreshes customer data?' },
    { at: 0, do: 'ask-admission', callee: 'marketing-copy-agent', note: 'And to the agent that writes copy?' },
    {
      at: 0,
      do: 'ask-admission',
      callee: 'sanctions-screening-agent',
      chain: ['a', 'b', 'c', 'd'],
      note: 'The sanctions agent again, at the end of a chain of four.',
    },
    {
      at: 0,
      do: 'ask-admission',
      callee: 'sanctions-screening-agent',
      chain: ['sanctions-screening-agent'],
      note: 'And once more, in a chain that it is already part of.',
    },
  ],
  look: [
    { panel: 'admission', notice: 'Five questions by five checks: all red cells of a row stand side by side.' },
    { panel: 'admission', notice: 'Below each refused row is the smallest change that would admit it.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'What does the agent for customer data answer this caller?',
    options: [
      { text: 'Tenant only', right: false, why: 'Checking does not stop at the first refusal.' },
      { text: 'Tenant and classification', right: true, why: 'It serves retail only, and is cleared up to confidential: both are told.' },
      { text: 'Tenant, classification and authentication', right: false, why: 'It offers oauth2, which is acceptable.' },
      { text: 'Classification only', right: false, why: 'The caller belongs to wholesale, and the agent serves retail.' },
    ],
  },
  knobs: [
    tenantKnob,
    classificationKnob,
    chainKnob,
    maxDepthKnob,
    {
      name: 'schemes',
      label: 'Schemes that marketing offers',
      path: 'agents.marketing-copy-agent.card.securitySchemes',
      editor: 'list',
      changes: 'An agent that offers neither oauth2 nor mtls cannot be authenticated to.',
    },
  ],
  whatIf: [
    {
      say: 'The caller is retail and carries confidential data',
      set: { tenant: 'retail', classification: 'confidential' },
      shows: 'kyc-refresh-agent admits: nothing is left to refuse.',
    },
    {
      say: 'The caller carries internal data',
      set: { classification: 'internal' },
      shows: "marketing-copy-agent refuses for one reason only: it offers only ['apikey'].",
    },
    {
      say: 'Marketing offers oauth2 too',
      set: { schemes: ['apikey', 'oauth2'] },
      shows: 'marketing-copy-agent refuses for the classification alone.',
    },
    {
      say: 'The depth limit is 1',
      set: { maxDepth: 1 },
      shows: 'Every question is refused as too deep: the caller comes with a chain of one.',
    },
  ],
  seed: 'may-i-hand-over',
  policy: 'reference',
  prove: [
    { say: 'One question is admitted', check: 'count', of: { kind: 'delegation-admitted' }, is: 1 },
    { say: 'Four are denied', check: 'count', of: { kind: 'delegation-denied' }, is: 4 },
    {
      say: 'The agent for customer data denies for the tenant',
      check: 'value',
      of: { kind: 'delegation-denied', fact: ['callee', 'kyc-refresh-agent'] },
      path: 'denials[0].code',
      is: 'TENANT_NOT_PERMITTED',
    },
    {
      say: 'and for the classification',
      check: 'value',
      of: { kind: 'delegation-denied', fact: ['callee', 'kyc-refresh-agent'] },
      path: 'denials[1].code',
      is: 'CLASSIFICATION_EXCEEDED',
    },
    {
      say: 'and for nothing else',
      check: 'value',
      of: { kind: 'delegation-denied', fact: ['callee', 'kyc-refresh-agent'] },
      path: 'denials.length',
      is: 2,
    },
    { say: 'No task was created', check: 'count', of: { kind: 'task-created' }, is: 0 },
  ],
  invariants: [8],
};
