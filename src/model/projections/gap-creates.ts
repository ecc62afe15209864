// The gap that shows in requests which make tasks: the same wish sent again when the first answer never came, and creates that
// nothing could tell apart from a second wish. Contents are compared of so many creates; the others are counted.

import type { LogView } from '../log/log-view.ts';
import type { Message } from '../protocol/message.ts';
import { Places, type GapPlace } from './gap-signs.ts';
import { perLog, type LogIndex } from './log-index.ts';
import { observeRow } from './observed-row.ts';

const MOST_CREATES = 5_000;
/** An answer after which nobody knows whether there is a task: none at all, or a server's own trouble. */
const UNCERTAIN = /^(lost\b|HTTP 5\d\d|error (UNAVAILABLE|INTERNAL|-32603))/;

interface Create {
  readonly seq: number;
  readonly to: string;
  /** What a repeat would be known by: a client reference, else the id of the message. */
  readonly reference: string | undefined;
  answer: 'none' | 'uncertain' | 'refused' | 'task';
  taskAfter: string | undefined;
  answeredSeq: number | undefined;
}
interface AgainPlace {
  readonly first: Create;
  readonly again: Create;
}

class GapCreates implements LogIndex {
  readonly #byExchange = new Map<number, Create>();
  readonly #byWish = new Map<string, Create>();
  readonly again = new Places<AgainPlace>();
  readonly unnamed = new Places<{ readonly seq: number; readonly to: string }>();
  created = 0;

  /** Creates whose contents are not compared. */
  get leftOut(): number {
    return Math.max(0, this.created - MOST_CREATES);
  }

  add(log: LogView, row: number, seq: number): void {
    const kind = log.kind(row);
    if (kind === 'call-settled' || kind === 'status-update' || kind === 'task-snapshot') return this.#answer(log, row, seq);
    if (kind !== 'message-sent' || log.taskKey(row) !== undefined) return;
    const { operation, from = '', to = '' } = log.exchangeOf(row) ?? {};
    if (operation !== 'send' && operation !== 'stream') return;
    this.created += 1;
    if (this.created <= MOST_CREATES) this.#create(log, row, { seq, from, to });
  }

  #create(log: LogView, row: number, { seq, from, to }: { readonly seq: number; readonly from: string; readonly to: string }): void {
    const observation = observeRow(log, row);
    const message = observation?.said.kind === 'request' ? observation.said.message : undefined;
    if (message === undefined) return;
    const clientRef = message.metadata?.['client_ref'];
    if (observation?.dialect === 'interop' && clientRef === undefined) this.unnamed.add({ seq, to });
    const reference = typeof clientRef === 'string' ? clientRef : message.messageId || undefined;
    const create: Create = { seq, to, reference, answer: 'none', taskAfter: undefined, answeredSeq: undefined };
    this.#byExchange.set(log.exchangeKey(row), create);
    this.#wish(`${from}\n${to}\n${wishOf(message)}`, create);
  }

  /** The same wish again, while nobody can know what became of the first: without an answer, or with one that leaves it open. */
  #wish(wish: string, create: Create): void {
    const first = this.#byWish.get(wish);
    this.#byWish.set(wish, create);
    if (first === undefined) return;
    const sameName = first.reference !== undefined && first.reference === create.reference;
    if (first.answer === 'none' || first.answer === 'uncertain' || (first.answer === 'task' && sameName))
      this.again.add({ first, again: create });
  }

  #answer(log: LogView, row: number, seq: number): void {
    const create = this.#byExchange.get(log.exchangeKey(row));
    if (create === undefined || create.answer === 'task') return;
    create.answeredSeq = seq;
    const task = log.taskKey(row);
    if (task !== undefined && log.state(row) !== undefined) {
      create.answer = 'task';
      create.taskAfter = task;
    } else if (log.failed(row)) create.answer = UNCERTAIN.test(log.label(row) ?? '') ? 'uncertain' : 'refused';
  }
}
export const gapCreatesOf = perLog(() => new GapCreates());

/** What is wanted, without the names that a repeat may change. */
function wishOf({ parts, contextId, metadata }: Message): string {
  const skill = Object.entries(metadata ?? {}).find(([key]) => key.endsWith('skill'))?.[1];
  return JSON.stringify([parts, contextId, skill]);
}

/** A sentence over a wish that was sent twice. */
export function againPlace(log: LogView, { first, again }: AgainPlace): GapPlace {
  const made = tasksMade(log, first, again);
  const seqs = [first.seq, again.seq];
  const { taskAfter: one } = first;
  const { taskAfter: two } = again;
  const asked = again.to === '' ? '' : ` of ${again.to}`;
  const same = first.reference !== undefined && first.reference === again.reference;
  const named = same ? `under the same name (${first.reference})` : 'under no name that both have';
  if (one !== undefined && two !== undefined) {
    const tasks =
      one === two ? `both times ${log.tasks.nameOf(one)} came back` : `${log.tasks.nameOf(one)} and ${log.tasks.nameOf(two)} came back`;
    return { say: `The same was asked${asked} twice, ${named}: ${tasks}.`, seqs };
  }
  const why = first.answer === 'none' ? 'no answer had come' : 'the answer did not tell whether there is a task';
  const tasks = made === undefined ? '' : ` ${made === 1 ? '1 task was' : `${made} tasks were`} made.`;
  return { say: `The same was asked${asked} again, ${named}: ${why}.${tasks}`, seqs };
}

/** How many tasks the peer's own facts show from the first create to the answer of the second; undefined where it tells none. */
function tasksMade(log: LogView, first: Create, again: Create): number | undefined {
  const rows = log.rowsOfKind('task-created');
  let made = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const seq = log.seqOf(rows[index] ?? 0);
    if (seq > (again.answeredSeq ?? Infinity)) break;
    if (seq > first.seq && log.agent(rows[index] ?? 0) === again.to) made += 1;
  }
  return rows.length === 0 ? undefined : made;
}
