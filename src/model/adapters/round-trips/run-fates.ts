// What becomes of one leaf of a wire task on its way through our nouns into a run of ACP, with the request that began it, and
// back into our nouns. Whatever does not come back must be among the losses that the dialect declares. SPEC.md R.30, R.31.

import { type Json } from '../../base/json.ts';
import { LOSSES } from '../dialects/acp.ts';
import type { PlannedPart, RunPlan } from '../dialects/acp-plan.ts';
import { LOSSES as V03_LOSSES } from '../dialects/a2a-v03.ts';
import { LOSSES as V1_LOSSES } from '../dialects/a2a-v1.ts';
import type { DeclaredLoss } from '../dialects/losses.ts';
import type { Dialect } from '../observation.ts';
import { fate, station, type FieldFate } from './fates.ts';
import { unreadOfInterop } from './interop-places.ts';
import { isEmptyLeaf, leafText, pathOf, valueAt, type Leaf, type Token } from './leaves.ts';
import type { NounPlace } from './noun-places.ts';

/** Everything that the fate of a leaf depends on. */
export interface RunJourney {
  readonly plan: PlanIndex;
  /** The task as read, the run with its request, and the task as read from those. */
  readonly documents: { readonly internal: Json; readonly acp: Json; readonly back: Json };
  readonly placeOf: (leaf: Leaf) => NounPlace;
  /** What the original is written in; undefined where that is not known. */
  readonly original: Dialect | undefined;
}

/** The fate of one leaf. */
export function runFateOf(leaf: Leaf, journey: RunJourney): FieldFate {
  const place = journey.placeOf(leaf);
  if (place === 'mark') return fate('defaulted', leaf, 'a mark of the dialect, made again from the shape');
  const found = place === undefined ? unread(leaf, journey) : placedFate(leaf, place, journey);
  const isLoss = found.verdict.endsWith('loss');
  return isLoss && isEmptyLeaf(leaf.value) && place?.includes('data') !== true
    ? { ...found, verdict: 'kept', remark: 'empty: there is nothing to lose' }
    : found;
}

const READING_LOSSES: readonly DeclaredLoss[] = [...V03_LOSSES, ...V1_LOSSES].filter(({ when }) => when === 'decode');
const RUN_LOSSES: readonly DeclaredLoss[] = LOSSES.filter(({ when }) => when === 'decode');
const WRITING_LOSSES: readonly DeclaredLoss[] = LOSSES.filter(({ when }) => when === 'encode');

/** A leaf that our nouns have no place for. */
function unread(leaf: Leaf, { original, documents }: RunJourney): FieldFate {
  if (original === 'acp') return leaf.tokens.join() === 'agent_name' ? beside(leaf, documents.acp) : unreadOfRun(leaf);
  if (original === 'interop') return unreadOfInterop(leaf);
  const names = namesOf(leaf);
  const declared = READING_LOSSES.find(({ path }) => path.startsWith('*') && names.includes(path.slice(2)));
  return declared ? fate('declared-loss', leaf, declared.why) : fate('undeclared-loss', leaf, 'no reader knows this member');
}

/** Whose run it is stands beside the task, and is written from there. */
function beside(leaf: Leaf, document: Json): FieldFate {
  const acp = station(document, ['run', 'agent_name']);
  const kept = acp?.value === leaf.value;
  return { ...fate(kept ? 'kept' : 'renamed', leaf, 'stands beside the task'), ...(acp && { acp }) };
}

/** A leaf of a run that our nouns have no place for. */
export function unreadOfRun(leaf: Leaf): FieldFate {
  const names = namesOf(leaf);
  const last = names.at(-1) ?? '';
  const declared = RUN_LOSSES.find(({ path }) => path === names[0] || path === `message.${last}`);
  return declared ? fate('declared-loss', leaf, declared.why) : fate('undeclared-loss', leaf, 'no reader knows this member');
}

function namesOf({ tokens }: Leaf): readonly string[] {
  return tokens.filter((token) => typeof token === 'string');
}

interface Way {
  readonly acp?: readonly Token[];
  readonly back?: readonly Token[];
}

function placedFate(leaf: Leaf, place: readonly Token[], journey: RunJourney): FieldFate {
  const { documents } = journey;
  const way = wayOf(place, journey);
  const internal = station(documents.internal, place);
  const acp = way.acp && station(documents.acp, way.acp);
  const back = way.back && station(documents.back, way.back);
  const stations = { ...(internal && { internal }), ...(acp && { acp }), ...(back && { back }) };
  if (!isSame(valueAt(documents.internal, place), way.back && valueAt(documents.back, way.back))) {
    return { ...lost(leaf, place, journey), ...stations };
  }
  if (way.acp === undefined) return { ...fate('defaulted', leaf, 'where it stands says so'), ...stations };
  const names = [leaf.tokens, place, way.acp].map((tokens) => tokens.findLast((token) => typeof token === 'string'));
  const kept = names.every((name) => name === names[0]) && pathOf(place) === pathOf(way.back ?? []);
  return {
    ...fate(kept ? 'kept' : 'renamed', leaf, kept ? '' : `${String(names[0])} → ${String(names[1])} → ${String(names[2])}`),
    ...stations,
  };
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return one !== undefined && other !== undefined && leafText(one) === leafText(other);
}

/** A loss by what it is that is lost: the state, a member of a message, an artifact or a part, or the content itself. */
function lost(leaf: Leaf, place: readonly Token[], { documents }: RunJourney): FieldFate {
  const path = lossPath(place, documents.internal);
  const declared = WRITING_LOSSES.find((loss) => loss.path === path);
  return declared ? fate('declared-loss', leaf, declared.why) : fate('undeclared-loss', leaf, 'does not come back');
}

function lossPath(place: readonly Token[], task: Json): string {
  const [head] = place;
  if (head === 'status' && place[1] === 'state') return `state=${textAt(task, place)}`;
  if (head === 'metadata' || head === 'delegationChain') return head;
  if (head === 'status' && place[1] !== 'message') return `status.${String(place[1])}`;
  const inPart = place.indexOf('parts');
  if (inPart < 0) return `${head === 'artifacts' ? 'artifact' : 'message'}.${String(place[2])}`;
  const member = String(place[inPart + 2]);
  if (OF_PARTS.has(member)) return `part.${member}`;
  return head === 'status' ? 'status.message.parts' : 'history[].parts';
}

function textAt(document: Json, place: readonly Token[]): string {
  const value = valueAt(document, place);
  return typeof value === 'string' ? value : '';
}

const OF_PARTS: ReadonlySet<string> = new Set(['metadata', 'name', 'mimeType', 'bytes']);

/** Where a place of our nouns goes, and where it is read again. */
function wayOf(place: readonly Token[], { plan }: RunJourney): Way {
  const [head, second, third] = place;
  switch (head) {
    case 'taskId':
      return { acp: ['run', 'run_id'], back: place };
    case 'contextId':
      return { acp: ['run', 'session_id'], back: place };
    case 'artifacts':
      if (third === 'name' || third === 'artifactId') return nameWay(plan.firsts.get(pathOf(place.slice(0, 2))), third);
      break;
    case 'status':
      if (second === 'state') return { acp: ['run', 'status'], back: place };
      if (second === 'timestamp') return { acp: ['run', 'finished_at'], back: place };
      break;
    default:
  }
  if (place.at(-1) === 'role') {
    // Whose a message is shows by where it stands, if it is there at all.
    const first = plan.firsts.get(pathOf(place.slice(0, -1)));
    return first ? { back: [...first.back.slice(0, -2), 'role'] } : {};
  }
  const at = place.indexOf('parts');
  const planned = at < 0 ? undefined : plan.parts.get(pathOf(place.slice(0, at + 2)));
  return planned ? partWay(planned, place.slice(at + 2)) : {};
}

/** The name of an artifact is the name of its parts; its id is that too, where it has no other name. */
function nameWay(first: PlannedPart | undefined, member: string): Way {
  return first ? { acp: [...first.to, 'name'], back: [...first.back.slice(0, 2), member] } : {};
}

const CONTENT: ReadonlyMap<Token | undefined, string> = new Map<Token | undefined, string>([
  ['text', 'content'],
  ['data', 'content'],
  ['bytes', 'content'],
  ['uri', 'content_url'],
  ['mimeType', 'content_type'],
]);

function partWay({ to, back }: PlannedPart, rest: readonly Token[]): Way {
  const member = CONTENT.get(rest[0]);
  if (member === undefined) return {};
  // The text of an error is no part.
  return { acp: to.at(-2) === 'parts' ? [...to, member] : to, back: [...back, ...rest] };
}

/** The parts of a plan by where they come from, and the first part of everything that has parts. */
export interface PlanIndex {
  readonly parts: ReadonlyMap<string, PlannedPart>;
  readonly firsts: ReadonlyMap<string, PlannedPart>;
}

/** Indexes a plan: a document may have a hundred thousand leaves. */
export function indexPlan(plan: RunPlan): PlanIndex {
  const said = [...plan.input, ...plan.output, ...(plan.question ? [plan.question] : [])].flatMap(({ parts }) => parts);
  const parts = new Map<string, PlannedPart>();
  const firsts = new Map<string, PlannedPart>();
  for (const part of plan.failure ? [...said, plan.failure] : said) {
    parts.set(pathOf(part.from), part);
    const holder = pathOf(part.from.slice(0, -2));
    if (!firsts.has(holder)) firsts.set(holder, part);
  }
  return { parts, firsts };
}
