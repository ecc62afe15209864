// How the versions behave, as data: what no shape shows and a judge of traces has to know. Where a specification is silent
// or official servers differ, all that may be seen is listed. Specification 0.1 to 1.0; SPEC.md X.10.

import type { TaskState } from '../protocol/task.ts';

interface VersionProfile {
  /** `Major.Minor`. */
  readonly version: string;
  /** What may open a stream. */
  readonly firstEvents: readonly ('task' | 'message' | 'status-update' | 'artifact-update')[];
  /** Whether status updates say which is the last. */
  readonly finalFlag: 'required' | 'optional' | 'absent';
  /** The states in which a server may end a stream. */
  readonly streamEndsIn: readonly TaskState[];
  /** Whether a blocking send is the default where the request says nothing. */
  readonly sendWaits: 'always' | 'unspecified' | 'by default';
  /** What a stream that is taken up again begins with. */
  readonly resubscribe: 'later events' | 'unspecified' | 'current task';
  /** The error that a message to a finished task deserves; undefined: some error, the code is open. */
  readonly terminalTaskError?: number;
  /** The error of a cancel that comes too late. */
  readonly notCancelableError: number;
  /** Who makes the ids of tasks and contexts. */
  readonly idsMadeBy: 'client' | 'server';
  /** Where the specification says it. */
  readonly clause: string;
}

const TERMINAL: readonly TaskState[] = ['completed', 'canceled', 'failed', 'rejected'];

const PROFILES: readonly VersionProfile[] = [
  {
    version: '0.1',
    firstEvents: ['status-update', 'artifact-update'],
    finalFlag: 'optional',
    streamEndsIn: [...TERMINAL, 'input-required'],
    sendWaits: 'always',
    resubscribe: 'later events',
    notCancelableError: -32002,
    idsMadeBy: 'client',
    clause: '0.1 task lifecycle',
  },
  {
    version: '0.2',
    firstEvents: ['task', 'message', 'status-update'],
    finalFlag: 'required',
    streamEndsIn: [...TERMINAL, 'input-required'],
    sendWaits: 'unspecified',
    resubscribe: 'unspecified',
    notCancelableError: -32002,
    idsMadeBy: 'server',
    clause: '0.2 §7.2',
  },
  {
    version: '0.3',
    firstEvents: ['task', 'message', 'status-update'],
    finalFlag: 'required',
    streamEndsIn: [...TERMINAL, 'input-required', 'auth-required'],
    sendWaits: 'unspecified',
    resubscribe: 'unspecified',
    notCancelableError: -32002,
    idsMadeBy: 'server',
    clause: '0.3 §7.2',
  },
  {
    version: '1.0',
    firstEvents: ['task', 'message'],
    finalFlag: 'absent',
    streamEndsIn: [...TERMINAL, 'input-required', 'auth-required'],
    sendWaits: 'by default',
    resubscribe: 'current task',
    terminalTaskError: -32004,
    notCancelableError: -32002,
    idsMadeBy: 'server',
    clause: '1.0 §3.1.2',
  },
];

/** The profile of a version, undefined for one that is not known. */
export function profileOf(version: string): VersionProfile | undefined {
  return PROFILES.find((profile) => profile.version === version);
}
