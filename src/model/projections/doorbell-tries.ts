// Every try at the doorbells of a log's stand-ins: what was answered and how many looks it caused; and what crossed the wire of
// whoever stands in. From facts of stand-ins and their receivers: a log without them has no tries. Taken down once as rows arrive.

import { member, parseJson, textMember } from '../base/json.ts';
import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import { type RowKind, WIRE_KINDS } from '../log/row-kind.ts';
import type { WatchFact } from '../log/watch-fact.ts';
import type { AgentName, TaskState } from '../protocol/task.ts';
import { perLog, type LogIndex } from './log-index.ts';

export interface DoorbellTry {
  readonly seq: number;
  readonly time: number | undefined;
  /** The local id that was rung for. */
  readonly standIn: string;
  readonly status: number;
  /** Which check refused it; undefined where it was accepted. */
  readonly refusal: string | undefined;
  readonly claimed: TaskState | undefined;
  /** Who rang, as the wire tells; undefined until it is answered, and where the log is no episode. */
  readonly peer: AgentName | undefined;
  /** Looks at the task that it caused, up to the cursor. */
  readonly fetches: number;
}
/** What crossed between whoever stands in and everybody else, up to the cursor. */
export interface StandInWire {
  readonly requestsOut: number;
  readonly requestsIn: number;
  /** Of bodies, both ways, as the log keeps them. */
  readonly bytes: number;
}
export interface DoorbellAnswer {
  /** The last 300. */
  readonly tries: readonly DoorbellTry[];
  readonly total: number;
  readonly refused: number;
  /** Undefined where the log has no stand-in, or is no episode. */
  readonly wire: StandInWire | undefined;
}

const MOST_TRIES = 300;
/** What an accepted push is answered. */
const ACCEPTED = 204;
const WIRE: ReadonlySet<RowKind> = new Set(WIRE_KINDS);

/** Tells of the tries up to a cursor. */
export function projectDoorbell(log: LogView, { cursor }: { readonly cursor: number }): DoorbellAnswer {
  if (STAND_IN_KINDS.every((kind) => log.rowsOfKind(kind).length === 0)) return { tries: [], total: 0, refused: 0, wire: undefined };
  return triesOf(log).upTo(cursor);
}

const STAND_IN_KINDS: readonly RowKind[] = ['stand-in-moved', 'push-refused', 'push-accepted'];

interface TryTrack extends Omit<DoorbellTry, 'fetches' | 'peer'> {
  ring: { readonly peer: AgentName; readonly seq: number } | undefined;
  /** Seqs of the looks that it caused. */
  readonly looks: number[];
}
/** Sums of one agent's wire, one entry a row that changed them. */
interface WireTrack {
  readonly seqs: number[];
  readonly sums: StandInWire[];
}

class TriesIndex implements LogIndex {
  readonly #tries: TryTrack[] = [];
  /** Those whose answer has not crossed yet. */
  readonly #unanswered: TryTrack[] = [];
  /** Seqs of refused ones. */
  readonly #refused: number[] = [];
  readonly #causes = new Map<string, LookCauses>();
  readonly #wires = new Map<AgentName, WireTrack>();
  #host: { readonly name: AgentName; readonly seq: number } | undefined;
  /** Source and start of the carrier that was counted last: several rows may stand in one. */
  #counted = '';

  add(log: LogView, row: number, seq: number): void {
    const kind = log.kind(row);
    if (WIRE.has(kind)) return this.#wire(log, row, seq);
    if (kind === 'stand-in-moved' || kind === 'push-accepted' || kind === 'push-refused' || kind === 'task-fetched')
      this.#fact(log, row, seq);
  }

  upTo(cursor: number): DoorbellAnswer {
    const total = countBelow(this.#tries.length, (place) => this.#tries[place]?.seq ?? 0, cursor + 1);
    const tries = this.#tries.slice(Math.max(0, total - MOST_TRIES), total).map(({ looks, ring, ...told }) => ({
      ...told,
      peer: ring && ring.seq <= cursor ? ring.peer : undefined,
      fetches: countBelow(looks.length, (place) => looks[place] ?? 0, cursor + 1),
    }));
    const refused = countBelow(this.#refused.length, (place) => this.#refused[place] ?? 0, cursor + 1);
    const host = this.#host && this.#host.seq <= cursor ? this.#host.name : undefined;
    return { tries, total, refused, wire: host === undefined ? undefined : this.#wireUpTo(host, cursor) };
  }

  #wireUpTo(host: AgentName, cursor: number): StandInWire | undefined {
    const track = this.#wires.get(host);
    if (!track) return undefined;
    return track.sums[countBelow(track.seqs.length, (place) => track.seqs[place] ?? 0, cursor + 1) - 1] ?? NOTHING_CROSSED;
  }

  #fact(log: LogView, row: number, seq: number): void {
    const fact = log.fact(row);
    if (fact?.kind === 'stand-in-moved') {
      const name = log.agent(row);
      if (name !== undefined) this.#host ??= { name, seq };
      this.#causesOf(fact.standIn).move(fact);
    } else if (fact?.kind === 'push-accepted') {
      const track = this.#try(log, row, { seq, standIn: fact.standIn, status: ACCEPTED, refusal: undefined, claimed: fact.claimed });
      this.#causesOf(fact.standIn).accept(track);
    } else if (fact?.kind === 'push-refused') {
      this.#try(log, row, { seq, standIn: fact.standIn, status: fact.status, refusal: fact.category, claimed: undefined });
      this.#refused.push(seq);
    } else if (fact?.kind === 'task-fetched' && fact.why !== 'reconcile') this.#causesOf(fact.standIn).look(seq);
  }

  #try(log: LogView, row: number, told: Omit<TryTrack, 'time' | 'looks' | 'ring'>): TryTrack {
    const track: TryTrack = { ...told, time: log.time(row), looks: [], ring: undefined };
    this.#tries.push(track);
    if (log.episode !== undefined) this.#unanswered.push(track);
    return track;
  }

  #causesOf(standIn: string): LookCauses {
    const known = this.#causes.get(standIn);
    if (known) return known;
    const causes = new LookCauses();
    this.#causes.set(standIn, causes);
    return causes;
  }

  /** Bodies are read again from the text, which only an episode's recording has in one known form. */
  #wire(log: LogView, row: number, seq: number): void {
    if (log.episode === undefined) return;
    const { source, from, to, kind } = log.row(row);
    const carrier = `${source} ${from}`;
    if (carrier === this.#counted) return;
    this.#counted = carrier;
    const { bytes, status } = lineOf(log.sourceView(source)?.read(from, to) ?? '');
    const parties = log.exchangeOf(row);
    if (parties?.from === undefined || parties.to === undefined || parties.from === parties.to) return;
    if (parties.to === this.#host?.name && status !== undefined) this.#answer(status, { peer: parties.from, seq });
    const isRequest = kind === 'message-sent' ? 1 : 0;
    this.#count(parties.from, seq, { requestsOut: isRequest, requestsIn: 0, bytes });
    this.#count(parties.to, seq, { requestsOut: 0, requestsIn: isRequest, bytes });
  }

  /** The oldest try that was told to get this answer; which of two alike it is makes no difference. */
  #answer(status: number, ring: NonNullable<TryTrack['ring']>): void {
    const place = this.#unanswered.findIndex((track) => track.status === status);
    const [track] = place < 0 ? [] : this.#unanswered.splice(place, 1);
    if (track) track.ring = ring;
  }

  #count(agent: AgentName, seq: number, { requestsOut, requestsIn, bytes }: StandInWire): void {
    const track = this.#wires.get(agent) ?? { seqs: [], sums: [] };
    this.#wires.set(agent, track);
    const before = track.sums.at(-1) ?? NOTHING_CROSSED;
    track.seqs.push(seq);
    track.sums.push({
      requestsOut: before.requestsOut + requestsOut,
      requestsIn: before.requestsIn + requestsIn,
      bytes: before.bytes + bytes,
    });
  }
}
const triesOf = perLog(() => new TriesIndex());

const NOTHING_CROSSED: StandInWire = { requestsOut: 0, requestsIn: 0, bytes: 0 };

/** What one line of a recording carries. */
function lineOf(line: string): { readonly bytes: number; readonly status: number | undefined } {
  const read = parseJson(line);
  if (!read.ok) return { bytes: 0, status: undefined };
  const status = member(read.value, 'status');
  const text = textMember(read.value, 'body') ?? textMember(read.value, 'text') ?? '';
  return { bytes: new TextEncoder().encode(text).length, status: typeof status === 'number' ? status : undefined };
}

type Moved = Extract<WatchFact, { readonly kind: 'stand-in-moved' }>;

/** Which push a look is for: the one that set it off, or the newest of those that came while the one before was under way. */
class LookCauses {
  /** Moves by a push whose acceptance has not been told yet, and the other way round. */
  readonly #moves: Moved[] = [];
  readonly #accepted: TryTrack[] = [];
  #waiting: TryTrack | undefined;
  #current: TryTrack | undefined;
  /** Whose look has just been answered. */
  #answered: { readonly by: TryTrack | undefined } | undefined;
  #hasMoved = false;

  move(moved: Moved): void {
    this.#hasMoved = true;
    const { event, to } = moved;
    if (event === 'push-accepted') {
      const track = this.#accepted.shift();
      if (track) this.#place(track, moved);
      else this.#moves.push(moved);
      return;
    }
    if (event === 'task-fetched' || event === 'fetch-failed') this.#answered = { by: this.#current };
    if (to === 'fetching' && event !== 'wait-over' && moved.from !== undefined && event !== 'worker-restarted') this.#take();
  }

  accept(track: TryTrack): void {
    if (!this.#hasMoved) {
      this.#current = track;
      return;
    }
    const moved = this.#moves.shift();
    if (moved) this.#place(track, moved);
    else this.#accepted.push(track);
  }

  look(seq: number): void {
    const owner = this.#answered ? this.#answered.by : this.#current;
    this.#answered = undefined;
    owner?.looks.push(seq);
  }

  #place(track: TryTrack, { from, to }: Moved): void {
    if (to === 'fetching' && from !== 'fetching') this.#current = track;
    else this.#waiting = track;
  }

  #take(): void {
    this.#current = this.#waiting ?? this.#current;
    this.#waiting = undefined;
  }
}
