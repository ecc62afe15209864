// One line of what a row says. Untrusted text stays text: it is shortened, never interpreted.

import type { Said } from '../adapters/observation.ts';
import { unreachable } from '../base/assert.ts';
import { textMember } from '../base/json.ts';
import type { Fact, FactKind } from '../log/fact.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { Message } from '../protocol/message.ts';
import type { Part } from '../protocol/part.ts';
import { observeRow } from './observed-row.ts';
import { spanText } from './span-text.ts';

const LINE_UNITS = 160;
/** Rows that tell by their label what they are, whether or not an object of the protocol came with them: a plain GET, an end. */
const MAY_SAY_NOTHING: ReadonlySet<RowKind> = new Set<RowKind>(['message-sent', 'push-received', 'stream-ended']);

/** The line of a row, at most 160 units; undefined where it says nothing that its columns do not say. */
export function rowText(log: LogView, row: number): string | undefined {
  const kind = log.kind(row);
  if (kind === 'record-unreadable' || kind === 'record-set-aside') return shortened(stretchText(log, row));
  if (kind === 'span-seen') return shortened(spanText(log.value(row)));
  const fact = log.fact(row);
  if (fact) return shortened(factText(fact));
  const said = observeRow(log, row)?.said;
  if (!said || (said.kind === 'unrecognised' && MAY_SAY_NOTHING.has(kind))) return undefined;
  return shortened(saidText(said));
}

/** Parts as one text: texts as they are, other parts by what they are. */
export function partsText(parts: readonly Part[]): string {
  return parts.map(partText).join(' ');
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'data':
      return JSON.stringify(part.data);
    case 'file':
      return `file ${part.name ?? part.uri ?? part.mimeType ?? 'without a name'}`;
  }
}

function messageText(message: Message | undefined): string | undefined {
  return message && partsText(message.parts);
}

function saidText(said: Said): string | undefined {
  switch (said.kind) {
    case 'request':
      return messageText(said.message) ?? said.callbackUrl;
    case 'task':
      return messageText(said.task.status.message);
    case 'tasks':
      return `${said.tasks.length} tasks`;
    case 'status-update':
      return messageText(said.update.status.message);
    case 'artifact-update':
      return [said.update.artifact.name, partsText(said.update.artifact.parts)].filter(Boolean).join(': ');
    case 'message':
      return messageText(said.message);
    case 'card':
      return `${said.card.card.name} ${said.card.card.version}`;
    case 'push-config':
      return said.url;
    case 'push-configs':
      return said.urls.join(' ');
    case 'error':
      return said.message;
    case 'several':
      return `${said.items.length} things`;
    case 'nothing':
      return undefined;
    case 'unrecognised':
      return said.why;
    default:
      return unreachable(said);
  }
}

type FactText<K extends FactKind> = (fact: Extract<Fact, { readonly kind: K }>) => string | undefined;

const FACT_TEXTS: { readonly [K in FactKind]: FactText<K> } = {
  'card-published': ({ card }) => `${card.name} ${card.version}`,
  'need-stated': ({ tags }) => (tags.length > 0 ? `tags ${tags.join(', ')}` : 'any tag'),
  'cards-ranked': ({ names }) => (names.length > 0 ? names.join(', ') : 'no card is visible'),
  'discovery-refused': (fact) => `${textMember(fact, 'caller') ?? 'somebody'} gets no list: ${textMember(fact, 'reason') ?? 'no reason'}`,
  'delegation-admitted': ({ callee }) => callee,
  'delegation-denied': ({ callee, denials }) => `${callee}: ${denials.map(({ code, reason }) => `${code} ${reason}`).join('; ')}`,
  'task-created': ({ delegationChain }) => `chain ${delegationChain.join(' → ')}`,
  'status-stored': ({ tick, text }) => (text ? `tick ${tick}: ${text}` : `tick ${tick}`),
  'artifact-stored': ({ name }) => name,
  'transition-refused': ({ reason }) => reason,
  'write-refused': ({ reason }) => reason,
  'push-config-set': ({ url }) => url,
  'push-config-refused': ({ code, reason }) => `${code} ${reason}`,
  'push-config-deleted': ({ url }) => url,
  'push-sent': ({ url }) => url,
  translated: ({ step }) => step,
  'worker-started': () => undefined,
  'worker-ended': ({ why }) => why,
  'retry-scheduled': ({ attempt, waitMs, step, failure }) =>
    `try ${attempt} failed at ${step}: ${textMember(failure, 'detail') ?? 'no detail'}; again in ${waitMs} ms`,
  'outcome-decided': ({ outcome, attempts, why, note }) => [`${outcome} after ${tries(attempts)}: ${why}`, note].filter(Boolean).join('; '),
  'late-completion': ({ state }) => `${state} was seen after the cancel had left`,
  'fault-injected': ({ mode, what }) => `${mode}: ${what}`,
  'stand-in-moved': ({ number, event, from, to }) =>
    `${number}. ${event}: ${from === undefined ? to : from === to ? `stays in ${to}` : `${from} → ${to}`}`,
  'turn-started': ({ turn }) => `turn ${turn}`,
  parked: ({ state }) => (state === undefined ? 'the remote task waits' : `the remote task waits in ${state}`),
  registered: ({ agent, tokenDigest }) => `${agent} will ring; of the token only the digest is kept: ${tokenDigest}`,
  'registration-failed': ({ agent, errorType }) => `${agent} took no registration: ${errorType}`,
  'watch-changed': ({ mode, why }) => `${mode}: ${why}`,
  'task-fetched': ({ why, state, claimed, errorType }) =>
    [`${why}: ${state ?? `failed with ${errorType ?? 'an error'}`}`, claimed === undefined ? '' : `claimed ${claimed}`]
      .filter(Boolean)
      .join(', '),
  'recheck-waiting': ({ recheck, waitMs }) => `recheck ${recheck} in ${waitMs} ms`,
  'follow-subscribed': ({ followRun }) => `follow ${followRun}`,
  'follow-ended': ({ followRun, why, errorType }) => [`follow ${followRun}: ${why}`, errorType].filter(Boolean).join(', '),
  'follow-cancelled': ({ followRun, why }) => `follow ${followRun}: ${why}`,
  'parent-told': ({ state, text, note }) => [`${state}${note ? ', with a note' : ', the row only'}`, text].filter(Boolean).join(': '),
  'stand-in-closed': ({ state }) => `closed as ${state}: no push is heard any more`,
  'history-rolled': (fact) => `kept: ${fact.kept.join(', ')}`,
  'push-accepted': ({ claimed }) => (claimed === undefined ? 'it claims nothing' : `it claims ${claimed}`),
  'push-refused': ({ status, category }) => `${status}: ${category}`,
  'push-deletion-failed': ({ attempt, errorType }) => `try ${attempt}: ${errorType}`,
  'step-logged': ({ step, status, detail }) => `${step} ${status}: ${detail}`,
};

function tries(count: number): string {
  return count === 1 ? '1 try' : `${count} tries`;
}

function factText<K extends FactKind>(fact: Extract<Fact, { readonly kind: K }>): string | undefined {
  // The text under a fact's own kind takes that fact: a pairing the compiler cannot follow through the table.
  return (FACT_TEXTS[fact.kind] as FactText<K>)(fact);
}

/** Why the reader could not read, or did not use, the stretch that the row is about. */
function stretchText(log: LogView, row: number): string | undefined {
  const { source, from, to, kind } = log.row(row);
  const view = log.sourceView(source);
  const stretches = (kind === 'record-unreadable' ? view?.unread : view?.setAside) ?? [];
  return stretches.find((stretch) => stretch.from < Math.max(to, from + 1) && stretch.to > from)?.why;
}

function shortened(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  // Cut before white space is folded: a text may be a million units long.
  const line = text
    .slice(0, LINE_UNITS * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > LINE_UNITS || text.length > LINE_UNITS * 4 ? `${line.slice(0, LINE_UNITS - 1)}…` : line;
}
