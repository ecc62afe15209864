// What a trace shows, counted from its rows and the values that their paths lead to: what the golden files state. The counting is
// the report's own; what this adds is the way back, from a row through its path to the value.

import { observe } from '../adapters/adapters.ts';
import type { CallSight, Sight } from '../adapters/sight.ts';
import { createTraceCounter, type TaskFacts, type TraceFacts } from '../audit/report/trace-facts.ts';
import type { Json } from '../base/json.ts';
import type { RowDraft } from '../log/row.ts';

export type TaskTruth = TaskFacts;
/** The rows of a trace in order, and how to get at what they are about. */
export interface TraceRows {
  readonly rows: Iterable<RowDraft>;
  valueOf(row: RowDraft): Json | undefined;
  /** Who was asked, by host or name, in order of first sight: the agents of a trace without cards. */
  readonly servers: readonly string[];
}

/** Counts a trace. */
export function foldTrace(trace: TraceRows): TraceFacts {
  const tasks = new Map<string, object>();
  const counter = createTraceCounter((_draft, _sight, id) => tasks.get(id) ?? kept(tasks, id, {}));
  const calls = new Map<number, CallSight>();
  for (const row of trace.rows) {
    const as = sideOf(row);
    if (as === undefined) continue;
    const call = row.exchange === undefined ? undefined : (calls.get(row.exchange) ?? kept(calls, row.exchange, callOf(row)));
    const value = as === 'end' || row.kind === 'card-seen' ? undefined : trace.valueOf(row);
    const direction = as === 'request' ? 'request' : as === 'event' ? 'event' : 'response';
    counter.see(row, { as, call, ...(value === undefined ? {} : { observation: observe(value, { direction }) }) });
  }
  const { agents, ...facts } = counter.facts();
  const cards = new Set([...trace.rows].flatMap(({ kind, label }) => (kind === 'card-seen' && label !== undefined ? [label] : [])));
  return { ...facts, agents: cards.size > 0 ? [...cards] : agents.length > 0 ? agents : trace.servers };
}

function kept<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value);
  return value;
}

/** Who is asked is known by an address alone, so where a row names somebody the call went over HTTP. */
function callOf({ exchange = 0, channel, agent, peer }: RowDraft): CallSight {
  const host = peer ?? agent;
  const call = { number: exchange, operation: channel === 'push' ? 'push' : 'other', hint: {} };
  return host === undefined ? call : { ...call, url: `http://${host}/` };
}

/** What a row was when it was seen; undefined for what carries nothing that is counted. */
function sideOf({ kind, channel }: RowDraft): Sight['as'] | undefined {
  switch (kind) {
    case 'message-sent':
      return 'request';
    case 'stream-ended':
      return 'end';
    case 'call-settled':
      return channel === 'stream' ? 'event' : 'answer';
    case 'status-update':
    case 'artifact-update':
    case 'task-snapshot':
    case 'message-received':
      return channel === 'stream' ? 'event' : channel === 'push' ? 'value' : 'answer';
    case 'card-seen':
      return 'value';
    default:
      return undefined;
  }
}
