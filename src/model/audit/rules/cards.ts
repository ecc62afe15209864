// Rules about agent cards: what they lack, where they point, what they promise against what their agents do. No task is meant.

import { ADDRESS_WORDS, addressOf, type AddressKind } from '../../base/address.ts';
import { cardFacts, type CardFacts, type CardInterface } from '../cards/card-facts.ts';
import { securityFaults } from '../cards/card-security.ts';
import { cardGaps } from '../cards/required-card-members.ts';
import type { Casebook } from '../casebook/casebook.ts';
import type { Rule, Verdicts } from '../rule.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

/** Cards of A2A; the manifests of ACP promise other things in other words. */
export function cardsOf(book: Casebook): readonly CardFacts[] {
  return book.cards.flatMap((seen) => {
    const isAcp = seen.call !== undefined && /^[A-Z]+ \/agents\b/.test(seen.call.request?.method ?? '');
    return isAcp ? [] : (cardFacts(seen) ?? []);
  });
}

function overCards(check: (card: CardFacts, sheet: VerdictSheet) => void): (book: Casebook) => Verdicts {
  return (book) => {
    const sheet = createVerdictSheet();
    for (const card of cardsOf(book)) check(card, sheet);
    return sheet.verdicts();
  };
}

const checkGaps = overCards((card, sheet) => {
  for (const { path, how, severity } of cardGaps(card)) {
    const why = `The card of ${nameOf(card)} has ${how === 'absent' ? `no ${path}` : `an empty ${path}`}, which ${card.version} requires.`;
    sheet.find({ task: null, severity, rows: [card.seen.row], why, version: card.version });
  }
});

const UNREACHABLE: ReadonlySet<AddressKind> = new Set<AddressKind>([
  'unspecified',
  'loopback',
  'private',
  'link-local',
  'unique-local',
  'metadata',
  'cluster-only',
]);

const checkReach = overCards((card, sheet) => {
  for (const [host, paths] of byHost(card, ({ url }) => UNREACHABLE.has(addressOf(url).kind))) {
    const why = `The card of ${nameOf(card)} names ${host || 'no host'} in ${listed(paths)}: ${ADDRESS_WORDS[addressOf(`http://${host}`).kind]}.`;
    sheet.find({ task: null, severity: 'warning', rows: [card.seen.row], why, version: card.version });
  }
});

const checkTransport = overCards((card, sheet) => {
  for (const [host, paths] of byHost(card, ({ url }) => addressOf(url).scheme === 'http')) {
    const { kind } = addressOf(`http://${host}`);
    if (kind === 'loopback' || kind === 'unspecified') {
      sheet.pass(null, [card.seen.row], `A card names http on ${host}: nothing crosses a network there.`);
      continue;
    }
    const why = `The card of ${nameOf(card)} uses http on ${host} (${listed(paths)}); what agents say there can be read and changed on the way.`;
    sheet.find({ task: null, severity: 'warning', rows: [card.seen.row], why, version: card.version });
  }
});

/** Where a card names each host, of the addresses that are at fault. */
function byHost({ interfaces }: CardFacts, isAtFault: (place: CardInterface) => boolean): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const place of interfaces) {
    if (!isAtFault(place)) continue;
    const { host: parsed } = addressOf(place.url);
    const host = parsed.includes(':') ? `[${parsed}]` : parsed;
    found.set(host, [...(found.get(host) ?? []), place.path]);
  }
  return found;
}

function listed(paths: readonly string[]): string {
  return paths.length <= 3 ? paths.join(', ') : `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more`;
}

/** A path of one operation, or of the card itself: no base of a transport ends so. */
const OPERATION_PATH = /\/(?:message:(?:send|stream)|tasks(?:\/[^/]+(?::(?:cancel|subscribe))?)?|tasks:[a-z]+|extendedAgentCard)\/?$/i;
const CARD_PATH = /\/\.well-known\/|\/(?:v1\/card|(?:agent\/)?authenticatedExtendedCard)\/?$/;

const checkEndpoints = overCards((card, sheet) => {
  for (const { path, url, binding } of card.interfaces) {
    const target = addressOf(url).path;
    const isOperation = OPERATION_PATH.test(target) && !isTasksBase(target, binding);
    if (!isOperation && !CARD_PATH.test(target)) continue;
    const what = isOperation ? 'the path of one operation' : 'the place of the card';
    const why = `The ${path} of the card of ${nameOf(card)} ends in ${what} (${target}); a ${binding || 'transport'} endpoint is the base of all of them.`;
    sheet.find({ task: null, severity: 'error', rows: [card.seen.row], why, version: card.version });
  }
});

/** One JSON-RPC endpoint may well be called `/tasks`. */
function isTasksBase(target: string, binding: CardInterface['binding']): boolean {
  return /jsonrpc/i.test(binding) && /\/tasks(?:\/[^/:]+)?\/?$/.test(target);
}

const checkSecurity = overCards((card, sheet) => {
  for (const { path, what } of securityFaults(card.value)) {
    const why = `In the card of ${nameOf(card)}, ${path} ${what}.`;
    sheet.find({ task: null, severity: 'error', rows: [card.seen.row], why, version: card.version });
  }
});

/** The name of a card, for a sentence. */
export function nameOf({ value }: CardFacts): string {
  const { name } = value;
  return typeof name === 'string' && name.trim() !== '' ? `"${name.slice(0, 80)}"` : 'an agent without a name';
}

export const CARD_RULES: readonly Rule[] = [
  {
    id: 'card-missing-field',
    title: 'A card lacks what its version requires',
    meaning: 'A required field of the card, of a skill or of an interface is absent or empty. Each card is judged by its own version.',
    remedy: 'The agent publishes a card with every required field.',
    channels: ['C'],
    severities: 'error; warning where prose and schema disagree',
    spec: { '0.1': '§5.5', '0.2': '§5.5', '0.3': '§5.5, §5.6', '1.0': 'a2a.proto AgentCard, §5.7' },
    check: checkGaps,
  },
  {
    id: 'card-unreachable-url',
    title: 'A card points where nobody else can go',
    meaning: 'A URL of the card has an unspecified, loopback, private or cluster-only host: other machines cannot call it.',
    remedy: 'The agent publishes the address under which callers reach it, not the one it listens on.',
    channels: ['C'],
    severities: 'warning',
    spec: { '0.3': '§5.6.1', '1.0': '§8.3.1' },
    check: checkReach,
  },
  {
    id: 'card-insecure-url',
    title: 'A card points to plain http',
    meaning: 'A URL of the card uses http on a host that is neither loopback nor unspecified.',
    remedy: 'The agent publishes https addresses; behind a proxy it builds them from what the proxy serves.',
    channels: ['C'],
    severities: 'warning',
    spec: { '0.1': '§5.5', '0.3': '§4.1', '1.0': 'a2a.proto AgentInterface.url, §7.1' },
    check: checkTransport,
  },
  {
    id: 'card-endpoint-mismatch',
    title: 'A card names an endpoint that cannot be one',
    meaning: 'By its form the URL cannot serve the declared transport: it ends in the path of one operation or in a well-known place.',
    remedy: 'The agent publishes the base URL of the transport.',
    channels: ['C'],
    severities: 'error',
    spec: { '0.3': '§5.6.1', '1.0': '§8.3.1' },
    check: checkEndpoints,
  },
  {
    id: 'card-security-invalid',
    title: 'The security of a card does not hold together',
    meaning: 'A security scheme lacks a member that its sort requires, or a requirement names a scheme that is not declared.',
    remedy: 'The agent completes the scheme, or declares the one that it requires.',
    channels: ['C'],
    severities: 'error',
    spec: { '0.2': '§5.5', '0.3': '§5.5.3', '1.0': '§4.5' },
    check: checkSecurity,
  },
];
