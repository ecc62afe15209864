// The ends of streams that only their text tells: a dump of an event stream says by its own end that the stream is over, and by the first
// frame of another task that the stream before it was. The end is told once, where the last event of the stream stood.

import type { StreamEnd } from '../adapters/sight.ts';
import type { Observation, Said } from '../adapters/observation.ts';
import type { ObservedState, TaskStatus } from '../protocol/task.ts';
import type { Exchange } from './exchanges.ts';
import type { SourceReader, Stretch } from './reading.ts';

/** What a value turned out to be, and what it belongs to. */
export interface Standing {
  readonly call: Exchange | undefined;
  readonly observation: Observation;
}

export interface StreamEnds {
  /** The call of the stream that is open, where it is known. */
  readonly call: Exchange | undefined;
  /** Tells the end of the stream before, if the event is not of it. Called before a row is made of the event. */
  before(at: Stretch, standing: Standing): void;
  /** Ends the stream that is open, if one is. */
  finish(ended: StreamEnd): void;
}

interface Open {
  at: Stretch;
  readonly call: Exchange | undefined;
  /** The first event. */
  readonly first: Said;
  taskId: string | undefined;
  over: boolean;
}

/** Starts with no stream open. */
export function createStreamEnds(reader: SourceReader): StreamEnds {
  let open: Open | undefined;
  const finish = (ended: StreamEnd): void => {
    if (open) reader.note(open.at, { as: 'end', call: open.call, ended });
    open = undefined;
  };
  return {
    get call() {
      return open?.call;
    },
    before: (at, { call, observation }) => {
      if (open && isOther(open, call, observation)) finish('complete');
      const { said } = observation;
      open ??= { at, call, first: said, taskId: undefined, over: false };
      open.at = at;
      open.taskId ??= taskOf(said);
      open.over ||= isOver(said);
    },
    finish,
  };
}

/** Another call's stream; or, of no known call, the first frame of another task after this one's end, or this one's own first frame again. */
function isOther(open: Open, call: Exchange | undefined, { said }: Observation): boolean {
  if (open.call !== call) return true;
  if (call !== undefined || !open.over || said.kind !== 'task') return false;
  return said.task.taskId !== open.taskId || isSameBeginning(open.first, said.task.status);
}

/** Whether a stream began with a task at work and that task is told again as it was: the text stands here twice. */
function isSameBeginning(first: Said, { state, timestamp }: TaskStatus<ObservedState>): boolean {
  if (first.kind !== 'task' || LAST.has(state)) return false;
  const { status } = first.task;
  return status.state === state && status.timestamp === timestamp;
}

function taskOf(said: Said): string | undefined {
  if (said.kind === 'task') return said.task.taskId;
  return said.kind === 'status-update' || said.kind === 'artifact-update' ? said.update.taskId : undefined;
}

const LAST: ReadonlySet<string> = new Set(['completed', 'canceled', 'failed', 'rejected', 'input-required', 'auth-required']);

/** Whether a stream has nothing more to say after this. */
export function isOver(said: Said): boolean {
  if (said.kind === 'message') return true;
  if (said.kind === 'status-update') return said.update.final || LAST.has(said.update.status.state);
  return said.kind === 'task' && LAST.has(said.task.status.state);
}
