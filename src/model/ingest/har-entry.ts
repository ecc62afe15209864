// One entry of a HAR as what it tells, and when: the request at its start, a whole answer at its end, the frames of an event stream
// at the times of their statuses as far as those lie within the entry, its end at last.

import { stopsInside } from '../base/closed-json.ts';
import { member, textMember, type Json, type JsonObject } from '../base/json.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import type { Act } from './acts.ts';
import { isEventStream, NO_BODY, readBody, type Body } from './body.ts';
import type { Conversation } from './conversation.ts';
import { headersOf } from './exchange-log.ts';
import { requestBody, responseText } from './har-body.ts';
import { eventSourceFrames, frameActs, webSocketActs, type Frames } from './har-frames.ts';
import { targetOf } from '../base/url-parts.ts';
import type { ValuePath } from '../log/row.ts';
import type { SourceReader, Stretch } from './reading.ts';
import type { Seen } from './talk.ts';
import { cutFault } from './cut-text.ts';
import { readInstant } from '../base/wire-time.ts';

/** An entry with its members looked up. */
export interface HarCall {
  readonly reader: SourceReader;
  readonly talk: Conversation;
  readonly at: Stretch;
  readonly key: string;
  readonly entry: JsonObject;
  /** From its range to it. */
  readonly root: ValuePath;
  /** The text stops inside it: how it went on is unknown. */
  readonly cut: boolean;
  readonly request: Json;
  readonly response: Json | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers: HttpHeaders;
  readonly answerHeaders: HttpHeaders;
  readonly contentType: string;
  readonly body: Body;
  /** When it was sent, and when its answer was complete, as far as the capture says. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly status: number | undefined;
  /** What went wrong, in the exporter's words. */
  readonly lost: string | undefined;
}

/** Looks at an entry; undefined for what is none. */
export function harCall(
  { reader, talk }: Pick<HarCall, 'reader' | 'talk'>,
  entry: JsonObject,
  at: Stretch,
  cut: boolean,
): HarCall | undefined {
  const root = cut ? 'closed/json' : 'json';
  const request = member(entry, 'request');
  const url = textMember(request, 'url');
  if (request === undefined || url === undefined) return undefined;
  const response = member(entry, 'response');
  const headers = headersOf(member(request, 'headers'));
  const answerHeaders = headersOf(member(response, 'headers'));
  const start = readInstant(member(entry, 'startedDateTime'));
  const duration = durationOf(entry);
  const status = Number(member(response, 'status') ?? Number.NaN);
  return {
    reader,
    talk,
    at,
    key: `entry ${at.from}`,
    entry,
    root,
    cut,
    request,
    response,
    method: textMember(request, 'method') ?? 'GET',
    url,
    headers,
    answerHeaders,
    contentType: answerHeaders['content-type'] || (textMember(member(response, 'content'), 'mimeType') ?? ''),
    body: requestBody(request, headers['content-type'] ?? '', root),
    start,
    end: start === undefined || duration === undefined ? undefined : start + duration,
    status: status > 0 ? status : undefined,
    lost: lossOf(entry, response, status),
  };
}

/** `time`, else the sum of the phases; `ssl` is part of `connect`. */
function durationOf(entry: JsonObject): number | undefined {
  const time = member(entry, 'time');
  if (typeof time === 'number' && time >= 0) return time;
  const timings = member(entry, 'timings');
  const phases = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map((name) => member(timings, name));
  const known = phases.filter((phase) => typeof phase === 'number' && phase >= 0) as readonly number[];
  return known.length === 0 ? undefined : known.reduce((sum, phase) => sum + phase, 0);
}

/** Members in which exporters say that an exchange failed. */
const FAILURES = ['_error', '_failureText', '_errorText', '_blocked_reason'];

function lossOf(entry: JsonObject, response: Json | undefined, status: number): string | undefined {
  for (const holder of [response, entry]) {
    for (const name of FAILURES) {
      const said = textMember(holder, name);
      if (said !== undefined && said !== '') return said;
    }
  }
  // A status of 0 is how browsers write that there was no answer.
  return status === 0 ? 'no answer' : undefined;
}

/** What the entry tells, in order; at least the request. `from` stands in for a start that is not known. */
export function actsOfCall(call: HarCall, from: number): readonly Act[] {
  const when = call.start ?? from;
  const { method, url, headers, body } = call;
  const seen: Seen & { readonly key: string } = { key: call.key, at: call.at, path: `${call.root}/.request`, time: call.start };
  const request = (): void =>
    call.talk.request({ ...seen, method, url, target: targetOf(url), headers, body, hidden: body.kind === 'none' && method === 'POST' });
  const acts = [{ when, tell: request }, ...answerActs(call, when)];
  if (!call.cut) return acts;
  const fault = cutFault('The HAR stops inside this entry.');
  return [...acts, { when: Number.POSITIVE_INFINITY, tell: () => call.talk.fault(call.key, call.at, fault) }];
}

function answerActs(call: HarCall, from: number): readonly Act[] {
  const { response, contentType, lost } = call;
  if (response === undefined) return [];
  const sockets = webSocketActs(call, from);
  if (sockets.length > 0) return sockets;
  const kept = responseText(response, call.root);
  const body = kept ? readBody(kept.text, kept.path, contentType) : NO_BODY;
  const frames = eventSourceFrames(call) ?? (body.kind === 'stream' ? body : undefined);
  if (frames || (isEventStream(contentType) && body.kind === 'none')) return streamActs(call, frames, { from, kept: kept !== undefined });
  // Whether there was a body is not to be known of an entry that is cut.
  if (call.cut && body.kind === 'none') return [];
  const broken = body.kind === 'text' && stopsInside(body.text);
  const when = call.end ?? from;
  if (lost !== undefined && (broken || body.kind === 'none')) return [endAct(call, when)];
  return [{ when, tell: () => tellAnswer(call, body, broken) }];
}

/** Frames and the end: without its text, or where that is cut, nobody knows whether the stream has ended. */
function streamActs(
  call: HarCall,
  frames: Frames | undefined,
  { from, kept }: { readonly from: number; readonly kept: boolean },
): readonly Act[] {
  const when = call.end ?? from;
  const { acts, cut } = frames ? frameActs(call, frames, from) : { acts: [headAct(call, when)], cut: false };
  return call.lost !== undefined || (kept && !cut && !call.cut) ? [...acts, endAct(call, when)] : acts;
}

function tellAnswer({ talk, root, cut, key, at, end, status, answerHeaders }: HarCall, body: Body, broken: boolean): void {
  talk.response({ key, at, path: `${root}/.response`, time: end, status, headers: answerHeaders, body });
  if (broken && !cut) talk.fault(key, at, cutFault('The body of the answer stops inside a value.'));
}

function headAct({ talk, root, key, at, end }: HarCall, when: number): Act {
  return { when, tell: () => talk.head(key, { at, path: `${root}/.response`, time: end }) };
}

function endAct({ talk, root, key, at, end, lost }: HarCall, when: number): Act {
  const ended = lost === undefined ? 'end' : /abort|cancel/i.test(lost) ? 'reader-gone' : 'lost';
  return { when, tell: () => talk.end({ key, at, path: `${root}/.response`, time: end, ended, why: lost }) };
}
