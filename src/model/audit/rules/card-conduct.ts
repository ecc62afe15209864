// Whether agents do what their cards promise: streaming, push notifications, the extended card. Specification 0.3.0 §7.2, §7.5;
// 1.0 §3.3.4.

import type { CardFacts } from '../cards/card-facts.ts';
import { cardMember } from '../cards/card-facts.ts';
import { isJsonObject, type Json } from '../../base/json.ts';
import type { AnswerSeen, CallCase } from '../casebook/casebook.ts';
import type { Evidence, Rule, Verdicts } from '../rule.ts';
import { cardsOf, nameOf } from './cards.ts';
import { versionJudging } from './judging-version.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

interface Capability {
  /** As it is written in the card. */
  readonly member: string;
  readonly operations: ReadonlySet<string>;
  /** Codes and reasons that say that it is not there. */
  readonly refusals: ReadonlySet<number | string>;
  readonly promised: (card: CardFacts) => boolean;
  readonly served: (call: CallCase) => boolean;
  readonly what: string;
}

function capability(card: CardFacts, name: string): boolean {
  const capabilities = cardMember(card.value, 'capabilities');
  return isJsonObject(capabilities) && isTrue(cardMember(capabilities, name));
}

function isTrue(value: Json | undefined): boolean {
  return value === true;
}

function isAnswered(call: CallCase): boolean {
  return call.answers.some((answer) => !answer.failed && answer.kind !== undefined);
}

const SERVICES: readonly Capability[] = [
  {
    member: 'capabilities.streaming',
    operations: new Set(['stream', 'subscribe']),
    refusals: new Set([-32004, 'UNSUPPORTED_OPERATION']),
    promised: (card) => capability(card, 'streaming'),
    served: ({ isPacked, stream }) =>
      stream !== undefined && (isPacked || stream.frames.some(({ kind }) => kind !== 'error' && kind !== 'other')),
    what: 'streams',
  },
  {
    member: 'capabilities.pushNotifications',
    operations: new Set(['set-push-config']),
    refusals: new Set([-32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED']),
    promised: (card) => capability(card, 'pushNotifications'),
    served: isAnswered,
    what: 'push notifications',
  },
];
const EXTENDED_CARD: Capability = {
  member: 'the extended card',
  operations: new Set(['card']),
  refusals: new Set([-32007, 'EXTENDED_AGENT_CARD_NOT_CONFIGURED', -32004, 'UNSUPPORTED_OPERATION']),
  promised: (card) => capability(card, 'extendedAgentCard') || isTrue(cardMember(card.value, 'supportsAuthenticatedExtendedCard')),
  served: (call) => isExtendedCard(call) && isAnswered(call),
  what: 'an extended card',
};

function isExtendedCard(call: CallCase): boolean {
  return (
    /extended/i.test(call.request?.method ?? '') ||
    /extendedAgentCard|authenticatedExtendedCard|\/v1\/card(?:\?|$)/.test(call.sight.url ?? '')
  );
}

/** Calls to the agent of a card: at one of its endpoints, or anywhere where the trace shows no endpoint and one card. */
function callsByCard({ all }: Evidence, cards: readonly CardFacts[]): (card: CardFacts) => readonly CallCase[] {
  const isOneAgent = new Set(cards.map(({ value }) => value['name'])).size === 1;
  const byEndpoint = new Map<string, CallCase[]>();
  for (const call of all.calls) {
    const calls = byEndpoint.get(call.endpoint) ?? [];
    byEndpoint.set(call.endpoint, calls);
    calls.push(call);
  }
  return ({ endpoints }) => {
    const asked = [...(isOneAgent ? [''] : []), ...[...endpoints].filter((endpoint) => endpoint !== '')];
    return asked.flatMap((endpoint) => byEndpoint.get(endpoint) ?? []);
  };
}

function check(book: Evidence): Verdicts {
  const sheet = createVerdictSheet();
  const cards = cardsOf(book).filter(({ value }) => isJsonObject(cardMember(value, 'capabilities')));
  // What an extended card says of itself promises nothing: who asked for it had the public one.
  const open = cards.filter(({ seen }) => seen.call === undefined || !isExtendedCard(seen.call));
  const callsTo = callsByCard(book, cards);
  for (const card of newestOfEach(cards)) judgeConduct(sheet, card, callsTo(card), SERVICES);
  for (const card of newestOfEach(open)) judgeConduct(sheet, card, callsTo(card), [EXTENDED_CARD]);
  return sheet.verdicts();
}

function judgeConduct(sheet: VerdictSheet, card: CardFacts, calls: readonly CallCase[], capabilities: readonly Capability[]): void {
  for (const call of calls) {
    for (const each of capabilities) {
      const why = contradiction(each, card, call);
      if (why === undefined) continue;
      const version = versionJudging({ call });
      const severity = version.startsWith('0.') ? 'warning' : 'error';
      const row = call.marks?.askedRow ?? call.request?.row ?? call.stream?.frames[0]?.row ?? call.answers[0]?.row;
      sheet.find({ task: null, severity, rows: [row, card.seen.row], why, version });
    }
  }
}

/** A card that came again in the same words counts once; of one that changed the newest. */
function newestOfEach(cards: readonly CardFacts[]): readonly CardFacts[] {
  const newest = new Map<string, CardFacts>();
  for (const card of cards) newest.set([...card.endpoints].sort().join(' '), card);
  return [...newest.values()];
}

function contradiction(each: Capability, card: CardFacts, call: CallCase): string | undefined {
  if (!each.operations.has(call.operation)) return undefined;
  const promised = each.promised(card);
  if (!promised && each.served(call))
    return `The card of ${nameOf(card)} does not promise ${each.what} (${each.member}), and the agent serves them.`;
  // A task that has ended refuses in the same words: only a call that names none tells of the agent.
  if (call.isPacked) return undefined;
  const isOpen = call.request?.taskId === undefined || each.operations.has('set-push-config');
  const refused = promised && isOpen && call.answers.some((answer) => isRefusal(each, answer));
  return refused ? `The card of ${nameOf(card)} promises ${each.what} (${each.member}), and the agent says that it has none.` : undefined;
}

function isRefusal({ refusals }: Capability, { error, sighting }: AnswerSeen): boolean {
  if (!error || sighting) return false;
  return error.reason === undefined ? refusals.has(error.code) : refusals.has(error.reason);
}

export const CARD_CONDUCT_RULES: readonly Rule[] = [
  {
    id: 'card-capability-mismatch',
    title: 'An agent does not do what its card says',
    meaning: 'What the agent serves or refuses contradicts the capabilities of its card: streaming, push notifications, the extended card.',
    remedy: 'The agent publishes what it does; callers that read the card rely on it.',
    channels: ['C', 'R', 'S', 'P'],
    severities: 'error in 1.0; warning in 0.2 and 0.3',
    spec: { '0.2': '§7.2, §7.5', '0.3': '§7.2, §7.5', '1.0': '§3.3.4' },
    check,
  },
];
