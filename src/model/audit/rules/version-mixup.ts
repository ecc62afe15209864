// Two versions of A2A in one conversation: what a client wrote against what a server understands, what either wrote against itself,
// what a card promises against what is spoken.

import type { AnswerSeen, CallCase, CardSeen, Casebook, ShapeNote, VersionClue } from '../casebook/casebook.ts';
import { hostOf } from '../../base/url-parts.ts';
import type { NamedTask, Rule, Severity, Verdicts } from '../rule.ts';
import { taskOfExchange } from './messages.ts';
import { mayBeSameAgent, taskAsked } from './named-tasks.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';
import {
  collectEvidence,
  familyName,
  familyOf,
  familyTold,
  isExplained,
  LEFT_OVERS,
  type Evidence,
  type Family,
  type Mixtures,
} from './version-evidence.ts';

function checkMixups(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  const notes = notesOfRequests(book);
  const all = collectEvidence(book).map((evidence) => withoutOwnFault(evidence, notes));
  const spoken = spokenAt(all);
  for (const evidence of all) {
    const refused = whyRefused(evidence, book, spoken);
    if (refused !== undefined) {
      sheet.find({ task: taskOfRefused(evidence), severity: 'error', rows: rowsOf(evidence), why: refused, version: evidence.version });
    } else if (evidence.odd.length > 0 || evidence.isSplit) judgeMixed(sheet, evidence);
    else if (isDeliveredInOther(evidence)) {
      const why = 'The task was asked for in 1.0, and its webhook is told of it in the words of 0.2 or 0.3.';
      sheet.find({ task: evidence.task ?? null, severity: 'error', rows: rowsOf(evidence), why, version: '1.0' });
    } else passHarmless(sheet, evidence);
  }
  for (const card of book.cards) judgeCard(sheet, card, book, all);
  return sheet.verdicts();
}

type NotesOfRequests = ReadonlyMap<CallCase, readonly ShapeNote[]>;

/** What is odd in the shape of each request, other than the spelling of names. */
function notesOfRequests(book: Casebook): NotesOfRequests {
  const notes = new Map<CallCase, ShapeNote[]>();
  for (const note of book.shapes) {
    if (!note.call || note.row !== note.call.request?.row || note.kind === 'snake-case') continue;
    const known = notes.get(note.call);
    if (known) known.push(note);
    else notes.set(note.call, [note]);
  }
  return notes;
}

/** A request that lacks something besides may have been refused for that. */
function withoutOwnFault(evidence: Evidence, notes: NotesOfRequests): Evidence {
  const { call, isRefusedForForm, wanted } = evidence;
  if (!isRefusedForForm || wanted !== undefined || !call) return evidence;
  const others: Mixtures = new Map([[call, new Set(evidence.odd.map(familyTold))]]);
  const isFaulty = notes.get(call)?.some((note) => !isExplained(note, others)) === true;
  return isFaulty ? { ...evidence, isRefusedForForm: false } : evidence;
}

/** The families in which calls worked, by server. */
type Spoken = ReadonlyMap<string, ReadonlySet<Family>>;

function spokenAt(all: readonly Evidence[]): Spoken {
  const spoken = new Map<string, Set<Family>>();
  for (const { call, outcome, family, odd } of all) {
    if (!call || outcome !== 'accepted' || odd.length > 0) continue;
    spoken.set(call.endpoint, (spoken.get(call.endpoint) ?? new Set<Family>()).add(family));
  }
  return spoken;
}

/** Why a refusal is one of versions; undefined where it is none. */
function whyRefused(evidence: Evidence, book: Casebook, spoken: Spoken): string | undefined {
  const { call, family, refusal, odd, wanted, isVersionRefused, isRefusedForForm } = evidence;
  if (!refusal || !call?.request) return undefined;
  const asked = `${call.request.method} is a call of ${familyName(family)}`;
  if (isVersionRefused) return `${asked}, and was refused because of its version.`;
  if (wanted !== undefined && refusal.error?.code !== -32001)
    return `${asked}, and was refused by a server that wants ${familyName(wanted)}.`;
  if (!isRefusedForForm) return undefined;
  if (odd.some(({ by }) => by === 'client')) return `${asked} and holds what is of ${oddNames(evidence)}; it was refused.`;
  if (!isUnknownCall(refusal)) return undefined;
  const other = otherSpoken(call, family, book, spoken);
  if (other !== undefined) return `${asked}, and its server speaks ${familyName(other)}.`;
  // Whatever version a server speaks, it has a method for sending a message.
  const isSend = refusal.error?.code === -32601 && call.operation === 'send';
  return isSend ? `${asked}, which its server does not know: it speaks another version.` : undefined;
}

/** Whether the method or the path is what the server does not know. */
function isUnknownCall({ error, status }: AnswerSeen): boolean {
  return error?.code === -32601 || status === 404 || status === 405;
}

/** Another family that the server of a call is known to speak, where it is not known to speak that of the call. */
function otherSpoken(call: CallCase, family: Family, book: Casebook, spoken: Spoken): Family | undefined {
  const families = new Set<Family>(spoken.get(call.endpoint) ?? []);
  if (families.size === 0)
    for (const card of book.cards) if (isCardOf(card, call, book)) for (const own of promised(card)) families.add(own);
  return families.has(family) ? undefined : [...families][0];
}

/** As many calls of a task as are asked for its version. */
const MOST_ASKED = 32;

/** Whether a delivery speaks 0.2 or 0.3 though every call about its task is of 1.0, in which a webhook is told of stream events. */
function isDeliveredInOther({ call, task, family, clues }: Evidence): boolean {
  if (call?.operation !== 'push' || family !== '0.3' || !task || !clues.some(({ where }) => where === 'kind')) return false;
  const asked = task.calls.slice(0, MOST_ASKED).filter(({ operation, request }) => operation !== 'push' && request !== undefined);
  return asked.length > 0 && asked.every(({ version }) => familyOf(version) === '1.0');
}

function judgeMixed(sheet: VerdictSheet, evidence: Evidence): void {
  const { call, family, odd, isSplit, version } = evidence;
  const task = taskOfExchange({ task: evidence.task, call, stream: evidence.stream });
  const severity: Severity = isSplit || odd.some((clue) => isBreaking(clue, evidence)) ? 'error' : 'warning';
  const why = isSplit
    ? 'The request is written in one version and the answer in another.'
    : `This is ${familyName(family)}, and holds what is of ${oddNames(evidence)}.`;
  sheet.find({ task, severity, rows: rowsOf(evidence), why, version });
}

/** Whether a reader of the version that judges can not make sense of it. What a client sent was read by the one who answered. */
function isBreaking({ by, where }: VersionClue, { isRefusedForForm }: Evidence): boolean {
  return by === 'client' ? isRefusedForForm : !LEFT_OVERS.has(where);
}

const WORDS: Readonly<Record<string, string>> = {
  method: 'the method',
  header: 'the header A2A-Version',
  path: 'the path',
  wrapper: 'the wrapped result',
  bare: 'the bare result',
  kind: 'kind',
  'part-kind': 'kind in parts',
  enum: 'the names of states or roles',
  final: 'final',
  blocking: 'blocking or returnImmediately',
  content: 'content in a message',
  parts: 'parts in a message',
  part: 'the members of parts',
  'part-type': 'type in parts',
  file: 'the members of a file',
  session: 'sessionId or index',
  config: 'the push configuration',
};

/** `1.0 (the method, parts in a message)`. */
function oddNames({ odd }: Evidence): string {
  const families = new Set<string>();
  const words = new Set<string>();
  for (const { versions, where } of odd) {
    const family = familyOf(versions[0]);
    families.add(versions.length > 2 ? 'before 1.0' : family === undefined ? 'another version' : familyName(family));
    words.add(WORDS[where] ?? where);
  }
  return `${[...families].join(' and ')} (${[...words].join(', ')})`;
}

function rowsOf({ odd, clues, refusal }: Evidence): readonly (number | undefined)[] {
  const rows = (odd.length > 0 ? odd : clues).map(({ row }) => row);
  return [...rows, refusal?.row].slice(0, 20);
}

/** A refused call is about the task that it names; an id that a client of 0.1 made up is no task before the server has it. */
function taskOfRefused({ call, family, task }: Evidence): NamedTask | null {
  if (task?.observed === true) return task;
  return family === '0.1' || call?.operation === 'set-push-config' ? null : taskAsked(call);
}

function passHarmless(sheet: VerdictSheet, { call, clues, family }: Evidence): void {
  const path = clues.find(({ where, versions }) => where === 'path' && !versions.some((version) => familyOf(version) === family));
  if (path) sheet.pass(taskAsked(call), [path.row], 'The path has /v1/, and what is spoken is 1.0: the URL of a server may end so.');
}

/** The families that a card promises by what it says, none where it says nothing. */
function promised({ card }: CardSeen): readonly Family[] {
  const families = new Set<Family>();
  for (const { version } of card.interfaces) {
    const family = familyOf(version);
    if (family) families.add(family);
  }
  return [...families];
}

/** Whether a card is that of the server that a call went to; where nothing tells, the only card of its source is. */
function isCardOf(card: CardSeen, call: CallCase, book: Casebook): boolean {
  const urls = [card.fetchedFrom, ...card.card.interfaces.map(({ url }) => url)];
  const hosts = urls.map(hostOf).filter((host) => host !== undefined);
  if (call.endpoint !== '') return hosts.includes(call.endpoint);
  return book.cards.every((other) => other === card || mayBeSameAgent(hostOf(other.fetchedFrom) ?? '', hosts[0] ?? ''));
}

function judgeCard(sheet: VerdictSheet, card: CardSeen, book: Casebook, all: readonly Evidence[]): void {
  const families = promised(card);
  if (families.length === 0) return;
  for (const { call, family, outcome, clues, version } of all) {
    if (!call || outcome === 'none' || families.includes(family) || !isCardOf(card, call, book)) continue;
    // A method that many versions have, or a claim in a header, is no version that was spoken.
    if (!clues.some((clue) => clue.where !== 'header' && clue.where !== 'path' && clue.versions.length < 3)) continue;
    const names = families.map(familyName).join(' and ');
    const why = `The card promises ${names}; what is spoken is ${familyName(family)}.`;
    const rows = [card.row, call.request?.row ?? clues[0]?.row];
    sheet.find({ task: null, severity: outcome === 'refused' && call.request ? 'error' : 'warning', rows, why, version });
  }
}

export const VERSION_RULES: readonly Rule[] = [
  {
    id: 'version-mixup',
    title: 'Two versions in one conversation',
    meaning:
      'What a card or a header claims, what a request is written in and what an answer is written in are of different versions of A2A. Names like TASK_STATE_WORKING and content over HTTP+JSON of 0.3 are no mixture, nor is another try in the right version.',
    remedy:
      'The client must speak the version of the interface that it chose from the card; the server must answer in the version that it was asked in.',
    channels: ['R', 'S', 'P', 'W', 'C'],
    severities: 'error where the call or its reader breaks; warning for left-over members',
    spec: {
      '': 'A2A 1.0 §3.6, Appendix A.2',
      '0.1': 'A2A 0.1 §7',
      '0.2': 'A2A 0.2 §7',
      '0.3': 'A2A 0.3.0 §3.5.6; a2a.proto',
      '1.0': 'A2A 1.0 §3.6, §5.3, §5.5, §8.3, Appendix A.2',
    },
    check: checkMixups,
  },
];
