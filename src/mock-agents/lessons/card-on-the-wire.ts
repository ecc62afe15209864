import type { Lesson } from '../lesson.ts';
import { EMPTY_CARD, KYC_CARD, SANCTIONS_CARD, STRANGER } from './cast.ts';
import { clearanceKnob, tenantsKnob } from './knob-makers.ts';

export const cardOnTheWire: Lesson = {
  id: 'card-on-the-wire',
  number: 8,
  title: 'What a card says in public',
  question: 'Which facts about an agent never leave the platform?',
  for: ['S'],
  minutes: 2,
  after: ['who-can-do-this'],
  prose: [
    'A card is public: anybody may fetch it, without a credential, at a well-known place. It must be, for it tells how to get in.',
    'The platform knows more about the agent than the card says: who owns it, which tenants it serves, which data it is cleared for. A stranger who knew that would know whom you serve and where the secrets go.',
    'So the card on the wire has exactly ten members, and none of these three is among them.',
    'Under the hardened policy it is the card of strict 0.3: schemes are objects by name, and two members more say which of them are needed and which transport is preferred. Still none of the three.',
  ],
  caller: STRANGER,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [
    { card: SANCTIONS_CARD, behaviour: 'sanctions' },
    { card: KYC_CARD, behaviour: 'clarifying' },
    { card: EMPTY_CARD, behaviour: 'reject' },
  ],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The directory knows the whole cards.' },
    { at: 0, do: 'fetch-card', agent: 'sanctions-screening-agent', note: 'A stranger fetches the card from the agent itself.' },
  ],
  look: [
    { panel: 'card', notice: 'Left is what the agent publishes, right what only the directory knows.' },
    { panel: 'card', notice: 'securitySchemes is a list here. Strict 0.3 wants a map of scheme objects: the panel says so.' },
  ],
  predict: {
    kind: 'toggle',
    ask: 'Which of these are on the wire?',
    options: [
      { text: 'url', right: true, why: 'Without it nobody could call the agent.' },
      { text: 'skills', right: true, why: 'They are what the card is for.' },
      { text: 'tenants', right: false, why: 'The list would tell whom you serve.' },
      { text: 'owner', right: false, why: 'Who answers for an agent is a matter of the house.' },
      { text: 'max_data_classification', right: false, why: 'It would tell an attacker where the secrets go.' },
    ],
  },
  knobs: [
    {
      name: 'agent',
      label: 'Whose card',
      path: 'steps[1].agent',
      editor: 'choice',
      choices: ['sanctions-screening-agent', 'kyc-refresh-agent', 'a'],
      changes: 'Every card has the same ten members, however little there is to say.',
    },
    tenantsKnob('tenants', 'Tenants of the sanctions agent', 'sanctions-screening-agent'),
    clearanceKnob('clearance', 'Clearance of the sanctions agent', 'sanctions-screening-agent'),
    {
      name: 'schemes',
      label: 'Schemes of the sanctions agent',
      path: 'agents.sanctions-screening-agent.card.securitySchemes',
      editor: 'list',
      changes: 'What a caller needs to get in stands on the card.',
    },
  ],
  whatIf: [
    {
      say: 'The card of the agent for customer data',
      set: { agent: 'kyc-refresh-agent' },
      shows: 'The same ten members; pushNotifications is false.',
    },
    {
      say: 'A card that says nothing but its name',
      set: { agent: 'a' },
      shows: 'Still ten members; securitySchemes is oauth2 by default.',
    },
    {
      say: 'The agent serves retail only, and is cleared for public data',
      set: { tenants: ['retail'], clearance: 'public' },
      shows: 'The directory knows it, and the card on the wire is the same to the letter.',
    },
    {
      say: 'The agent asks for mtls',
      set: { schemes: ['mtls'] },
      shows: 'securitySchemes is mtls on the wire: this is for everybody to know.',
    },
  ],
  seed: 'card-on-the-wire',
  policy: 'reference',
  prove: [
    {
      say: 'The card has exactly these ten members: no owner, no tenants, no classification',
      check: 'keys',
      of: { kind: 'card-seen' },
      path: '',
      is: [
        'protocolVersion',
        'name',
        'description',
        'url',
        'version',
        'capabilities',
        'defaultInputModes',
        'defaultOutputModes',
        'securitySchemes',
        'skills',
      ],
    },
    { say: 'It arrives at 20 ms', check: 'at', of: { kind: 'card-seen' }, is: 20 },
  ],
  invariants: [6],
};
