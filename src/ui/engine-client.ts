// The page's end of the engine: the same verbs as promises, over the worker's port.

import type { Answer, Ask, LogId, LogSummary, Projection, SearchProgress } from '../model/engine/query.ts';
import type { ReadAs } from '../model/log/read-as.ts';
import type { FromEngine, ToEngine } from './workers/engine-protocol.ts';

export interface EngineClient {
  /** Starts reading a text; resolves at once with the log's id. Rows appear as they are read. A long text follows in pieces. */
  open(text: string, options: { readonly name: string }): Promise<LogId>;
  /** The same for a file: its bytes are read in the worker, as UTF-8. */
  openBlob(blob: Blob, options: { readonly name: string }): Promise<LogId>;
  /** Starts a log whose text arrives in pieces. */
  begin(options: { readonly name: string }): Promise<LogId>;
  append(log: LogId, text: string): void;
  finish(log: LogId): void;
  /** Stops reading; what has been read stays. */
  cancel(log: LogId): void;
  /** Reads the text of a log again into a new one, with more at its end, more to cut, or as another format; the one before stays until it is closed. */
  reread(log: LogId, more: { readonly append?: string; readonly alsoCut?: readonly string[]; readonly as?: ReadAs }): Promise<LogId>;
  /** Forgets the log; questions about it fail from then on. */
  close(log: LogId): void;
  /** Resolves when the log is read, canceled or closed. */
  settled(log: LogId): Promise<LogSummary>;
  query<P extends Projection>(log: LogId, projection: P, ask: Ask<P>): Promise<Answer<P>>;
  /** The saved form, as text. */
  save(log: LogId): Promise<string>;
  /**
   * Looks for a text in what has been read of a log; tells what each slice finds, the last time with `done` (at once where the
   * log is closed). Returns how to stop: nothing more is told then.
   */
  search(log: LogId, text: string, listener: (progress: SearchProgress) => void): () => void;
  /** Called whenever a log has changed, with its new revision. Returns how to stop. */
  subscribe(listener: (log: LogId, revision: number) => void): () => void;
  /** How many questions are without an answer, texts not handed over yet, and searches not done. */
  readonly pending: number;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Question = Extract<ToEngine, { readonly call: number }>;
/** A question before it has its number; distributes over the union. */
type Unnumbered<Q> = Q extends unknown ? Omit<Q, 'call'> : never;

/** UTF-16 units of one message: copying so many takes about a millisecond, and no task of the page may take long. */
const PIECE = 500_000;

/** Lets the page have a turn, and the frame that may be due in it. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Speaks to the engine behind a port (see startWorker). */
export function connectEngine(port: MessagePort): EngineClient {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(log: LogId, revision: number) => void>();
  const searches = new Map<number, (progress: SearchProgress) => void>();
  /** Logs whose text is still being handed over. */
  const fed = new Set<LogId>();
  let calls = 0;

  port.onmessage = ({ data }: MessageEvent<FromEngine>) => {
    if (data.type === 'revision') {
      for (const listener of listeners) listener(data.log, data.revision);
      return;
    }
    if (data.type === 'found') {
      const tell = searches.get(data.call);
      if (data.progress.done) searches.delete(data.call);
      tell?.(data.progress);
      return;
    }
    if (data.type === 'failed' && searches.has(data.call)) {
      searches.get(data.call)?.({ hits: [], found: 0, searched: 0, length: 0, done: true });
      searches.delete(data.call);
      return;
    }
    const asked = waiting.get(data.call);
    waiting.delete(data.call);
    if (data.type === 'answer') asked?.resolve(data.value);
    else asked?.reject(new Error(data.why));
  };

  const say = (message: ToEngine): void => port.postMessage(message);
  // The answer to a question has the type its question names: the one cast of this file.
  const ask = <T>(question: Unnumbered<Question>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const call = ++calls;
      waiting.set(call, { resolve: resolve as Waiting['resolve'], reject });
      say({ ...question, call });
    });

  const feed = async (log: LogId, text: string): Promise<void> => {
    fed.add(log);
    for (let from = 0; from < text.length && fed.has(log); from += PIECE) {
      say({ type: 'append', log, text: text.slice(from, from + PIECE) });
      await turn();
    }
    if (fed.delete(log)) say({ type: 'finish', log });
  };
  const end = (type: 'cancel' | 'close', log: LogId): void => {
    fed.delete(log);
    say({ type, log });
  };

  return {
    async open(text, { name }) {
      if (text.length <= PIECE) return ask({ type: 'open', name, text });
      const log = await ask<LogId>({ type: 'begin', name });
      void feed(log, text);
      return log;
    },
    openBlob: (blob, { name }) => ask({ type: 'open-blob', name, blob }),
    begin: ({ name }) => ask({ type: 'begin', name }),
    append: (log, text) => say({ type: 'append', log, text }),
    finish: (log) => say({ type: 'finish', log }),
    cancel: (log) => end('cancel', log),
    close: (log) => end('close', log),
    reread: (log, more) => ask({ type: 'reread', log, ...more }),
    settled: (log) => ask({ type: 'settled', log }),
    query: (log, projection, question) => ask({ type: 'query', log, projection, ask: question }),
    save: (log) => ask({ type: 'save', log }),
    search(log, text, listener) {
      const call = ++calls;
      searches.set(call, listener);
      say({ type: 'search', call, log, text });
      return () => {
        if (searches.delete(call)) say({ type: 'stop-search', search: call });
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get pending() {
      return waiting.size + fed.size + searches.size;
    },
  };
}
