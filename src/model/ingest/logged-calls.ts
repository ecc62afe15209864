// Calls of a log whose requests and answers have no envelope: an answer belongs to the one open call that the log tells by the same
// request id, connection, span, trace, thread or logger. Where two are open that it may be of, it is of none (SPEC.md N.74).

import type { Observation } from '../adapters/observation.ts';
import type { Exchange } from './exchanges.ts';
import { isStreaming } from './exchanges.ts';
import { EVIDENCE, type Evidence, type EvidenceKind } from './logged-words.ts';
import { isOver } from './stream-ends.ts';

export interface LoggedCalls {
  /** Whether any call is open. */
  readonly waits: boolean;
  /** @param asked method and path, where the log names them */
  open(call: Exchange, evidence: Evidence, asked: string | undefined): void;
  /** A request whose body is not shown: what answers it may be taken for the answer to another. */
  passed(evidence: Evidence, asked: string): void;
  /** Takes note of a task that was seen: what only a thread or a logger pairs is of a new task, or of the one asked about. */
  saw(observation: Observation): void;
  /** The call that a value answers, and what tells so. */
  answered(evidence: Evidence, answer: LoggedAnswer): { readonly call: Exchange; readonly by: EvidenceKind } | undefined;
}
export interface LoggedAnswer {
  readonly observation: Observation;
  /** Whether the log calls it an event. */
  readonly isEvent: boolean;
  /** Whether the log calls it an answer. */
  readonly isAnswer: boolean;
}

interface OpenCall {
  readonly call: Exchange;
  readonly evidence: Evidence;
  asked: string | undefined;
  /** Requests after it that the same evidence is said of. */
  rivals: number;
  /** Answers that may have been its own, or another's. */
  doubtful: number;
  /** How many tasks had been seen before. */
  readonly after: number;
}

const MOST_TASKS = 4096;
const MOST = 64;
/** Ids of which a call has one: another id is another call's. */
const OWN: readonly EvidenceKind[] = ['request id', 'connection', 'span id', 'trace id'];
/** Many calls go through one trace, thread or logger. */
const LOOSE: ReadonlySet<EvidenceKind> = new Set<EvidenceKind>(['trace id', 'thread', 'logger']);
/** Of one thread or logger the next answer is a call's only where the log calls it one, and nothing else is open. */
const SHARED: ReadonlySet<EvidenceKind> = new Set<EvidenceKind>(['thread', 'logger']);

/** Starts with none open. */
export function createLoggedCalls(): LoggedCalls {
  let calls: OpenCall[] = [];
  const tasks = new Map<string, number>();
  let count = 0;
  return {
    get waits() {
      return calls.length > 0;
    },
    open: (call, evidence, asked) => {
      if (Object.keys(evidence).length === 0) return;
      calls.push({ call, evidence, asked, rivals: 0, doubtful: 0, after: count });
      if (calls.length > MOST) calls.shift();
    },
    saw: ({ said }) => {
      const id = said.kind === 'task' ? said.task.taskId : '';
      if (id === '' || tasks.has(id)) return;
      tasks.set(id, (count += 1));
      if (tasks.size > MOST_TASKS) tasks.delete(tasks.keys().next().value ?? '');
    },
    passed: (evidence, asked) => {
      for (const open of closest(calls, evidence)?.calls ?? []) {
        // A client tells of the request itself when it is over.
        if (open.asked === undefined && asked.startsWith('POST ')) open.asked = asked;
        else if (open.asked !== asked) open.rivals += 1;
      }
    },
    answered: (evidence, answer) => {
      const found = closest(
        calls.filter((open) => mayAnswer(open, answer)),
        evidence,
      );
      if (!found || (SHARED.has(found.by) && !answer.isAnswer)) return undefined;
      const [first, ...others] = found.calls;
      if (first === undefined) return undefined;
      if (LOOSE.has(found.by) && isOfAnother(first, answer.observation, tasks)) return undefined;
      if (others.length > 0 || first.rivals > 0 || first.doubtful > 0) {
        for (const open of found.calls) open.doubtful += 1;
        // As many answers as requests: none of them is open any more.
        calls = calls.filter((open) => !(found.calls.includes(open) && open.doubtful >= found.calls.length + open.rivals));
        return undefined;
      }
      if (!isStreaming(first.call) || isOver(answer.observation.said)) calls = calls.filter((open) => open !== first);
      return { call: first.call, by: found.by };
    },
  };
}

/** Not contradicted: one of the two does not say it, or both say the same. */
function agrees(one: Evidence, other: Evidence, kind: EvidenceKind): boolean {
  return one[kind] === undefined || other[kind] === undefined || one[kind] === other[kind];
}

function mayAnswer({ call }: OpenCall, { observation, isEvent }: LoggedAnswer): boolean {
  const { said } = observation;
  if (isStreaming(call))
    return !('task' in said) || call.taskId === undefined || call.taskId === said.task.taskId || said.task.taskId === '';
  return !isEvent && said.kind !== 'status-update' && said.kind !== 'artifact-update';
}

/** Whether a task was known before the call, which did not name it. */
function isOfAnother({ call, after }: OpenCall, { said }: Observation, tasks: ReadonlyMap<string, number>): boolean {
  if (said.kind !== 'task') return false;
  if (call.taskId !== undefined) return call.taskId !== said.task.taskId;
  return (tasks.get(said.task.taskId) ?? after + 1) <= after;
}

/** The calls that share the surest evidence with an answer, fewer by each further one that tells them apart. */
function closest(
  calls: readonly OpenCall[],
  evidence: Evidence,
): { readonly calls: readonly OpenCall[]; readonly by: EvidenceKind } | undefined {
  let left = calls.filter((open) => OWN.every((kind) => agrees(open.evidence, evidence, kind)));
  let by: EvidenceKind | undefined;
  for (const kind of EVIDENCE) {
    const same = evidence[kind] === undefined ? [] : left.filter((open) => open.evidence[kind] === evidence[kind]);
    if (same.length === 0) continue;
    by ??= kind;
    left = same;
  }
  return by === undefined ? undefined : { calls: left, by };
}
