// What becomes of one leaf of a wire task on its way to the neutral task, to the envelope and back. Bookkeeping that is lost
// by design is declared; content that disappears is not, because the reference declares two states and nothing else (R34 to
// R37, R42). SPEC.md R.3.

import { isJsonObject, type Json } from '../../base/json.ts';
import type { FieldVerdict } from '../../protocol/field-verdict.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { CHAIN_KEY } from '../carriers.ts';
import { LOSSES as V01_LOSSES } from '../dialects/a2a-v01.ts';
import { LOSSES as V03_LOSSES } from '../dialects/a2a-v03.ts';
import { LOSSES as V1_LOSSES } from '../dialects/a2a-v1.ts';
import { LOSSES as ACP_LOSSES } from '../dialects/acp-envelope.ts';
import { LOSSES as INTERNAL_LOSSES, type InternalTask } from '../dialects/internal-task.ts';
import type { DeclaredLoss } from '../dialects/losses.ts';
import { isEmptyLeaf, leafText, pathOf, valueAt, type Leaf, type Token } from './leaves.ts';

/** Where a value is at one station, and a short text of it. */
export interface Station {
  readonly path: string;
  readonly value: string;
}
export interface FieldFate {
  readonly verdict: FieldVerdict;
  readonly original?: Station;
  readonly internal?: Station;
  readonly acp?: Station;
  readonly back?: Station;
  readonly remark: string;
}

/** Everything that the fate of a leaf depends on. */
export interface Journey {
  readonly task: Task<ObservedState>;
  readonly internal: InternalTask;
  readonly documents: { readonly internal: Json; readonly acp: Json; readonly back: Json };
  /** Index of the message whose text is the input, -1 when there is none. */
  readonly firstUser: number;
  /** How many texts of artifacts were joined, and of the first user's message. */
  readonly outputTexts: number;
  readonly inputTexts: number;
  /** Which data part wrote a key last: `artifact/part`. */
  readonly writers: ReadonlyMap<string, string>;
}

interface Way {
  readonly internal: readonly Token[];
  readonly acp: readonly Token[];
}

/** The fate of one leaf. */
export function fateOf(leaf: Leaf, journey: Journey): FieldFate {
  const found = memberFate(leaf, journey);
  // What says nothing loses nothing, except inside data, where a null or an empty list is a value like any other.
  const isLoss = found.verdict === 'undeclared-loss' || found.verdict === 'declared-loss';
  return isLoss && isEmptyLeaf(leaf.value) && !isInsideData(leaf) ? fate('kept', leaf, 'empty: there is nothing to lose') : found;
}

/** Whether a leaf is below the value of a data part, not that value itself. */
function isInsideData(leaf: Leaf): boolean {
  const tokens = tokensOf(leaf);
  const part = tokens.findLastIndex(
    (token, index) => index > 0 && typeof token === 'number' && /^(?:parts|content)$/.test(String(tokens[index - 1])),
  );
  const [first, second, third] = tokens.slice(part + 1);
  if (part < 0) return false;
  return first === 'content' ? second === 'value' && third !== undefined : first === 'data' && second !== undefined;
}

function tokensOf({ tokens, as }: Leaf): readonly Token[] {
  return as ?? tokens;
}

function memberFate(leaf: Leaf, journey: Journey): FieldFate {
  const [head, ...rest] = tokensOf(leaf).map(camel);
  switch (head) {
    case 'kind':
      return fate('defaulted', leaf, MARK);
    case 'id':
      return carried(leaf, journey, { internal: ['taskId'], acp: ['run_id'] });
    case 'contextId':
    case 'sessionId':
      return carried(leaf, journey, { internal: ['contextId'], acp: ['session_id'] });
    case 'status':
      return statusFate(leaf, rest, journey);
    case 'history':
    case 'messages':
      return historyFate(leaf, rest, journey);
    case 'artifacts':
      return artifactFate(leaf, rest, journey);
    case 'metadata':
      return metadataFate(leaf, rest, journey);
    default:
      return lost(leaf, 'no reader knows this member');
  }
}

/** What the nouns and the neutral task say beforehand that they do not keep. */
const DECLARED: readonly DeclaredLoss[] = [
  ...[...V01_LOSSES, ...V03_LOSSES, ...V1_LOSSES].filter(({ when }) => when === 'decode'),
  ...INTERNAL_LOSSES,
];

/** A value that goes nowhere: declared when one of the lists has its path, else not, for the reason given. */
function lost(leaf: Leaf, why: string): FieldFate {
  const path = tokensOf(leaf)
    .map(camel)
    .reduce<string>((so, token) => `${so}${typeof token === 'number' ? '[]' : `.${token}`}`, '')
    .slice(1);
  const declared = DECLARED.find((loss) => (loss.path.startsWith('*') ? covers(path, loss.path.slice(2)) : loss.path === path));
  return declared ? fate('declared-loss', leaf, declared.why) : fate('undeclared-loss', leaf, why);
}

/** Whether a member of that name is anywhere on the path, outside what senders may fill freely. */
function covers(path: string, member: string): boolean {
  const names = path.replaceAll('[]', '').split('.');
  const at = names.indexOf(member);
  return at >= 0 && !names.slice(0, at).some((name) => name === 'metadata' || name === 'data');
}

const MARK = 'a mark of the dialect, made again from the shape';

function statusFate(leaf: Leaf, [head, ...rest]: readonly Token[], journey: Journey): FieldFate {
  if (head === 'state') return stateFate(leaf, journey);
  if (head === 'message' || head === 'update') {
    return lostMessageFate(leaf, rest, journey.task.status.message, 'the message of a status is not read (R37)');
  }
  return lost(leaf, 'no reader knows this member');
}

function stateFate(leaf: Leaf, journey: Journey): FieldFate {
  const arrived = carried(leaf, journey, { internal: ['state'], acp: ['status'] });
  if (valueAt(journey.documents.back, ['state']) === journey.internal.state)
    return { ...arrived, verdict: 'renamed', remark: 'each vocabulary has its word' };
  const declared = ACP_LOSSES.find(({ path }) => path === `state=${journey.internal.state}`);
  return { ...arrived, verdict: declared ? 'declared-loss' : 'undeclared-loss', remark: declared?.why ?? 'comes back as another state' };
}

function historyFate(leaf: Leaf, [index, ...rest]: readonly Token[], journey: Journey): FieldFate {
  const message = Array.from(journey.task.history)[Number(index)];
  if (index !== journey.firstUser) return lostMessageFate(leaf, rest, message, 'only the first text of the user is kept (R37)');
  if (rest[0] === 'role') return fate('defaulted', leaf, 'being the input says so');
  const place = partPlace(rest);
  if (!place) return messageMemberFate(leaf, rest[0]);
  const part = message?.parts[place.index];
  const common = partMemberFate(leaf, place, part);
  if (common) return common;
  if (part?.kind !== 'text') return lost(leaf, 'files and data of a message are not read (R34, R37)');
  return joinedFate(leaf, journey, {
    way: { internal: ['inputText'], acp: ['input', 0, 'content'] },
    count: journey.inputTexts,
  });
}

/** A message that goes nowhere: its words are content, the rest of it goes with it. */
function lostMessageFate(leaf: Leaf, rest: readonly Token[], message: Message | undefined, why: string): FieldFate {
  const place = partPlace(rest);
  if (!place) return messageMemberFate(leaf, rest[0]);
  return partMemberFate(leaf, place, message?.parts[place.index]) ?? lost(leaf, why);
}

function messageMemberFate(leaf: Leaf, member: Token | undefined): FieldFate {
  return member === 'kind' ? fate('defaulted', leaf, MARK) : lost(leaf, 'this member of a message is not read');
}

function artifactFate(leaf: Leaf, [index, ...rest]: readonly Token[], journey: Journey): FieldFate {
  const artifact = Array.from(journey.task.artifacts)[Number(index)];
  switch (rest[0]) {
    case 'name':
      return carried(leaf, journey, { internal: ['artifacts', Number(index)], acp: ['metadata', 'artifacts', Number(index)] });
    case 'description':
      return lost(leaf, 'descriptions are not read (R34)');
    default:
  }
  const place = partPlace(rest);
  if (!place) return lost(leaf, 'this member of an artifact is not read');
  const part = artifact?.parts[place.index];
  return (
    partMemberFate(leaf, place, part) ?? artifactPartFate(leaf, journey, { part, tail: place.tail, at: `${Number(index)}/${place.index}` })
  );
}

function artifactPartFate(
  leaf: Leaf,
  journey: Journey,
  { part, tail, at }: { readonly part: Part | undefined; readonly tail: readonly Token[]; readonly at: string },
): FieldFate {
  if (part?.kind === 'text') {
    return joinedFate(leaf, journey, {
      way: { internal: ['outputText'], acp: ['output', 0, 'parts', 0, 'content'] },
      count: journey.outputTexts,
    });
  }
  if (part?.kind === 'file') return lost(leaf, 'files are not read (R34)');
  const inside = dataTail(leaf, tail);
  const place = journey.internal.outputText === '' ? 0 : 1;
  const content = ['output', 0, 'parts', place, 'content'];
  // JSON that stands as a text in the original is one leaf of all its keys.
  if (
    inside.length === 0 &&
    part &&
    isJsonObject(part.data) &&
    leaf.as &&
    Object.keys(part.data).every((key) => journey.writers.get(key) === at)
  ) {
    return carried(leaf, journey, { internal: ['structured'], acp: content });
  }
  const key = inside[0];
  if (!part || !isJsonObject(part.data) || typeof key !== 'string') return lost(leaf, 'data that is no object is not read');
  const writer = journey.writers.get(key);
  if (writer !== at) return lost(leaf, `overwritten: another data part has the key ${leafText(key)} too (R36)`);
  return carried(leaf, journey, { internal: ['structured', ...inside], acp: [...content, ...inside] });
}

/** The path of a leaf inside its data, below whatever the dialect wraps data in. Keys of data are taken as they are. */
function dataTail(leaf: Leaf, tail: readonly Token[]): readonly Token[] {
  const tokens = tokensOf(leaf);
  const raw = tokens.slice(tokens.length - tail.length);
  const depth = raw[0] === 'content' || (raw[0] === 'data' && raw[1] === 'data') ? 2 : 1;
  return raw.slice(depth);
}

function metadataFate(leaf: Leaf, rest: readonly Token[], journey: Journey): FieldFate {
  const index = rest[1];
  if (tokensOf(leaf)[1] !== CHAIN_KEY || typeof index !== 'number' || journey.internal.delegationChain.length === 0) {
    return lost(leaf, 'metadata is not read');
  }
  return carried(leaf, journey, { internal: ['delegationChain', index], acp: ['metadata', 'delegation_chain', index] });
}

/** The members of a part that are no content: marks, media types, names, metadata. Undefined for content. */
function partMemberFate(leaf: Leaf, { tail }: PartPlace, part: Part | undefined): FieldFate | undefined {
  switch (tail[0]) {
    case 'kind':
    case 'type':
      return fate('defaulted', leaf, MARK);
    case 'metadata':
      return lost(leaf, 'metadata of a part is not read');
    case 'filename':
      return lost(leaf, 'names of parts are not read');
    case 'mediaType':
      return mediaTypeFate(leaf, part);
    case 'content':
      return tail[1] === '$case' ? fate('defaulted', leaf, MARK) : undefined;
    default:
      return undefined;
  }
}

function mediaTypeFate(leaf: Leaf, part: Part | undefined): FieldFate {
  const made = part?.kind === 'text' ? 'text/plain' : part?.kind === 'data' ? 'application/json' : undefined;
  return leaf.value === made
    ? fate('defaulted', leaf, 'the envelope gives every part of this kind this type')
    : lost(leaf, 'media types are not read');
}

function joinedFate(leaf: Leaf, journey: Journey, { way, count }: { readonly way: Way; readonly count: number }): FieldFate {
  if (count === 1) return carried(leaf, journey, way);
  const arrived = carried(leaf, journey, way);
  return {
    ...arrived,
    verdict: 'undeclared-loss',
    remark: `one of ${count} texts joined by a space: where it begins and ends is lost (R35)`,
  };
}

/** A value that has a place at each station: kept or renamed when it is really there at the end. */
function carried(leaf: Leaf, { documents }: Journey, way: Way): FieldFate {
  const inside = station(documents.internal, way.internal);
  const outside = station(documents.acp, way.acp);
  const back = station(documents.back, way.internal);
  const stations = { ...(inside && { internal: inside }), ...(outside && { acp: outside }), ...(back && { back }) };
  if (!inside || !back || inside.value !== back.value) return { ...fate('undeclared-loss', leaf, 'does not come back'), ...stations };
  const names = [leaf.tokens, way.internal, way.acp].map((tokens) => tokens.findLast((token) => typeof token === 'string'));
  const kept = names.every((name) => name === names[0]);
  return {
    ...fate(kept ? 'kept' : 'renamed', leaf, kept ? '' : `${String(names[0])} → ${String(names[1])} → ${String(names[2])}`),
    ...stations,
  };
}

interface PartPlace {
  readonly index: number;
  readonly tail: readonly Token[];
}

/** Which part a path inside a message or artifact is in: `parts[2]…`, or `content[2]…` of 0.3 over REST. */
function partPlace([list, index, ...tail]: readonly Token[]): PartPlace | undefined {
  return (list === 'parts' || list === 'content') && typeof index === 'number' ? { index, tail } : undefined;
}

function camel(token: Token): Token {
  return typeof token === 'string' ? token.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()) : token;
}

/** The longest text of a value that a table shows. */
const SHORT = 80;

/** Where a value is, and a short text of it; undefined when it is not there. */
export function station(document: Json, tokens: readonly Token[]): Station | undefined {
  const value = valueAt(document, tokens);
  return value === undefined ? undefined : { path: pathOf(tokens), value: shortText(value) };
}

function shortText(value: Json): string {
  const text = typeof value === 'string' ? value : leafText(value);
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1)}…`;
}

/** A fate at the first station only. */
export function fate(verdict: FieldVerdict, leaf: Leaf, remark: string): FieldFate {
  return { verdict, original: { path: pathOf(leaf.tokens), value: shortText(leaf.value) }, remark };
}
