// What the remote agent itself tells of its task: each change as it stored it, and each push that it says it sent, with what became
// of it. A paste of one side has none of this (SPEC.md P.93, P.94).

import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { ObservedState, TaskState } from '../protocol/task.ts';
import type { StandInAnswer, TrueChange } from './stand-in-story.ts';
import type { At, StandInTrack } from './stand-in-track.ts';

const MOST_CHANGES = 200;
const MOST_LOST = 100;
/** Rows that are looked through for as many as are shown. */
const MOST_LOOKED_AT = 1_000;

export interface StoredChange extends At {
  readonly row: number;
  readonly by: string;
  readonly state: TaskState;
  /** Undefined before it has been read, null where it has none. */
  text: string | null | undefined;
}
interface SentPush extends At {
  readonly by: string;
  readonly state: TaskState;
  /** Where it became known that it is lost, and where it came after all. */
  lostSeq: number | undefined;
  foundSeq: number | undefined;
}

/** One remote task as the agents of a log tell of it. */
export class RemoteTrack {
  /** Without what an agent stored again as it was: nobody could hear of that (SPEC.md P.93). */
  readonly changes: StoredChange[] = [];
  readonly #newestOf = new Map<string, StoredChange>();
  /** Pushes that no delivery has been seen of, in order; a fault is told of the newest. */
  #waiting: SentPush[] = [];
  /** In the order in which it became known. */
  readonly #lost: SentPush[] = [];

  stored(log: LogView, change: StoredChange): void {
    const before = this.#newestOf.get(change.by);
    if (before?.state === change.state && textOf(log, before) === textOf(log, change)) return;
    this.#newestOf.set(change.by, change);
    this.changes.push(change);
  }

  sent({ seq, time }: At, by: string, state: TaskState): void {
    this.#waiting.push({ seq, time, by, state, lostSeq: undefined, foundSeq: undefined });
    // What nobody sees deliveries of is no news of losses either.
    if (this.#waiting.length > MOST_LOOKED_AT) this.#waiting.shift();
  }

  /** The lab tells of a loss right after the push, in the same instant and in the sender's name. */
  lostOnPurpose({ seq, time }: At, by: string): void {
    const push = this.#waiting.findLast((each) => each.by === by && each.time === time && each.lostSeq === undefined);
    if (!push) return;
    this.#waiting.splice(this.#waiting.indexOf(push), 1);
    this.#lose(push, seq);
  }

  /**
   * A delivery left: it is the oldest push of its sender that claims this and has not been seen, or else a copy or a further try.
   * What its sender had sent before that and nobody has seen is lost, unless it comes after all: deliveries overtake each other.
   */
  delivered(seq: number, by: string, claim: ObservedState | undefined): void {
    const place = this.#waiting.findIndex((push) => push.by === by && push.state === claim);
    const push = this.#waiting[place];
    if (!push) return;
    this.#waiting.splice(place, 1);
    if (push.lostSeq !== undefined) push.foundSeq = seq;
    for (const older of this.#waiting.slice(0, place)) if (older.by === by && older.lostSeq === undefined) this.#lose(older, seq);
  }

  /** Nothing more comes. */
  ended(seq: number): void {
    for (const push of this.#waiting) if (push.lostSeq === undefined) this.#lose(push, seq);
    this.#waiting = [];
  }

  #lose(push: SentPush, seq: number): void {
    push.lostSeq = seq;
    this.#lost.push(push);
  }

  /** Whether whoever keeps the task has told of it by a cursor. */
  isTold(cursor: number): boolean {
    return (this.changes[0]?.seq ?? Infinity) <= cursor;
  }

  /** The last ones that are lost as far as a cursor can tell, in the order in which they were sent. */
  lostUpTo(cursor: number): StandInAnswer['lostPushes'] {
    const known = countBelow(this.#lost.length, (place) => this.#lost[place]?.lostSeq ?? 0, cursor + 1);
    return this.#lost
      .slice(Math.max(0, known - MOST_LOOKED_AT), known)
      .filter(({ foundSeq }) => foundSeq === undefined || foundSeq > cursor)
      .slice(-MOST_LOST)
      .map(({ seq, time, state }) => ({ seq, time, state }))
      .sort((one, other) => one.seq - other.seq);
  }

  /**
   * The change that a stand-in has heard of when it has this state and text: the newest one of both, else of the state.
   * @param host whose own word does not count
   */
  heardOf(log: LogView, host: string, heard: { readonly state: TaskState; readonly text: string | undefined }): StoredChange | undefined {
    let ofState: StoredChange | undefined;
    const { changes } = this;
    const from = Math.max(0, changes.length - MOST_CHANGES);
    for (let place = changes.length - 1; place >= from; place -= 1) {
      const change = changes[place];
      if (change === undefined || change.by === host || change.state !== heard.state) continue;
      if (heard.text === undefined || textOf(log, change) === heard.text) return change;
      ofState ??= change;
    }
    return ofState;
  }

  /** What the task went through up to a cursor, and since when a stand-in has it. */
  truthUpTo(log: LogView, { host, applied }: StandInTrack, cursor: number): readonly TrueChange[] {
    const { changes } = this;
    const told = countBelow(changes.length, (place) => changes[place]?.seq ?? 0, cursor + 1);
    return changes
      .slice(Math.max(0, told - MOST_LOOKED_AT), told)
      .filter(({ by }) => by !== host)
      .slice(-MOST_CHANGES)
      .map((change) => {
        const had = applied.get(change.seq);
        const isHad = had !== undefined && had.seq <= cursor;
        return {
          seq: change.seq,
          time: change.time,
          state: change.state,
          text: textOf(log, change),
          appliedSeq: isHad ? had.seq : undefined,
          appliedTime: isHad ? had.time : undefined,
        };
      });
  }
}

function textOf(log: LogView, change: StoredChange): string | undefined {
  if (change.text === undefined) {
    const fact = log.fact(change.row);
    change.text = (fact?.kind === 'status-stored' ? fact.text : undefined) ?? null;
  }
  return change.text ?? undefined;
}
