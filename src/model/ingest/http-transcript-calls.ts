// The exchanges of a transcript, and the order in which they are told. A request is told when its whole head has been seen; a stream
// that something else interrupts is held back, because more of it may follow: two terminals may have written into one text.

import type { StreamEnd } from '../adapters/sight.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import type { ValuePath } from '../log/row.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import type { Body } from './body.ts';
import type { Conversation } from './conversation.ts';
import { hostOf, targetOf } from '../base/url-parts.ts';
import type { Stretch } from './reading.ts';

/** What is told in its turn; nothing after it is told before it is settled. */
interface Item {
  settled: boolean;
  tell: (() => void) | undefined;
}

/** One exchange, growing while more of it is seen. */
export interface TranscriptCall {
  readonly key: string;
  /** The place of its request among what is told. */
  readonly item: Item;
  /** Range of the request, and where that begins in the text without secrets. */
  from: number;
  to: number;
  readonly cutFrom: number;
  method: string | undefined;
  /** A path, or a URL. */
  target: string | undefined;
  /** As a command has it. */
  url: string | undefined;
  headers: HttpHeaders;
  body: Body;
  /** Whether the lines after its head are its body. */
  expectsBody: boolean;
  byCommand: boolean;
  marked: boolean;
  /** Whether curl told how the connection went: then it tells its end, too. */
  noted: boolean;
  tls: boolean;
  lost: string | undefined;
  /** The answer has come, or begun. */
  answered: boolean;
  /** Where its stream stops inside an event, or ends with one that no blank line ends. */
  broken: Stretch | undefined;
  unterminated: Stretch | undefined;
  /** The item of its stream's end. */
  end: Item | undefined;
  /** Where its stream stood last. */
  last: Stretch | undefined;
}

export interface Calls {
  /** Opens an exchange whose request begins here. */
  open(from: number, cutFrom: number): TranscriptCall;
  /** An exchange of which only the answer is there. */
  orphan(): TranscriptCall;
  /** Its request is all there. */
  settle(call: TranscriptCall): void;
  /** Tells something in its turn. */
  then(tell: () => void): void;
  /** Holds the place of a stream's end. */
  holdEnd(call: TranscriptCall): void;
  /** Its stream goes on after all. */
  dropEnd(call: TranscriptCall): void;
  /** The exchange whose answer this may be: by its JSON-RPC id where several are open, else the last. */
  unanswered(value?: Json): TranscriptCall | undefined;
  /** The stream that was interrupted and of which this frame is. */
  interrupted(value: Json | undefined): TranscriptCall | undefined;
  /** Ends a stream: at once, or where it was held. */
  end(call: TranscriptCall, ended: StreamEnd): void;
  /** The text is over: what is held back is decided. */
  finish(): void;
}

/** Streams that may go on, and requests that may be answered, at one time. */
const MOST_TERMINALS = 8;
const MOST_OPEN = 64;

/** Starts without any. */
export function createCalls(talk: Conversation): Calls {
  const queue = createQueue();
  const open: TranscriptCall[] = [];
  const streams = new Set<TranscriptCall>();
  let count = 0;
  const newKey = (): string => `call ${(count += 1)}`;
  const waiting = (): readonly TranscriptCall[] => {
    const unanswered = open.filter(({ answered }) => !answered).slice(-MOST_OPEN);
    open.splice(0, open.length, ...unanswered);
    return unanswered;
  };
  return {
    open: (from, cutFrom) => {
      const call = newCall(newKey(), queue.hold(), { from, cutFrom });
      call.item.tell = () => tellRequest(talk, call);
      // A text of requests alone never asks for one: what nobody will ask for is let go of all the same.
      if (open.push(call) >= 4 * MOST_OPEN) waiting();
      return call;
    },
    orphan: () => newCall(newKey(), { settled: true, tell: undefined }, { from: 0, cutFrom: 0 }),
    settle: (call) => {
      if (!call.item.settled) queue.settle(call.item, () => tellRequest(talk, call));
    },
    then: (tell) => queue.settle(queue.hold(), tell),
    holdEnd: (call) => {
      call.end = queue.hold();
      call.end.tell = () => tellEnd(talk, call, 'complete');
      streams.add(call);
      // No more terminals than these write into one text: the oldest stream has ended.
      const [oldest] = streams;
      if (streams.size > MOST_TERMINALS && oldest?.end) {
        streams.delete(oldest);
        queue.settle(oldest.end, oldest.end.tell);
      }
    },
    dropEnd: (call) => {
      streams.delete(call);
      if (call.end) queue.settle(call.end, undefined);
      call.end = undefined;
    },
    unanswered: (value) => {
      const calls = waiting();
      return byId(calls, value) ?? calls.at(-1);
    },
    interrupted: (value) => byId([...streams], value) ?? [...streams].at(-1),
    end: (call, ended) => queue.settle(queue.hold(), () => tellEnd(talk, call, ended)),
    finish: () => {
      queue.finish();
    },
  };
}

interface Queue {
  /** Holds a place: nothing after it is told before it is settled. */
  hold(): Item;
  settle(item: Item, tell: Item['tell']): void;
  finish(): void;
}

function createQueue(): Queue {
  let items: Item[] = [];
  let first = 0;
  const flush = (): void => {
    for (let item = items[first]; item?.settled; item = items[first]) {
      first += 1;
      item.tell?.();
      item.tell = undefined;
    }
    if (first < 1000) return;
    items = items.slice(first);
    first = 0;
  };
  return {
    hold: () => {
      const item: Item = { settled: false, tell: undefined };
      items.push(item);
      return item;
    },
    settle: (item, tell) => {
      item.settled = true;
      item.tell = tell;
      flush();
    },
    finish: () => {
      for (const item of items) item.settled = true;
      flush();
    },
  };
}

function tellEnd(talk: Conversation, call: TranscriptCall, ended: StreamEnd): void {
  const seen = { key: call.key, at: call.last ?? call, path: '', why: call.lost };
  talk.end({ ...seen, ended: ended === 'complete' || ended === 'cut' ? 'end' : ended });
}

function newCall(key: string, item: Item, { from, cutFrom }: { readonly from: number; readonly cutFrom: number }): TranscriptCall {
  return {
    key,
    item,
    from,
    to: from,
    cutFrom,
    method: undefined,
    target: undefined,
    url: undefined,
    headers: {},
    body: { kind: 'none' },
    expectsBody: false,
    byCommand: false,
    marked: false,
    noted: false,
    tls: false,
    lost: undefined,
    answered: false,
    broken: undefined,
    unterminated: undefined,
    end: undefined,
    last: undefined,
  };
}

/** The path to a stretch of a call's range that has been taken: places are in the text without secrets. */
export function pathInto({ cutFrom }: { readonly cutFrom: number }, from: number, length: number): ValuePath {
  return `part:${from - cutFrom}:${from - cutFrom + length}`;
}

function tellRequest(talk: Conversation, call: TranscriptCall): void {
  const { key, method, headers, body } = call;
  const url = urlOf(call);
  const target = call.target === undefined || hostOf(call.target) !== undefined ? targetOf(url ?? call.target ?? '/') : call.target;
  const seen = { key, at: { from: call.from, to: call.to }, path: '' };
  const verb = method ?? (body.kind === 'none' ? 'GET' : 'POST');
  talk.request({ ...seen, method: verb, url, target, headers, body, hidden: hidesBody(verb, call) });
}

/** What posts something without showing it: curl tells no body, and a command may name a file. */
function hidesBody(method: string, { body, headers }: TranscriptCall): boolean {
  return body.kind === 'none' && /^(?:POST|PUT|PATCH)$/.test(method) && headers['content-length'] !== '0';
}

/** The absolute URL, as far as the text tells one. */
function urlOf({ url, target, headers, tls }: TranscriptCall): string | undefined {
  for (const stated of [target, url]) if (stated !== undefined && hostOf(stated) !== undefined) return stated;
  // Where no scheme is given curl takes http.
  const [host] = /^[a-z0-9.-]+(?::\d+)?(?=[/?#]|$)/i.exec(url ?? '') ?? [];
  if (host !== undefined && url !== undefined) return `http://${url}`;
  const named = headers['host'] ?? headers[':authority'];
  return named === undefined ? undefined : `${tls || headers[':scheme'] === 'https' ? 'https' : 'http'}://${named}${target ?? '/'}`;
}

function byId(calls: readonly TranscriptCall[], value: Json | undefined): TranscriptCall | undefined {
  return calls.findLast((call) => isAnswerTo(call, value));
}

/** Whether a value has the JSON-RPC id of a call's request. */
export function isAnswerTo({ body }: TranscriptCall, value: Json | undefined): boolean {
  const id = isJsonObject(value) ? value['id'] : undefined;
  return id !== undefined && body.kind === 'json' && isJsonObject(body.value) && body.value['id'] === id;
}
