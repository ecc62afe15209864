// Builds the casebook while a trace is read, one sight at a time. Constant work for each sight; what is kept grows with what is
// told and not with how often it is repeated.

import type { Json } from '../../base/json.ts';
import type { CallSight, Sight } from '../../adapters/sight.ts';
import type { Cut, RowDraft } from '../../log/row.ts';
import { ShapeKeeper } from '../shape/shape-keeper.ts';
import type { CallCase, Casebook, DeliverySeen, SecretSeen, StreamCase, TaskCase, TaskSighting } from './casebook.ts';
import { answerSeen, lostAnswer, noteCall, noteFrame } from './exchange-seen.ts';
import { KeptCall, KeptStream, KeptTask } from './kept-cases.ts';
import { LooseStreams } from './loose-streams.ts';
import { openBook, type OpenBook } from './open-book.ts';
import { endpointOf, payloadOf } from './payload.ts';
import { PendingCuts } from './pending-cuts.ts';
import { pushConfigsIn, requestSeen } from './requests.ts';
import type { Standing } from './sightings.ts';
import { ToldTasks } from './told-tasks.ts';

/** Notes of one sort beyond this many tell nothing more, and a hostile trace could make any number. */
const MOST_NOTES = 20_000;

/** Of streams without requests so many of each source are judged in full: what is let pass of the others is no more told. */
const ALWAYS_JUDGED = 32;

/** What the builder is told, and what has come of it so far. */
export interface CasebookBuilder {
  readonly book: Casebook;
  /** A wire row or a reading row. */
  see(row: number, draft: RowDraft, sight: Sight): void;
  /** Something that is no row; `row` is the last one so far. */
  note(row: number, source: number, sight: Sight): void;
  /** A secret that was cut; told before the rows of its record. */
  cut(cut: Cut): void;
  protocol(source: number, protocols: readonly string[]): void;
  /** Who keeps the tasks that a row speaks of, by the call that it belongs to: host and port, '' where nothing tells. */
  keeperOf(draft: RowDraft, sight: Pick<Sight, 'call'>): string;
  /** All that was seen is about to be judged. */
  settle(): void;
  /** It has been judged. */
  close(): void;
  /** The task of an id that a value names: two agents may use one id. */
  taskOf(draft: RowDraft, sight: Pick<Sight, 'call'>, id: string): TaskCase;
}

/**
 * Starts with an empty book.
 * @param packs whether cases that ended without incident are packed
 */
export function createCasebookBuilder(packs = true): CasebookBuilder {
  return new Builder(packs);
}

class Builder implements CasebookBuilder {
  readonly #tasks: ToldTasks;
  readonly #calls = new Map<CallSight, KeptCall>();
  #lastCall: KeptCall | undefined;
  readonly #loose = new LooseStreams();
  readonly #deliveryOf = new Map<CallCase, DeliverySeen>();
  readonly #protocols = new Map<number, readonly string[]>();
  readonly #cuts = new PendingCuts();
  readonly #book: OpenBook;
  readonly #shapes: ShapeKeeper;

  constructor(packs: boolean) {
    this.#tasks = new ToldTasks(packs);
    this.#book = openBook(this.#tasks, (source) => this.#protocols.get(source) ?? []);
    this.#shapes = new ShapeKeeper(this.#book, MOST_NOTES);
  }

  get book(): Casebook {
    return this.#book;
  }

  cut(cut: Cut): void {
    this.#cuts.add(cut);
  }

  protocol(source: number, protocols: readonly string[]): void {
    this.#protocols.set(source, protocols);
  }

  keeperOf({ source }: RowDraft, { call: sight }: Pick<Sight, 'call'>): string {
    const call = sight && this.#callOf(sight, source);
    // A delivery goes to whoever wants to know of the task.
    return call === undefined || call.operation === 'push' ? '' : call.endpoint;
  }

  settle(): void {
    this.#tasks.settle();
  }

  close(): void {
    this.#tasks.close();
  }

  taskOf(draft: RowDraft, sight: Pick<Sight, 'call'>, id: string): TaskCase {
    return this.#tasks.known(this.keeperOf(draft, sight), id);
  }

  see(row: number, draft: RowDraft, sight: Sight): void {
    const call = sight.call && this.#callOf(sight.call, draft.source);
    call?.packedWith?.unpack();
    const version = sight.observation?.version;
    if (call) call.version = sight.call.version ?? version ?? call.version;
    const { task, stream } = this.#see(row, draft, sight, call);
    if (this.#shapes.wants(sight, stream)) this.#shapes.see(sight, { row, source: draft.source, call, task, stream });
    this.#takeCuts(row, draft, sight, { task, call });
    if (sight.fault) this.#fault(row, draft.source, sight, { task, stream, call });
  }

  note(row: number, source: number, sight: Sight): void {
    const call = sight.call && this.#callOf(sight.call, source);
    call?.packedWith?.unpack();
    const stream = call ? call.stream : this.#loose.current(source);
    if (sight.as === 'end') this.#end(row, source, sight, call);
    // Its own row, as one set aside, comes next.
    if (sight.as === 'event' && sight.observation) noteFrame(this.#streamOf(call, source, sight), row + 1, sight, undefined);
    if (sight.fault) this.#fault(row, source, sight, { call, stream, task: stream?.task });
    if (sight.observation?.said.kind === 'tasks')
      this.#tasks.listed(this.#standing(row, 'sample', sight, call), sight.observation.said.tasks);
  }

  #callOf(sight: CallSight, source: number): KeptCall {
    // Events of one stream come one after the other.
    if (this.#lastCall?.sight === sight) return this.#lastCall;
    const known = this.#calls.get(sight);
    if (known) return (this.#lastCall = known);
    const call = new KeptCall(sight, source, endpointOf(sight));
    this.#calls.set(sight, call);
    this.#book.calls.push(call);
    return call;
  }

  #see(row: number, draft: RowDraft, sight: Sight, call: CallCase | undefined): Where {
    switch (sight.as) {
      case 'request':
        return call?.operation === 'push' ? this.#delivery(row, sight, call) : this.#request(row, sight, call);
      case 'answer':
        return this.#answer(row, draft, sight, call);
      case 'event':
      case 'element':
        return this.#frame(row, draft, sight, call);
      case 'value':
        return draft.channel === 'push' ? this.#delivery(row, sight, call) : this.#value(row, draft, sight, call);
      case 'end':
        return this.#end(row, draft.source, sight, call);
      default:
        return NOWHERE;
    }
  }

  #request(row: number, sight: Sight, call: CallCase | undefined): Where {
    const request = requestSeen(row, sight);
    if (!call || !request) return NOWHERE;
    call.request = request;
    for (const config of pushConfigsIn(row, sight, call, 'request')) this.#book.pushConfigs.push(config);
    const task = request.taskId === undefined ? undefined : this.#tasks.at(call.endpoint, request.taskId);
    if (task) noteCall(task, call);
    return { task, stream: undefined };
  }

  #delivery(row: number, sight: Sight, call: CallCase | undefined): Where {
    const sightings: TaskSighting[] = [];
    const delivery: DeliverySeen = {
      row,
      seenAt: sight.seenAt,
      call,
      sightings,
      headers: sight.headers,
      url: call?.sight.url,
      status: undefined,
    };
    const seen = this.#tasks.said(this.#standing(row, 'push', sight, call), sight.observation?.said, '');
    if (seen) sightings.push(seen);
    this.#book.deliveries.push(delivery);
    if (call) this.#deliveryOf.set(call, delivery);
    return { task: seen?.task, stream: undefined };
  }

  #answer(row: number, draft: RowDraft, sight: Sight, call: CallCase | undefined): Where {
    const delivery = call && this.#deliveryOf.get(call);
    if (delivery) {
      delivery.status = sight.status;
      return { task: delivery.sightings[0]?.task, stream: undefined };
    }
    const said = sight.observation?.said;
    const sighting = this.#tasks.said(this.#standing(row, 'sample', sight, call), said, call?.endpoint ?? '');
    if (said?.kind === 'card') this.#card(row, sight, call);
    if (!call) this.#looseAnswer(row, draft.source, sight, sighting?.task);
    if (call) {
      call.answers.push(answerSeen(row, draft, sight, sighting));
      for (const config of pushConfigsIn(row, sight, call, 'answer')) this.#book.pushConfigs.push(config);
      if (sighting) noteCall(sighting.task, call);
    }
    return { task: sighting?.task ?? this.#namedTask(call), stream: undefined };
  }

  #looseAnswer(row: number, source: number, { observation }: Sight, task: TaskCase | undefined): void {
    const { looseAnswers } = this.#book;
    if (observation?.rpcId === undefined || looseAnswers.length >= MOST_NOTES) return;
    const errorCode = observation.said.kind === 'error' ? observation.said.code : undefined;
    looseAnswers.push({ row, source, rpcId: observation.rpcId, errorCode, task });
  }

  #namedTask(call: CallCase | undefined): TaskCase | undefined {
    const taskId = call?.request?.taskId;
    return call === undefined || taskId === undefined ? undefined : this.#tasks.at(call.endpoint, taskId);
  }

  #frame(row: number, draft: RowDraft, sight: Sight, call: CallCase | undefined): Where {
    const said = sight.observation?.said;
    if (said?.kind === 'card') {
      this.#card(row, sight, call);
      return NOWHERE;
    }
    const stream = this.#streamOf(call, draft.source, sight);
    const sighting = this.#tasks.said({ row, via: 'stream', call, stream, sight }, said, call?.endpoint ?? '');
    stream.task ??= this.#namedTask(call) ?? sighting?.task;
    if (sighting && call) noteCall(sighting.task, call);
    noteFrame(stream, row, sight, sighting);
    if (said?.kind === 'error') call?.answers.push(answerSeen(row, draft, sight, undefined));
    return { task: sighting?.task ?? stream.task, stream };
  }

  #streamOf(call: CallCase | undefined, source: number, sight: Sight): StreamCase {
    const known = call ? call.stream : this.#loose.of(source, sight.observation);
    if (known) {
      if (known.isPacked && known.task instanceof KeptTask) known.task.unpack();
      return known;
    }
    const stream = new KeptStream(call, {
      source,
      openedAt: call?.request?.seenAt ?? sight.seenAt,
      listed: sight.as === 'element',
      isAlwaysJudged: call === undefined && this.#loose.countOf(source) < ALWAYS_JUDGED,
    });
    if (call) call.stream = stream;
    else this.#loose.add(source, sight.observation, stream);
    this.#book.streams.push(stream);
    return stream;
  }

  #value(row: number, draft: RowDraft, sight: Sight, call: CallCase | undefined): Where {
    const said = sight.observation?.said;
    if (said?.kind === 'card') this.#card(row, sight, call);
    const via = draft.channel === 'stream' ? 'stream' : 'sample';
    if (via === 'stream') return this.#frame(row, draft, sight, call);
    return { task: this.#tasks.said(this.#standing(row, via, sight, call), said, '')?.task, stream: undefined };
  }

  /** The end of a stream; a stream without a frame is one all the same. Loose streams of the source are over with it. */
  #end(row: number, source: number, sight: Sight, call: CallCase | undefined): Where {
    const end = { row, seenAt: sight.seenAt };
    if (!call) {
      const open = this.#loose.end(source);
      for (const stream of open) Object.assign(stream, { ended: sight.ended, end });
      return { task: open[0]?.task, stream: open[0] };
    }
    if (call.stream === undefined && !isStreaming(call)) {
      call.answers.push(lostAnswer(row, sight));
      return NOWHERE;
    }
    const stream = this.#streamOf(call, source, sight);
    Object.assign(stream, { ended: sight.ended, end });
    stream.task ??= this.#namedTask(call);
    this.#tasks.streamEnded(stream.task);
    return { task: stream.task, stream };
  }

  #standing(row: number, via: 'sample' | 'push', sight: Sight, call: CallCase | undefined): Standing {
    return { row, via, call, stream: undefined, sight };
  }

  #card(row: number, sight: Sight, call: CallCase | undefined): void {
    const said = sight.observation?.said;
    const dialect = sight.observation?.dialect;
    // Manifests of ACP, and cards of the small REST protocol, promise other things in other words.
    if (said?.kind !== 'card' || dialect === 'acp' || dialect === 'interop') return;
    const value: Json = payloadOf(sight) ?? null;
    const version = sight.observation?.version;
    const fetchedFrom = call?.sight.url;
    this.#book.cards.push({ row, seenAt: sight.seenAt, card: said.card, value, fetchedFrom, call, version });
  }

  #takeCuts(row: number, draft: RowDraft, sight: Sight, where: Pick<SecretSeen, 'task' | 'call'>): void {
    for (const cut of this.#cuts.take(draft.source, draft.from, draft.to)) {
      const as = sight.call?.operation === 'push' ? 'push' : draft.channel === 'card' ? 'card' : secretPlace(sight);
      this.#book.secrets.push({ cut, row, task: where.task, call: where.call, as, operation: sight.call?.operation });
    }
  }

  #fault(row: number, source: number, sight: Sight, where: Where & { readonly call: CallCase | undefined }): void {
    if (!sight.fault || this.#book.faults.length >= MOST_NOTES) return;
    const stream = where.stream ?? where.call?.stream ?? this.#loose.current(source);
    const task = where.task ?? stream?.task ?? this.#namedTask(where.call);
    this.#book.faults.push({ fault: sight.fault, source, row, call: where.call, stream, task });
  }
}

interface Where {
  readonly task: TaskCase | undefined;
  readonly stream: StreamCase | undefined;
}
const NOWHERE: Where = { task: undefined, stream: undefined };

function isStreaming(call: CallCase): boolean {
  return call.operation === 'stream' || call.operation === 'subscribe';
}

function secretPlace({ as }: Sight): SecretSeen['as'] {
  if (as === 'request' || as === 'answer' || as === 'event') return as;
  return as === 'element' ? 'event' : 'text';
}
