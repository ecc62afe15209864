// Which versions a conversation shows, and which of what it shows does not fit the version that judges it. Asked by the rule about
// mixed versions, and by the one about missing members, which a mixture explains.

import type { AnswerSeen, CallCase, Casebook, ShapeNote, StreamCase, TaskCase, VersionClue } from '../casebook/casebook.ts';
import { requiresMember } from '../shape/required-members.ts';
import { isForeign, judgeOf } from './judging-version.ts';
import { outcomeOf, refusalOf, type Outcome } from './named-tasks.ts';

/** Versions that can be told apart by what is written: 0.2 and 0.3 can not. */
export type Family = '0.1' | '0.3' | '1.0';

/** The family of a version; undefined for one that is not known. */
export function familyOf(version: string | undefined): Family | undefined {
  // As nearly all are written; asked for every clue.
  if (version === undefined || version === '0.3' || version === '1.0') return version;
  if (version === '0.1' || version.startsWith('0.1.')) return '0.1';
  if (/^0\.[23](?:\.|$)/.test(version)) return '0.3';
  return version === '1.0' || version.startsWith('1.') ? '1.0' : undefined;
}

/** The name of a family in a sentence. */
export function familyName(family: Family): string {
  return family === '0.3' ? '0.2 or 0.3' : family;
}

/** A call, a stream without one, or a value that stands alone, with all that it shows of versions. */
export interface Evidence {
  readonly call: CallCase | undefined;
  readonly stream: StreamCase | undefined;
  readonly task: TaskCase | undefined;
  /** The version that judges it. */
  readonly version: string;
  readonly family: Family;
  readonly outcome: Outcome;
  readonly refusal: AnswerSeen | undefined;
  readonly clues: readonly VersionClue[];
  /** Clues that do not fit. */
  readonly odd: readonly VersionClue[];
  /** Client and server spoke different versions, and neither a mixed one. */
  readonly isSplit: boolean;
  /** The request was refused for what it was written in. */
  readonly isRefusedForForm: boolean;
  /** The family that the refusal asks for; undefined where it names none. */
  readonly wanted: Family | undefined;
  /** The refusal says that the version is not supported. */
  readonly isVersionRefused: boolean;
}

/** What was collected of a book that is being judged: a book is made for each judging. */
const collected = new WeakMap<Casebook, readonly Evidence[]>();

/** Collects what each conversation shows. */
export function collectEvidence(book: Casebook): readonly Evidence[] {
  const known = collected.get(book) ?? evidenceIn(book);
  collected.set(book, known);
  return known;
}

function evidenceIn(book: Casebook): readonly Evidence[] {
  const clues = new Map<CallCase | StreamCase | number, VersionClue[]>();
  for (const clue of book.clues) {
    const key = clue.call ?? clue.stream?.call ?? clue.stream ?? clue.row;
    const known = clues.get(key);
    if (known) known.push(clue);
    else clues.set(key, [clue]);
  }
  const found: Evidence[] = [];
  for (const own of clues.values()) {
    const evidence = evidenceOf(book, own);
    if (evidence) found.push(evidence);
  }
  return found;
}

function evidenceOf(book: Casebook, clues: readonly VersionClue[]): Evidence | undefined {
  const [first] = clues;
  if (!first) return undefined;
  const call = first.call ?? first.stream?.call;
  const stream = call?.stream ?? first.stream;
  const { task } = first;
  const version = judgeOf(book, { stream, call, task, version: call || stream ? undefined : likeliest(clues) });
  const family = isForeign(version) ? undefined : familyOf(version);
  if (!family) return undefined;
  const refusal = call && refusalOf(call);
  const isRefusedForForm = call !== undefined && isOfForm(refusal, call);
  return {
    call,
    stream,
    task,
    version,
    family,
    outcome: call ? outcomeOf(call) : 'none',
    refusal,
    clues,
    odd: clues.filter((clue) => isOdd(clue, family, isRefusedForForm)),
    isSplit: isSplit(clues),
    isRefusedForForm,
    wanted: wantedBy(clues, family),
    isVersionRefused: family !== '0.1' && clues.some(({ where }) => where === 'refuses-version'),
  };
}

/** The version that most of what a lone value shows fits. */
function likeliest(clues: readonly VersionClue[]): string | undefined {
  const votes = new Map<string, number>();
  for (const { versions, where } of clues) {
    const weight = LEFT_OVERS.has(where) ? 1 : 2;
    for (const version of versions) votes.set(version, (votes.get(version) ?? 0) + weight);
  }
  return [...votes].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? 1 : -1))[0]?.[0];
}

/** What may be left over from another version and do no harm: readers skip it, or it is claimed and not spoken. */
export const LEFT_OVERS: ReadonlySet<string> = new Set(['final', 'kind', 'part-kind', 'blocking', 'header', 'config', 'session', 'path']);
/** What is no evidence against the version that judges: a spelling that servers of both use, details of an error, what it names. */
const NEVER_ODD: ReadonlySet<string> = new Set(['spelling', 'error', 'wants', 'refuses-version']);

function fits({ versions }: VersionClue, family: Family): boolean {
  return versions.some((version) => familyOf(version) === family);
}

function isOdd(clue: VersionClue, family: Family, isRefusedForForm: boolean): boolean {
  if (NEVER_ODD.has(clue.where) || fits(clue, family)) return false;
  // The URL of a server may end in /v1 whatever it speaks.
  return clue.where !== 'path' || isRefusedForForm;
}

const FAMILIES: readonly Family[] = ['0.1', '0.3', '1.0'];

/** The families that all hard evidence of one side fits. */
function spokenBy(clues: readonly VersionClue[], by: VersionClue['by']): readonly Family[] {
  const own = clues.filter((clue) => clue.by === by && !NEVER_ODD.has(clue.where) && !LEFT_OVERS.has(clue.where));
  return own.length === 0 ? FAMILIES : FAMILIES.filter((family) => own.every((clue) => fits(clue, family)));
}

function isSplit(clues: readonly VersionClue[]): boolean {
  const [client, server] = [spokenBy(clues, 'client'), spokenBy(clues, 'server')];
  return client.length > 0 && server.length > 0 && !client.some((family) => server.includes(family));
}

/** The other family that a refusal names: the client's own may be quoted in it. */
function wantedBy(clues: readonly VersionClue[], family: Family): Family | undefined {
  for (const { where, versions } of clues) {
    const wanted = where === 'wants' ? familyOf(versions[0]) : undefined;
    if (wanted !== undefined && wanted !== family) return wanted;
  }
  return undefined;
}

const FORM_CODES: ReadonlySet<number | string> = new Set([-32700, -32600, -32601, -32602, -32009]);
const FORM_STATUSES: ReadonlySet<number> = new Set([400, 405, 415, 422, 501]);

/** Whether an error says that the request can not be read, and not that the agent will not do it. */
function isOfForm(refusal: AnswerSeen | undefined, { operation }: CallCase): boolean {
  if (!refusal) return false;
  const { error, status = 0 } = refusal;
  const code = error?.code;
  if (typeof code === 'number' && code <= -32000) return FORM_CODES.has(code) && !/\b(?:task|context)\b/i.test(error?.message ?? '');
  // A path that is not there; for a call that names a task it is the task that is not found.
  if (status === 404) return operation === 'send' || operation === 'stream';
  return FORM_STATUSES.has(status) && error?.reason === undefined;
}

/** The one family that a clue tells: what 0.1 shares with its successors is taken for theirs. */
export function familyTold({ versions }: VersionClue): Family {
  return familyOf(versions.at(-1)) ?? '0.3';
}

/** The other families that are mixed into a call, a stream or a lone row. */
export type Mixtures = ReadonlyMap<CallCase | StreamCase | number, ReadonlySet<Family>>;

/** Where versions are mixed so that what one of them requires is not there. Members that are left over take nothing away. */
export function mixturesOf(book: Casebook): Mixtures {
  const mixtures = new Map<CallCase | StreamCase | number, ReadonlySet<Family>>();
  for (const { call, stream, clues, odd, wanted, isSplit, refusal } of collectEvidence(book)) {
    const others = new Set<Family>();
    if (refusal && wanted !== undefined) others.add(wanted);
    const telling = isSplit ? clues : odd.filter(({ where }) => !LEFT_OVERS.has(where));
    for (const clue of telling) if (!NEVER_ODD.has(clue.where)) others.add(familyTold(clue));
    const key = call ?? stream ?? clues[0]?.row;
    if (others.size > 0 && key !== undefined) mixtures.set(key, others);
  }
  return mixtures;
}

/** Whether a member is missing because another version, which does not have it, is mixed in. */
export function isExplained({ call, stream, row, noun, member }: ShapeNote, mixtures: Mixtures): boolean {
  const others = mixtures.get(call ?? stream?.call ?? stream ?? row);
  return others !== undefined && [...others].some((family) => !requiresMember(family, noun, member));
}
