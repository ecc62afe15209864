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
  return near ?? far ?? versionByWords(stream, task);
}

/** Bare wrappers with the enum names of protocol buffers fit 0.3 as well; they are of 1.0 unless an update says `final`. */
function versionByWords(stream: StreamCase | undefined, task: TaskCase | undefined): string {
  const shown = stream?.frames.slice(0, MOST_ASKED).map(({ sighting }) => sighting) ?? task?.sightings.slice(0, MOST_ASKED) ?? [];
  const spellsOut = shown.some((seen) => seen?.word?.startsWith('TASK_STATE_'));
  return spellsOut && !shown.some((seen) => seen?.final !== undefined) ? '1.0' : FALLBACK;
}

function versionOfTask(task: TaskCase): string | undefined {
  const { calls, sightings } = task;
  let found: string | undefined;
  for (let at = 0; at < calls.length && at < MOST_ASKED; at += 1) {
    const call = calls[at];
    if (call?.version === FIRST && call.request?.version === FIRST) return FIRST;
    found ??= call?.version;
  }
  for (let at = 0; found === undefined && at < sightings.length && at < MOST_ASKED; at += 1) found = sightings[at]?.version;
  return found;
}

/** Whether a version is of the 0.2 and 0.3 line, where updates say `final`. */
export function saysFinal(version: string): boolean {
  return version.startsWith('0.2') || version.startsWith('0.3');
}

/** Whether a version lets a task begin anew after its end: 0.1 to 0.2.3 name terminal states and do not forbid it. */
export function allowsRestart(version: string): boolean {
  return version === FIRST || /^0\.(?:1\.\d+|2\.[0-3])$/.test(version);
}

/** The protocol that it is spoken in, where that is not A2A: the task shows it, or its source speaks nothing else, or its request line does. */
function foreignProtocol(book: Casebook, { stream, call, task }: Bearings): string | undefined {
  const shown = task ?? stream?.task;
  if (shown?.observed) return shown.foreign;
  const asked = stream?.call ?? call;
  const source = stream?.source ?? asked?.source;
  return source === undefined ? undefined : foreignIn(book.protocolsOf(source), asked);
}

function foreignIn(protocols: readonly string[], asked: CallCase | undefined): string | undefined {
  const [only] = protocols;
  if (protocols.length === 1 && only !== 'a2a') return only;
  const isOfRuns = asked?.request !== undefined && /^[A-Z]+ \/runs\b/.test(asked.request.method);
  return isOfRuns && protocols.includes(ACP) ? ACP : undefined;
}

/** What judges: `acp`, `interop`, or a version of A2A. */
export function judgeOf(book: Casebook, bearings: Bearings): string {
  return foreignProtocol(book, bearings) ?? versionJudging(bearings);
}

/** Whether a judge is no version of A2A: then nothing is asked for that only A2A promises. */
export function isForeign(judge: string): boolean {
  return judge === ACP || judge === INTEROP;
}

/** Stands for every version of the Agent Communication Protocol, whose numbers look like those of A2A. */
export const ACP = 'acp';
/** The small REST protocol, which has no versions (protocol/interop.ts). */
export const INTEROP = 'interop';
