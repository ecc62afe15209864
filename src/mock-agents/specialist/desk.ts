// Where the graph's nodes meet a task: each thing that is done to it takes a step of time first, is written at once, and is kept to
// be said by the handler.

import type { JsonObject } from '../../model/base/json.ts';
import type { TaskWork } from '../../model/kernel/agent-handler.ts';
import { dataPart, textPart } from '../../model/kernel/parts.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import { isTerminal } from '../../model/kernel/transition-table.ts';
import type { StreamEvent } from '../../model/protocol/stream-event.ts';
import type { Artifact, TaskState } from '../../model/protocol/task.ts';

/** Something that was made. */
export interface Piece {
  readonly id: string;
  readonly name: string;
  readonly text?: string;
  readonly data?: JsonObject;
  /** Whether nothing of it follows. */
  readonly isWhole: boolean;
}

export interface Desk {
  /** Takes a step of time, then writes a status. */
  readonly status: (state: TaskState, text?: string) => Promise<void>;
  /** Takes a step of time, then writes an artifact. */
  readonly deliver: (piece: Piece) => Promise<void>;
  /** What was written since this was last asked. */
  readonly written: () => readonly StreamEvent[];
}

/** A desk without a task. */
export const IDLE_DESK: Desk = { status: () => Promise.resolve(), deliver: () => Promise.resolve(), written: () => [] };

/** The desk of one turn of a task. */
export function createDesk(work: TaskWork, pace: () => Promise<void>): Desk {
  let task = work.handed;
  let written: StreamEvent[] = [];
  return {
    async status(state, text) {
      await pace();
      const message =
        text === undefined
          ? undefined
          : { messageId: `${state}-says`, role: 'agent' as const, parts: [textPart(text)], taskId: task.taskId, contextId: task.contextId };
      task = work.setStatus(task, state, message);
      written.push(statusUpdate(task, isTerminal(state)));
    },
    async deliver(piece) {
      await pace();
      const artifact = artifactOf(piece);
      task = work.addArtifact(task, artifact, { lastChunk: piece.isWhole });
      written.push(artifactUpdate(task, artifact, { lastChunk: piece.isWhole }));
    },
    written() {
      const since = written;
      written = [];
      return since;
    },
  };
}

function artifactOf({ id, name, text, data }: Piece): Artifact {
  const parts = [...(text === undefined ? [] : [textPart(text)]), ...(data === undefined ? [] : [dataPart(data)])];
  return { artifactId: id, name, description: '', parts };
}
