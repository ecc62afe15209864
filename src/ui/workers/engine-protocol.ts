// What the page and the engine worker say to each other, and the worker's end of it. Every question carries a number that
// its answer repeats; what has no answer (append, finish, cancel, close) is in order with everything else on the same port.

import type { Answer, Ask, Engine, LogId, LogSummary, Projection, SearchProgress } from '../../model/engine/query.ts';
import type { ReadAs } from '../../model/log/read-as.ts';
import { blobSource } from './blob-source.ts';

export type ToEngine =
  | { readonly type: 'open'; readonly call: number; readonly name: string; readonly text: string }
  /** A file or download: read in the worker piece by piece, so that the page never holds its text. */
  | { readonly type: 'open-blob'; readonly call: number; readonly name: string; readonly blob: Blob }
  | { readonly type: 'begin'; readonly call: number; readonly name: string }
  | { readonly type: 'append'; readonly log: LogId; readonly text: string }
  | { readonly type: 'finish' | 'cancel' | 'close'; readonly log: LogId }
  | { readonly type: 'settled' | 'save'; readonly call: number; readonly log: LogId }
  | {
      readonly type: 'reread';
      readonly call: number;
      readonly log: LogId;
      readonly append?: string;
      readonly alsoCut?: readonly string[];
      readonly as?: ReadAs;
    }
  /** Answered by `found`, over and over, until its progress says done. */
  | { readonly type: 'search'; readonly call: number; readonly log: LogId; readonly text: string }
  | { readonly type: 'stop-search'; readonly search: number }
  | { readonly type: 'query'; readonly call: number; readonly log: LogId; readonly projection: Projection; readonly ask: unknown };

export type FromEngine =
  | { readonly type: 'answer'; readonly call: number; readonly value: LogId | LogSummary | string | Answer<Projection> }
  /** The question could not be answered: a log that is closed, or a bug of ours; never the fault of a text. */
  | { readonly type: 'failed'; readonly call: number; readonly why: string }
  | { readonly type: 'found'; readonly call: number; readonly progress: SearchProgress }
  | { readonly type: 'revision'; readonly log: LogId; readonly revision: number };

/**
 * Serves an engine on a port until the port closes. Answers in the order of the questions, except `settled`, which answers
 * when the log is read.
 */
export function serveEngine(engine: Engine, port: MessagePort): void {
  const say = (message: FromEngine): void => port.postMessage(message);
  engine.subscribe((log, revision) => say({ type: 'revision', log, revision }));
  const searches = new Map<number, () => void>();
  const search = ({ call, log, text }: Extract<ToEngine, { type: 'search' }>): void => {
    const stop = engine.search(log, text, (progress) => {
      if (progress.done) searches.delete(call);
      say({ type: 'found', call, progress });
    });
    searches.set(call, stop);
  };
  port.onmessage = ({ data: message }: MessageEvent<ToEngine>) => {
    const call = 'call' in message ? message.call : undefined;
    const failed = (error: unknown): void => {
      // Without a number there is nobody to tell: such a message names a log that was closed while it was on its way.
      if (call !== undefined) say({ type: 'failed', call, why: error instanceof Error ? error.message : String(error) });
    };
    try {
      if (message.type === 'search') return search(message);
      if (message.type === 'stop-search') {
        searches.get(message.search)?.();
        searches.delete(message.search);
        return;
      }
      const answer = perform(engine, message);
      if (call === undefined) return;
      if (answer instanceof Promise) answer.then((value) => say({ type: 'answer', call, value }), failed);
      else say({ type: 'answer', call, value: answer });
    } catch (error) {
      failed(error);
    }
  };
}

type Given = Extract<FromEngine, { type: 'answer' }>['value'];

function perform(engine: Engine, message: Exclude<ToEngine, { type: 'search' | 'stop-search' }>): Given | Promise<Given> {
  switch (message.type) {
    case 'open':
      return engine.open(message.text, { name: message.name });
    case 'open-blob':
      return engine.openBytes(blobSource(message.blob), { name: message.name });
    case 'begin':
      return engine.begin({ name: message.name });
    case 'append':
      engine.append(message.log, message.text);
      return undefined;
    case 'finish':
    case 'cancel':
    case 'close':
      engine[message.type](message.log);
      return undefined;
    case 'reread':
      return engine.reread(message.log, message);
    case 'settled':
      return engine.settled(message.log);
    case 'save':
      return engine.save(message.log);
    case 'query':
      // The client's types pair projection and ask; across the port the pair is one value.
      return engine.query(message.log, message.projection, message.ask as Ask<Projection>);
  }
}
