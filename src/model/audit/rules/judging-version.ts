// Which version judges something, and by which protocol: the nearest evidence of what was spoken on the wire. What a card or a
// header claims against it is another rule's business.

import type { CallCase, Casebook, StreamCase, TaskCase } from '../casebook/casebook.ts';

/** Where something stood: what is known of it, the nearest first. */
export interface Bearings {
  readonly version?: string | undefined;
  readonly stream?: StreamCase | undefined;
  readonly call?: CallCase | undefined;
  readonly task?: TaskCase | undefined;
}

/** JSON that tells nothing nearer is judged by this. */
const FALLBACK = '0.3';
const FIRST = '0.1';
/** As many calls and sightings of a task as are asked for its version. */
const MOST_ASKED = 32;

/**
 * The version of A2A that judges: of the stream's call, the call, the stream, the value, then of what else is known of the task.
 * `tasks/get`, `tasks/cancel` and `tasks/resubscribe` have one name from 0.1 to 0.3, so a task that was sent as 0.1 stays one.
 */
export function versionJudging({ version, stream, call, task }: Bearings): string {
  const near = stream?.call?.version ?? call?.version ?? stream?.version ?? version;
  if (near !== undefined && (near === FIRST || !near.startsWith('0.'))) return near;
  const far = task && versionOfTask(task);
  if (far === FIRST) return FIRST;
  return near ?? far ?? FALLBACK;
}

function versionOfTask(task: TaskCase): string | undefined {
  const calls = task.calls.slice(0, MOST_ASKED);
  if (calls.some((call) => call.version === FIRST && call.request?.version === FIRST)) return FIRST;
  const called = calls.find((call) => call.version !== undefined)?.version;
  return called ?? task.sightings.slice(0, MOST_ASKED).find((sighting) => sighting.version !== undefined)?.version;
}

/** Whether a version is of the 0.2 and 0.3 line, where updates say `final`. */
export function saysFinal(version: string): boolean {
  return version.startsWith('0.2') || version.startsWith('0.3');
}

/** Whether a version lets a task begin anew after its end: 0.1 to 0.2.3 name terminal states and do not forbid it. */
export function allowsRestart(version: string): boolean {
  return version === FIRST || /^0\.(?:1\.\d+|2\.[0-3])$/.test(version);
}

const ACP_WORDS: ReadonlySet<string | undefined> = new Set(['created', 'in-progress', 'awaiting', 'cancelling', 'cancelled']);

/** Whether it is spoken in ACP: by its source, in a mixed one by the request line or by the words for its states. */
function isAcp(book: Casebook, bearings: Bearings): boolean {
  const call = bearings.stream?.call ?? bearings.call ?? bearings.task?.calls[0];
  const task = bearings.task ?? bearings.stream?.task;
  const source = bearings.stream?.source ?? call?.source ?? sourceOf(task);
  const protocols = source === undefined ? [] : book.protocolsOf(source);
  if (protocols.length === 0 || protocols.includes('acp')) return protocols.length === 1 || usesAcpWords(call, task);
  return false;
}

function sourceOf(task: TaskCase | undefined): number | undefined {
  return task?.sightings[0]?.stream?.source;
}

function usesAcpWords(call: CallCase | undefined, task: TaskCase | undefined): boolean {
  if (call?.request !== undefined) return /^[A-Z]+ \/runs\b/.test(call.request.method);
  return task?.sightings.slice(0, MOST_ASKED).some(({ word }) => ACP_WORDS.has(word)) === true;
}

/** What judges: `acp`, or a version of A2A. */
export function judgeOf(book: Casebook, bearings: Bearings): string {
  return isAcp(book, bearings) ? ACP : versionJudging(bearings);
}

/** Stands for every version of the Agent Communication Protocol, whose numbers look like those of A2A. */
export const ACP = 'acp';
