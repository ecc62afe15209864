// Where remote agents ring. The order of its checks is deliberate: size before anything is read, a token before anything is
// parsed, the body before any stand-in is asked, for the remote id comes from it. Every refusal is written down by the local id and
// a category, never with the token. SPEC.md W.6–W.8.

import { parseJson } from '../../base/json.ts';
import type { WatchFact } from '../../log/watch-fact.ts';
import type { HttpHead, HttpHeaders } from '../../protocol/http.ts';
import type { PushBody, ReadPushBody } from './push-body.ts';
import { createRateLimiter, type PushRate } from './push-rate.ts';
import { tokenDigest } from './push-token.ts';
import type { PresentedPush } from './push-validator.ts';
import { remoteTurn } from './turn-mapping.ts';
import { MOST_PUSH_BYTES, PUSH_REFUSAL, PUSH_TOKEN_HEADER } from './watch-constants.ts';

const TOKEN_HEADER = PUSH_TOKEN_HEADER.toLowerCase();
const MOST_ID = 300;
const BROKEN_OFF = Symbol('broken off');

export type PushRefusal = 'rate' | 'declared-size' | 'size' | 'broken-off' | 'no-token' | 'unparsable' | 'no-task-id' | 'not-accepted';
const STATUS_OF: Readonly<Record<PushRefusal, number>> = {
  rate: 429,
  'declared-size': 413,
  size: 413,
  'broken-off': 400,
  'no-token': 401,
  unparsable: 400,
  'no-task-id': 400,
  'not-accepted': 401,
};
const TEXT_OF: Readonly<Record<number, string>> = {
  429: 'too many pushes',
  413: 'the body is too large',
  400: 'the body is no push',
  401: PUSH_REFUSAL,
};

/** A request to the push path; the local id is the one that its path names. */
export interface PushRequest {
  readonly localTaskId: string;
  /** Who sends, as far as the transport knows: what the rate is counted by. */
  readonly peer: string;
  /** Names in lower case. */
  readonly headers: HttpHeaders;
  /** Whole, or in pieces that are read no further than the bound. */
  readonly body: string | AsyncIterable<string>;
}

export interface PushAnswer extends HttpHead {
  readonly body: string;
  /** Absent where the push was accepted. */
  readonly refusal?: PushRefusal;
}

export interface PushReceiverPorts {
  /**
   * Presents a push to the stand-in of a local task. A rejection, like false, is a refusal: a task that is unknown, of another kind
   * or closed answers as a wrong token does.
   */
  present(localTaskId: string, push: PresentedPush): Promise<boolean>;
  readonly readBody: ReadPushBody;
  now(): number;
  fact(fact: WatchFact): void;
  /** Undefined: nobody is counted. */
  readonly rate?: PushRate;
}

export interface PushReceiver {
  /** Answers a push; never throws for what a peer sends. */
  receive(request: PushRequest): Promise<PushAnswer>;
}

export function createPushReceiver(ports: PushReceiverPorts): PushReceiver {
  const limiter = ports.rate && createRateLimiter(ports.rate);
  return {
    async receive(request) {
      const isAdmitted = limiter?.admits(request.peer, ports.now()) ?? true;
      const refusal = isAdmitted ? await refusalOf(request, ports) : 'rate';
      if (refusal === undefined) return { status: 204, headers: {}, body: '' };
      const status = STATUS_OF[refusal];
      ports.fact({ kind: 'push-refused', standIn: request.localTaskId.slice(0, MOST_ID), status, category: refusal });
      return { status, headers: { 'content-type': 'text/plain' }, body: TEXT_OF[status] ?? PUSH_REFUSAL, refusal };
    },
  };
}

async function refusalOf({ localTaskId, headers, body }: PushRequest, ports: PushReceiverPorts): Promise<PushRefusal | undefined> {
  if (declaredBytes(headers) > MOST_PUSH_BYTES) return 'declared-size';
  const text = await readBounded(body);
  if (text === undefined) return 'size';
  if (text === BROKEN_OFF) return 'broken-off';
  const token = headers[TOKEN_HEADER] ?? '';
  if (token === '') return 'no-token';
  const parsed = parseJson(text);
  if (!parsed.ok) return 'unparsable';
  const push = ports.readBody(parsed.value);
  if (push === undefined) return 'no-task-id';
  return (await isAccepted(localTaskId, presented(token, push), ports)) ? undefined : 'not-accepted';
}

/** A length that is none is no length: what is read is counted anyway. */
function declaredBytes(headers: HttpHeaders): number {
  const declared = headers['content-length']?.trim() ?? '';
  return /^\d{1,15}$/.test(declared) ? Number(declared) : /^\d{16,}$/.test(declared) ? Infinity : 0;
}

/** The body as far as the bound; undefined beyond it, where nothing more is read. */
async function readBounded(body: string | AsyncIterable<string>): Promise<string | typeof BROKEN_OFF | undefined> {
  if (typeof body === 'string') return utf8Length(body) > MOST_PUSH_BYTES ? undefined : body;
  const pieces: string[] = [];
  let bytes = 0;
  try {
    for await (const piece of body) {
      bytes += utf8Length(piece);
      if (bytes > MOST_PUSH_BYTES) return undefined;
      pieces.push(piece);
    }
  } catch {
    return BROKEN_OFF;
  }
  return pieces.join('');
}

/** Bytes of a text as UTF-8; no more is looked at than the bound needs. */
function utf8Length(text: string): number {
  return text.length > MOST_PUSH_BYTES ? text.length : new TextEncoder().encode(text).length;
}

/** The claim goes through the same mapping as a fetched state, so that the two compare like for like. */
function presented(token: string, { remoteTaskId, status }: PushBody): PresentedPush {
  const turn = status && remoteTurn({ state: status.state, subState: status.subState }, (text) => text);
  return { tokenDigest: tokenDigest(token), remoteTaskId, claimed: turn?.state ?? null };
}

async function isAccepted(localTaskId: string, push: PresentedPush, ports: PushReceiverPorts): Promise<boolean> {
  try {
    return await ports.present(localTaskId, push);
  } catch {
    // Whatever the reason: to the peer it is one refusal, and which one is nobody's business.
    return false;
  }
}
