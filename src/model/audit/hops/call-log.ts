// Calls that hand work over, as they are seen: who asked whom, from when to when, about which task, and what the message refers
// to. One small record a call, however many events answer it.

import { CHAIN_KEY } from '../../adapters/adapters.ts';
import type { CallSight, Sight } from '../../adapters/sight.ts';
import type { RowDraft } from '../../log/row.ts';
import { TaskKeys } from '../../log/task-keys.ts';
import type { Message } from '../../protocol/message.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import type { ClaimedChain } from './claims.ts';
import { claimedChains, claimedParents } from './claims.ts';
import { endpointOf } from '../casebook/payload.ts';
import { EndpointNames, programOf } from './caller-names.ts';

/** A moment, by row and by the clock of the capture where it says. */
export interface Moment {
  readonly row: number;
  readonly time: number | undefined;
}
export interface CallRecord {
  readonly start: Moment;
  /** The last that was seen of the call itself. */
  last: Moment;
  /** Who asked: as the source states it, else the program that sent the request. */
  readonly from: string | undefined;
  readonly fromStated: boolean;
  readonly url: string | undefined;
  /** Who keeps its task: host and port of who was asked, '' where nothing tells. */
  readonly keeper: string;
  /** Who was asked, where the source states it. */
  to: string | undefined;
  taskId: string | undefined;
  contextId: string | undefined;
  readonly traceId: string | undefined;
  /** Tasks that its message refers to. */
  readonly refersTo: readonly string[];
  /** Chains that its message claims, or its task. */
  claims: readonly ClaimedChain[];
  failed: boolean;
  /** Who answered, by the last row. */
  named: string | undefined;
}

/** Calls that are kept; of more than that hops are not looked for. */
const MOST_CALLS = 1 << 18;
const MOST_ENDS = 1 << 20;
const HANDS_OVER: ReadonlySet<string> = new Set(['send', 'stream']);
const CALLS_PER_SOURCE = 2 ** 32;
const NONE: readonly never[] = [];

export class CallLog {
  readonly calls: CallRecord[] = [];
  readonly names = new EndpointNames();
  /** When a task was first seen to have ended, by its number among those that have. */
  readonly #ends = new Map<number, Moment>();
  readonly #ended = new TaskKeys();
  readonly #byNumber = new Map<number, CallRecord>();
  // Events of one stream come one after the other: the record is looked up once for all of them.
  #lastCall: CallSight | undefined;
  #lastRecord: CallRecord | undefined;
  leftOut = 0;

  see(row: number, draft: RowDraft, sight: Sight): void {
    const { call } = sight;
    if (draft.taskId !== undefined && isTerminal(draft.state)) this.#end(draft.taskId, call, { row, time: sight.seenAt });
    if (call === undefined) return;
    if (sight.as === 'request') return this.#request(row, draft, sight);
    const record = this.#recordOf(call, draft);
    if (record === undefined) {
      // Cards are fetched by calls that hand nothing over, and name their hosts.
      if (sight.as === 'answer') this.names.learn(call.url, draft.agent);
      return;
    }
    if (draft.agent !== record.named) {
      record.named = draft.agent;
      this.names.learn(call.url, draft.agent);
    }
    record.last = { row, time: sight.seenAt };
    if (call.to !== undefined) record.to = call.to;
    record.taskId ??= draft.taskId;
    record.contextId ??= draft.contextId;
    if (draft.failed && record.taskId === undefined) record.failed = true;
    if (record.claims.length === 0) record.claims = claimsOfTask(sight);
  }

  /** When the task that a keeper has under an id was first seen to have ended. */
  endOf(taskId: string, keeper: string): Moment | undefined {
    return this.#ends.get(this.#ended.add(taskId, keeper));
  }

  #end(taskId: string, call: CallSight | undefined, at: Moment): void {
    if (this.#ends.size >= MOST_ENDS) return;
    const task = this.#ended.add(taskId, call === undefined || call.operation === 'push' ? '' : endpointOf(call));
    if (!this.#ends.has(task)) this.#ends.set(task, at);
  }

  #recordOf(call: CallSight, { source }: RowDraft): CallRecord | undefined {
    if (call !== this.#lastCall) {
      this.#lastCall = call;
      this.#lastRecord = this.#byNumber.get(source * CALLS_PER_SOURCE + call.number);
    }
    return this.#lastRecord;
  }

  #request(row: number, draft: RowDraft, sight: Sight): void {
    const { call, observation, seenAt, headers } = sight;
    if (call === undefined || !HANDS_OVER.has(call.operation)) return;
    this.names.learn(call.url, draft.peer);
    if (this.calls.length >= MOST_CALLS) {
      this.leftOut += 1;
      return;
    }
    const message = observation?.said.kind === 'request' ? observation.said.message : undefined;
    const start = { row, time: seenAt };
    const record: CallRecord = {
      start,
      last: start,
      from: call.from ?? programOf((headers ?? call.headers)?.['user-agent']),
      fromStated: call.from !== undefined,
      url: call.url,
      keeper: endpointOf(call),
      to: call.to,
      taskId: draft.taskId,
      contextId: draft.contextId,
      traceId: call.traceparent?.split('-')[1]?.replace(/^0+/, '') || undefined,
      refersTo: refersTo(message),
      claims: message?.metadata === undefined ? NONE : claimedChains(message.metadata, 'a message'),
      failed: false,
      named: undefined,
    };
    this.calls.push(record);
    this.#byNumber.set(draft.source * CALLS_PER_SOURCE + call.number, record);
    this.#lastCall = call;
    this.#lastRecord = record;
  }
}

/** A server may write the chain into the task; whether it verified it, no trace tells. */
function claimsOfTask({ observation }: Sight): readonly ClaimedChain[] {
  const task = observation?.said.kind === 'task' ? observation.said.task : undefined;
  if (task === undefined) return NONE;
  if (task.delegationChain.length > 0) return [{ names: task.delegationChain, place: `metadata.${CHAIN_KEY} of a task` }];
  return task.metadata === undefined ? NONE : claimedChains(task.metadata, 'a task');
}

function refersTo(message: Message | undefined): readonly string[] {
  if (message === undefined) return NONE;
  const { referenceTaskIds = NONE, metadata } = message;
  return metadata === undefined ? referenceTaskIds : [...referenceTaskIds, ...claimedParents(metadata)];
}
