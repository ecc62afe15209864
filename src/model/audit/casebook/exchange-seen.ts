// What a call and its stream keep of an answer, a frame, an end.

import type { Said } from '../../adapters/observation.ts';
import type { Sight } from '../../adapters/sight.ts';
import type { RowDraft } from '../../log/row.ts';
import type { AnswerSeen, CallCase, FrameSeen, StreamCase, TaskCase, TaskSighting } from './casebook.ts';

/** A call is noted once a task, and mostly by the rows that follow one another. */
export function noteCall(task: TaskCase, call: CallCase): void {
  const { calls } = task;
  if (calls.length > 0 && calls[calls.length - 1] === call) return;
  if (!calls.includes(call, Math.max(0, calls.length - 8))) calls.push(call);
}

/** Adds a frame to its stream; one that repeats the last without news is counted into it. */
export function noteFrame(stream: StreamCase, row: number, sight: Sight, sighting: TaskSighting | undefined): void {
  stream.count += 1;
  stream.version ??= sight.observation?.version;
  const last = stream.frames.at(-1);
  if (last && sighting && last.sighting === sighting && last.rpcId === sight.observation?.rpcId) last.count += 1;
  else {
    const { observation, seenAt } = sight;
    const said = observation?.said;
    const event = observation?.acp?.event;
    stream.frames.push({ row, seenAt, kind: frameKind(said), rpcId: observation?.rpcId, sighting, count: 1, event });
  }
}

function frameKind(said: Said | undefined): FrameSeen['kind'] {
  switch (said?.kind) {
    case 'task':
    case 'status-update':
    case 'artifact-update':
    case 'message':
    case 'error':
      return said.kind;
    default:
      return 'other';
  }
}

/** A whole answer. */
export function answerSeen(row: number, draft: RowDraft, sight: Sight, sighting: TaskSighting | undefined): AnswerSeen {
  const said = sight.observation?.said;
  return {
    row,
    seenAt: sight.seenAt,
    status: sight.status,
    rpcId: sight.observation?.rpcId,
    kind: said?.kind,
    failed: draft.failed === true || said?.kind === 'error',
    sighting,
    error: said?.kind === 'error' ? { code: said.code, reason: said.reason, message: said.message } : undefined,
    version: sight.observation?.version,
  };
}

/** An answer that never came. */
export function lostAnswer(row: number, sight: Sight): AnswerSeen {
  return {
    row,
    seenAt: sight.seenAt,
    status: sight.status,
    rpcId: undefined,
    kind: undefined,
    failed: true,
    sighting: undefined,
    version: undefined,
  };
}
