// The artifacts of a stream, folded update by update: which are open, which were closed, which were there before. Two streams of one
// task bring the same chunks twice, so each is folded by itself.

import type { ArtifactSighting, Casebook, StreamCase, TaskCase, TaskSighting } from '../casebook/casebook.ts';

/** What an update did to its artifact, judged beside what had come before in its stream. */
export interface ArtifactChange {
  readonly seen: TaskSighting;
  readonly artifact: ArtifactSighting;
  readonly before: ArtifactState | undefined;
}

export interface ArtifactState {
  /** Last touched by an update with append, or one that says that more will come; and none since that was the last. */
  readonly isOpen: boolean;
  /** An update said that it was the last. */
  readonly isClosed: boolean;
  /** Chunks were appended since it was last sent as a whole. */
  readonly isGrown: boolean;
  /** The last row that touched it. */
  readonly row: number;
}

/** The artifacts of each task that a stream touched, as they stood at its end. */
export type FoldedStream = ReadonlyMap<TaskCase, ReadonlyMap<string, ArtifactState>>;

/** Folds a stream; `look` is told of every update before it is taken in. */
export function foldArtifacts(stream: StreamCase, look?: (change: ArtifactChange) => void): FoldedStream {
  const folded = new Map<TaskCase, Map<string, ArtifactState>>();
  for (const { sighting: seen } of stream.frames) {
    const artifact = seen?.kind === 'artifact' ? seen.artifacts[0] : undefined;
    if (!seen || !artifact) continue;
    const ofTask = folded.get(seen.task) ?? new Map<string, ArtifactState>();
    folded.set(seen.task, ofTask);
    const before = ofTask.get(artifact.artifactId);
    look?.({ seen, artifact, before });
    ofTask.set(artifact.artifactId, stateAfter(artifact, seen.lastRow));
  }
  return folded;
}

function stateAfter({ append, lastChunk }: ArtifactSighting, row: number): ArtifactState {
  return {
    isOpen: lastChunk !== true && (append || lastChunk === false),
    isClosed: lastChunk === true,
    isGrown: append,
    row,
  };
}

/** The row at which each artifact of a task was first there: in a snapshot, in a delivery of it whole, in any stream. */
export function firstRows(task: TaskCase): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (const seen of task.sightings) {
    for (const { artifactId, append } of seen.artifacts) {
      // A delivery of a chunk shows no artifact that was there: it may be the very chunk that the stream brings.
      if ((seen.via === 'push' && append) || rows.has(artifactId)) continue;
      rows.set(artifactId, seen.row);
    }
  }
  return rows;
}

/** Streams of which a part can not be read. */
export function tornStreams(book: Casebook): ReadonlySet<StreamCase | undefined> {
  return new Set(book.faults.filter(({ fault }) => fault.rule !== 'unterminated-sse-frame').map(({ stream }) => stream));
}
