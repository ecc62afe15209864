// What comes piece by piece in an entry of a HAR: the frames of an event stream, as one text or as the list that Chromium adds, and
// the messages of a web socket.

import { observe } from '../adapters/adapters.ts';
import { splitEventStream } from '../base/event-stream.ts';
import { member, textMember, type Json } from '../base/json.ts';
import type { ValuePath } from '../log/row.ts';
import type { Act } from './acts.ts';
import { readBody, type Body } from './body.ts';
import { isBeat } from './broken-event.ts';
import { frameBody, UNTERMINATED } from './conversation.ts';
import type { HarCall } from './har-entry.ts';
import { contentOf } from './row-content.ts';
import { cutFault } from './cut-text.ts';
import { readInstant } from '../base/wire-time.ts';

/** One frame of a stream. */
interface Frame {
  readonly body: Body;
  readonly path: ValuePath;
  /** Its arrival, where the exporter gives it. */
  readonly time: number | undefined;
  readonly complete: boolean;
  /** The sort that the event says it is of. */
  readonly event?: string | undefined;
}
export type Frames = Extract<Body, { kind: 'stream' }> | readonly Frame[];

/** The messages that Chromium lists for an event source, with their times; undefined where there are none. */
export function eventSourceFrames({ entry, root }: HarCall): readonly Frame[] | undefined {
  const messages = listOf(entry, '_eventSourceMessages');
  const frames = messages.flatMap((message, index): readonly Frame[] => {
    const data = textMember(message, 'data');
    if (data === undefined || data === '') return [];
    const path = `${root}/._eventSourceMessages/[${index}]/.data`;
    return [{ body: frameBody(data, path), path, time: readInstant(member(message, 'time')), complete: true }];
  });
  return frames.length === 0 ? undefined : frames;
}

/**
 * The acts of a stream's frames.
 * @param from when the request was sent, as far as known
 * @returns `cut` where the text of the stream stops inside its last frame
 */
export function frameActs(call: HarCall, stream: Frames, from: number): { readonly acts: readonly Act[]; readonly cut: boolean } {
  const frames = 'kind' in stream ? framesOf(stream) : stream;
  const last = frames.at(-1);
  const cut = last !== undefined && !last.complete && last.body.kind !== 'json' && last.body.kind !== 'none';
  const times = frameTimes(frames, from, call.end);
  const acts = frames.map((frame, index): Act => ({ when: times[index] ?? from, tell: () => tellFrame(call, frame) }));
  return { acts, cut };
}

function framesOf(stream: Extract<Body, { kind: 'stream' }>): readonly Frame[] {
  return splitEventStream(stream.text).map(({ data, complete, event }, index) => {
    const path = `${stream.path}/sse:${index}`;
    return { body: frameBody(data, path), path, time: undefined, complete, event };
  });
}

function tellFrame({ talk, reader, key, at, lost, cut }: HarCall, { body, path, time, complete, event }: Frame): void {
  if (body.kind === 'text' && isBeat(event)) return reader.setAside(at, 'a ping', path);
  if (!complete && body.kind !== 'json') {
    reader.unread(at, 'the last event of the stream stops inside its data', path);
    // Where the connection broke, the event broke with it; else whoever kept the text has cut it.
    if (lost === undefined && !cut) talk.fault(key, at, cutFault('The text of the stream stops inside its last event.'));
    return;
  }
  talk.event(key, { at, path, time, body });
  if (!complete && lost === undefined && !cut) talk.fault(key, at, UNTERMINATED);
}

/**
 * When the frames came, for their order among other exchanges: at their arrival where the exporter gives it, else at the time of
 * their status as far as the entry was open then, else with the frame before; the last of a stream with its end.
 */
function frameTimes(frames: readonly Frame[], from: number, end: number | undefined): readonly number[] {
  let last = from;
  return frames.map((frame, index) => {
    const own = frame.time ?? statusTime(frame.body) ?? (index === frames.length - 1 ? end : undefined) ?? last;
    last = Math.max(last, Math.min(own, end ?? own));
    return last;
  });
}

function statusTime(body: Body): number | undefined {
  return body.kind === 'json' ? contentOf(observe(body.value, { direction: 'event' })).time : undefined;
}

/** Messages of a web socket that hold JSON; empty where no agent speaks through it. */
export function webSocketActs({ entry, root, talk, at, end }: HarCall, from: number): readonly Act[] {
  let spoken = false;
  let when = from;
  const acts = listOf(entry, '_webSocketMessages').flatMap((message, index): readonly Act[] => {
    const body = readBody(textMember(message, 'data'), `${root}/._webSocketMessages/[${index}]/.data`);
    if (body.kind !== 'json') return [];
    const { said } = observe(body.value, {});
    spoken ||= said.kind !== 'unrecognised' && said.kind !== 'nothing';
    const time = readInstant(member(message, 'time'));
    when = Math.max(when, Math.min(time ?? when, end ?? Number.POSITIVE_INFINITY));
    const side = textMember(message, 'type') === 'send' ? 'out' : 'in';
    return [{ when, tell: () => talk.value({ value: body.value, at, path: body.path, frame: 'alone', side, time }) }];
  });
  return spoken ? acts : [];
}

function listOf(entry: Json, name: string): readonly Json[] {
  const found = member(entry, name);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}
