// Tasks as seen up to the cursor: the moves in order, the conversation, the artifacts assembled, and where on the
// lifecycle drawing the task has been.

import type { Channel } from '../log/row-kind.ts';
import type { Message } from '../protocol/message.ts';
import type { Artifact, ObservedState } from '../protocol/task.ts';

export interface TaskSummary {
  readonly taskId: string;
  readonly contextId?: string;
  readonly agent?: string;
  readonly state?: ObservedState;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly rowCount: number;
  readonly artifactCount: number;
}
export interface TaskMove {
  readonly from?: ObservedState;
  readonly to: ObservedState;
  readonly seq: number;
  readonly time?: number;
  readonly channel: Channel;
  /** The kernel's tick, where a kernel row stated it. */
  readonly tick?: number;
  readonly text?: string;
  /** What our kernel would say against it. */
  readonly kernelNote?: string;
}
export interface TaskView extends TaskSummary {
  readonly moves: readonly TaskMove[];
  readonly messages: readonly { readonly message: Message; readonly seq: number }[];
  /** Chunks assembled by `append`. `complete` is undefined where no row said lastChunk either way. */
  readonly artifacts: readonly {
    readonly artifact: Artifact;
    readonly seq: number;
    readonly complete?: boolean;
    readonly chunks: number;
  }[];
  readonly delegationChain?: readonly string[];
  /** Moves seen, as `from>to`; the drawing lights these. */
  readonly visitedMoves: readonly string[];
  readonly visitedStates: readonly ObservedState[];
}

/** The lifecycle as drawn: read off the machine. */
export interface LifecycleDrawing {
  readonly states: readonly { readonly state: ObservedState; readonly terminal: boolean; readonly interrupted: boolean }[];
  readonly moves: readonly { readonly from: ObservedState; readonly to: ObservedState }[];
}
