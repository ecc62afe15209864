// The entries of a HAR, gathered while the document is walked and told in the order that their times prove. What is no agent's is
// set aside, each with its reason: a browser fetches a great deal besides.

import { observe } from '../adapters/adapters.ts';
import type { Said } from '../adapters/observation.ts';
import { closeJson } from '../base/closed-json.ts';
import { isJsonObject, member, parseJson, textMember, type Json } from '../base/json.ts';
import { createStage, type Act, type Stage } from './acts.ts';
import { readBody } from './body.ts';
import type { Conversation } from './conversation.ts';
import { responseText } from './har-body.ts';
import { actsOfCall, harCall, type HarCall } from './har-entry.ts';
import { eventSourceFrames, webSocketActs } from './har-frames.ts';
import { hostOf, targetOf } from '../base/url-parts.ts';
import type { Reading, SourceReader, Stretch } from './reading.ts';
import { cutFault } from './cut-text.ts';

export interface EntryReader {
  /** Takes in one element of the list. */
  read(value: Json, at: Stretch): void;
  /** The text stops at or in `at`; with the text where it stops in an entry, and why that is no JSON. */
  cut(at: Stretch, entry?: { readonly text: string; readonly why: string }): void;
  /** Tells all entries. */
  tell(read: number): Reading<void>;
}

interface Gathered {
  readonly reader: SourceReader;
  readonly talk: Conversation;
  readonly stage: Stage;
  /** Hosts that agents have spoken with. */
  readonly hosts: Set<string>;
  /** The start of the last entry that has one: another stands with its neighbour. */
  from: number;
}

/** Starts with no entry. */
export function createEntryReader(reader: SourceReader, talk: Conversation): EntryReader {
  const gathered: Gathered = { reader, talk, stage: createStage(), hosts: new Set(), from: 0 };
  let isCut = false;
  return {
    read: (value, at) => void gather(gathered, value, at, false),
    cut: (at, entry) => {
      // The end of the list is missing, too, when the end of an entry is.
      if (isCut) return;
      isCut = true;
      const closed = entry && closeJson(entry.text);
      const read = closed === undefined ? undefined : parseJson(closed);
      if (read?.ok && gather(gathered, read.value, at, true)) return;
      const fault = cutFault('The HAR stops before its end.');
      if (entry === undefined) reader.note(at, { as: 'text', fault });
      else reader.unread(at, entry.why, '', fault);
    },
    tell: (read) => gathered.stage.play(read),
  };
}

/** Takes in an entry; false for one that is cut and tells nothing of an agent. */
function gather(gathered: Gathered, value: Json, at: Stretch, cut: boolean): boolean {
  const { reader, stage, hosts } = gathered;
  const call = isJsonObject(value) ? harCall(gathered, value, at, cut) : undefined;
  const relevance = call && relevanceOf(call);
  if (cut && relevance?.kind !== 'agent') return false;
  if (!call || !relevance) {
    reader.unread(at, 'no entry of a HAR: it has no request with a URL');
    return true;
  }
  gathered.from = call.start ?? gathered.from;
  const { from } = gathered;
  const host = hostOf(call.url) ?? '';
  if (relevance.kind === 'agent') hosts.add(host);
  const actsOf = (told: HarCall): readonly Act[] => {
    if (relevance.kind === 'agent') return actsOfCall(told, from);
    const aside: Act = { when: told.start ?? from, tell: () => reader.setAside(at, relevance.why) };
    if (relevance.kind === 'none') return [aside];
    // Whether an agent answers at this host shows when all entries have been seen.
    return actsOfCall(told, from).map(({ when, tell }, index) => ({
      when,
      tell: () => (hosts.has(host) ? tell() : index === 0 ? aside.tell() : undefined),
    }));
  };
  stage.add(actsOf(call), at.to - at.from, () => actsOf(readAgain(gathered, call) ?? call));
  return true;
}

/** An entry read once more, its secrets cut as they were the first time. */
function readAgain(gathered: Gathered, { at, cut }: HarCall): HarCall | undefined {
  const { cutter, text } = gathered.reader;
  const given = cutter.cutBody(text.slice(at.from, at.to)).text;
  const read = parseJson(cut ? (closeJson(given) ?? '') : given);
  return read.ok && isJsonObject(read.value) ? harCall(gathered, read.value, at, cut) : undefined;
}

type Relevance = { readonly kind: 'agent' } | { readonly kind: 'unsure' | 'none'; readonly why: string };
const AGENT: Relevance = { kind: 'agent' };

/** Whether an entry is an agent's, by what it asks and by what answers it. */
function relevanceOf(call: HarCall): Relevance {
  const { method, url, headers, body } = call;
  const path = targetOf(url);
  const value = body.kind === 'json' ? body.value : null;
  const asked = observe(value, { direction: 'request', method, path, headers }).said;
  if (asked.kind === 'request' || isNews(asked) || Object.hasOwn(headers, 'x-a2a-notification-token')) return AGENT;
  const why = `${describe(call)} (${method} ${path.slice(0, 200)}): no operation of an agent`;
  if (isAsset(call)) return { kind: 'none', why };
  if (answersLikeAgent(call)) return AGENT;
  return { kind: body.kind === 'none' ? 'none' : 'unsure', why };
}

function isNews({ kind }: Said): boolean {
  return kind === 'task' || kind === 'status-update' || kind === 'artifact-update' || kind === 'message';
}

function answersLikeAgent(call: HarCall): boolean {
  if (webSocketActs(call, 0).length > 0 || eventSourceFrames(call)) return true;
  const kept = call.response === undefined ? undefined : responseText(call.response, call.root);
  const body = kept && readBody(kept.text, kept.path, call.contentType);
  if (body?.kind === 'stream') return true;
  const said = body?.kind === 'json' ? observe(body.value, { direction: 'response' }).said : undefined;
  return said !== undefined && (isNews(said) || said.kind === 'card' || said.kind === 'tasks');
}

const ASSET_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^image|^img$/, 'an image'],
  [/^text\/css|^stylesheet/, 'a style sheet'],
  [/javascript|ecmascript|^script/, 'a script'],
  [/font/, 'a font'],
  [/^(?:audio|video|media)/, 'sound or film'],
  [/html|^document/, 'a page'],
  [/wasm/, 'a WebAssembly module'],
  [/manifest/, 'a manifest of a page'],
];

/** What a page is made of: asked for without a body. */
function isAsset(call: HarCall): boolean {
  return call.method === 'OPTIONS' || (call.body.kind === 'none' && assetWord(call) !== undefined);
}

function assetWord({ entry, contentType }: HarCall): string | undefined {
  const words = [contentType.toLowerCase(), (textMember(entry, '_resourceType') ?? '').toLowerCase()];
  return ASSET_WORDS.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1];
}

function describe(call: HarCall): string {
  if (call.method === 'OPTIONS') return 'a preflight';
  const socket = member(call.entry, '_webSocketMessages') !== undefined;
  return assetWord(call) ?? (socket ? 'a web socket' : 'other traffic');
}
