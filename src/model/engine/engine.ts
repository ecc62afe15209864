// The one face for whoever looks at a log. It takes text and answers questions; it knows no worker, no lesson and no clock.
// While it reads it works in slices and answers in between, so a question never waits for a long text.

import { invariant } from '../base/assert.ts';
import type { ByteSource } from '../base/byte-source.ts';
import type { ReadAs } from '../log/read-as.ts';
import { answerOf } from './answers.ts';
import { feedBytes } from './byte-feed.ts';
import { summaryOf } from './log-summary.ts';
import { OpenLog } from './open-log.ts';
import type { Answer, Ask, Engine, LogId, LogSummary, Projection, SearchHit, SearchProgress, SlicePort } from './query.ts';
import { chosenReading, feedAgain } from './reread.ts';
import { savedText } from './saved-log.ts';
import { createTextSearch, type TextSearch } from './text-search.ts';

/** Of a slice; what is begun ends a little later. */
const READING_MS = 16;
const SEARCHING_MS = 16;

/** @param slice tells how long a slice has lasted and lets others have a turn */
export function createEngine(slice: SlicePort): Engine {
  return new LogEngine(slice);
}

class LogEngine implements Engine {
  readonly #slice: SlicePort;
  readonly #logs = new Map<LogId, OpenLog>();
  readonly #listeners = new Set<(log: LogId, revision: number) => void>();
  #lastId = 0;
  #isReading = false;

  constructor(slice: SlicePort) {
    this.#slice = slice;
  }

  open(text: string, options: { readonly name: string; readonly as?: ReadAs }): LogId {
    const id = this.#begin(options.name, [], options.as);
    this.append(id, text);
    this.finish(id);
    return id;
  }

  openBytes(source: ByteSource, options: { readonly name: string; readonly as?: ReadAs | undefined }): LogId {
    const id = this.#begin(options.name, [], options.as);
    const log = this.#find(id);
    log.bytes = source.size;
    void feedBytes(source, {
      append: (text, origin, done) => {
        log.append(text, origin, done);
        this.#readOn();
      },
      finish: (left) => {
        log.finish(left);
        this.#readOn();
      },
      wanted: () => log.wanted(),
    });
    return id;
  }

  begin({ name }: { readonly name: string }): LogId {
    return this.#begin(name);
  }

  reread(id: LogId, more: { readonly append?: string; readonly alsoCut?: readonly string[]; readonly as?: ReadAs }): LogId {
    const { append = '', alsoCut = [] } = more;
    const before = this.#find(id);
    const again = this.#begin(
      before.log.savedName ?? before.name,
      [...new Set([...before.ownCuts, ...alsoCut])],
      chosenReading(before, more),
    );
    const log = this.#find(again);
    void feedAgain(
      before,
      { append, as: more.as },
      {
        append: (text, origin, done) => {
          log.append(text, origin, done);
          this.#readOn();
        },
        finish: (left) => {
          log.finish(left);
          this.#readOn();
        },
        wanted: () => log.wanted(),
      },
    );
    return again;
  }

  append(id: LogId, text: string): void {
    this.#find(id).append(text);
    this.#readOn();
  }

  finish(id: LogId): void {
    this.#find(id).finish();
    this.#readOn();
  }

  cancel(id: LogId, why?: string): void {
    const log = this.#find(id);
    log.stop('canceled', why);
    this.#tell(log);
    this.#readOn();
  }

  close(id: LogId): void {
    this.#find(id).stop('canceled');
    this.#logs.delete(id);
  }

  async settled(id: LogId): Promise<LogSummary> {
    const log = this.#find(id);
    await log.settled();
    return summaryOf(log);
  }

  query<P extends Projection>(id: LogId, projection: P, ask: Ask<P>): Answer<P> {
    return answerOf(this.#find(id), projection, ask);
  }

  search(id: LogId, text: string, listener: (progress: SearchProgress) => void): () => void {
    const { log, hits } = this.#find(id);
    const search = createTextSearch(log, text);
    const tell = hits.begin(text);
    let isWanted = true;
    void this.#searchInSlices(search, (progress) => {
      const isOpen = this.#logs.has(id);
      for (const { seq } of progress.hits) tell(log.rowAt(seq));
      if (isWanted) listener(isOpen ? progress : { ...progress, hits: [], done: true });
      return isWanted && isOpen;
    });
    return () => {
      isWanted = false;
    };
  }

  subscribe(listener: (log: LogId, revision: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  save(id: LogId): string {
    const { log, name } = this.#find(id);
    return savedText(log, name);
  }

  #begin(name: string, ownCuts: readonly string[] = [], as?: ReadAs): LogId {
    this.#lastId += 1;
    this.#logs.set(this.#lastId, new OpenLog(this.#lastId, name, { ownCuts, readAs: as }));
    return this.#lastId;
  }

  #find(id: LogId): OpenLog {
    const log = this.#logs.get(id);
    invariant(log !== undefined, 'L.8', `log ${id} is closed`);
    return log;
  }

  #tell(log: OpenLog): void {
    for (const listener of this.#listeners) listener(log.id, log.revision);
  }

  #readOn(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    void this.#readInSlices();
  }

  async #searchInSlices(search: TextSearch, tell: (progress: SearchProgress) => boolean): Promise<void> {
    for (let isWanted = true; isWanted; ) {
      await this.#slice.next();
      this.#slice.restart();
      const hits: SearchHit[] = [];
      let progress: SearchProgress;
      do {
        progress = search.step();
        for (const hit of progress.hits) hits.push(hit);
      } while (!progress.done && this.#slice.elapsed() < SEARCHING_MS);
      isWanted = tell({ ...progress, hits }) && !progress.done;
    }
  }

  /** Gives each log with work a slice in turn until none has any. */
  async #readInSlices(): Promise<void> {
    try {
      for (;;) {
        // The first turn is given up too: whoever opened the log must have its id before anyone hears of it.
        await this.#slice.next();
        const log = this.#nextWithWork();
        if (!log) return;
        this.#slice.restart();
        const isTime = (): boolean => this.#slice.elapsed() < READING_MS;
        if (!log.hasWork) log.warmWhile(isTime);
        else {
          log.readWhile(isTime);
          this.#tell(log);
        }
      }
    } finally {
      // In the very turn in which no work was found: text that comes a moment later starts a new round.
      this.#isReading = false;
    }
  }

  /** The next log with work; it moves to the end, so that a long text does not hold up a short one. Indexes wait until all is read. */
  #nextWithWork(): OpenLog | undefined {
    for (const [id, log] of this.#logs) {
      if (!log.hasWork) continue;
      this.#logs.delete(id);
      this.#logs.set(id, log);
      return log;
    }
    return [...this.#logs.values()].find(({ isToWarm }) => isToWarm);
  }
}
