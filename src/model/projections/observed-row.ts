// What a wire row says, in our words: its value read by the adapters, with what its exchange tells about it.

import { observe } from '../adapters/adapters.ts';
import type { Binding, Observation, ObserveHint } from '../adapters/observation.ts';
import type { ExchangeFacts } from '../log/row.ts';
import type { LogReader } from '../log/log-reader.ts';
import { WIRE_KINDS, type RowKind } from '../log/row-kind.ts';
import { CHANNEL_OF } from '../log/row-kind.ts';
import type { OperationKind } from '../protocol/operation.ts';

/** What speaks the protocol itself; a span speaks of it. */
const SPEAKS: ReadonlySet<RowKind> = new Set<RowKind>(WIRE_KINDS.filter((kind) => kind !== 'span-seen' && kind !== 'span-event'));
const BINDINGS: ReadonlySet<string> = new Set<Binding>(['jsonrpc', 'rest', 'webhook']);

/**
 * Reads the value of a wire row.
 * @returns undefined for rows that are no wire rows or spans, and for values that cannot be parsed any more
 */
export function observeRow(log: LogReader, row: number): Observation | undefined {
  const kind = log.kind(row);
  if (!SPEAKS.has(kind)) return undefined;
  const value = log.value(row);
  return value === undefined ? undefined : observe(value, hintOf(kind, log.exchangeOf(row)));
}

function hintOf(kind: RowKind, exchange: ExchangeFacts | undefined): ObserveHint {
  const { operation, binding, version } = exchange ?? {};
  return {
    direction: kind === 'message-sent' ? 'request' : kind === 'call-settled' || kind === 'push-received' ? 'response' : 'event',
    ...(isOperation(operation) ? { operation } : {}),
    ...(isBinding(binding) ? { binding } : operation === 'push' ? { binding: 'webhook' as const } : {}),
    ...(version === undefined ? {} : { version }),
  };
}

function isOperation(word: string | undefined): word is OperationKind {
  return word !== undefined && Object.hasOwn(CHANNEL_OF, word);
}

function isBinding(word: string | undefined): word is Binding {
  return word !== undefined && BINDINGS.has(word);
}
