// Artifacts put together from the rows that show them: an update opens, replaces or appends, a whole task shows what it
// had by then (A2A 0.3 §7.2.3). Chunks stay parts of their own.

import type { TaskArtifactUpdate } from '../protocol/stream-event.ts';
import type { Artifact } from '../protocol/task.ts';
import type { TaskView } from './tasks.ts';

export type AssembledArtifact = TaskView['artifacts'][number];

/** Applies an update: `append` adds its parts to the artifact of that id; without it the artifact begins anew. */
export function applyArtifactUpdate(
  artifacts: readonly AssembledArtifact[],
  update: TaskArtifactUpdate,
  seq: number,
): readonly AssembledArtifact[] {
  const { artifact, append, lastChunk } = update;
  const known = artifacts.find((assembled) => assembled.artifact.artifactId === artifact.artifactId);
  const grown: AssembledArtifact =
    known && append
      ? { artifact: appended(known.artifact, artifact), seq: known.seq, complete: lastChunk, chunks: known.chunks + 1 }
      : { artifact, seq: known?.seq ?? seq, complete: lastChunk, chunks: 1 };
  return replaced(artifacts, grown);
}

/** Takes in the artifacts of a whole task. One that shows fewer parts than were assembled is an older copy and changes nothing. */
export function applySnapshot(
  artifacts: readonly AssembledArtifact[],
  shown: Iterable<Artifact>,
  seq: number,
): readonly AssembledArtifact[] {
  let result = artifacts;
  for (const artifact of shown) {
    const known = result.find((assembled) => assembled.artifact.artifactId === artifact.artifactId);
    if (known && known.artifact.parts.length > artifact.parts.length) continue;
    result = replaced(result, { chunks: 0, seq, ...known, artifact });
  }
  return result;
}

function appended(artifact: Artifact, chunk: Artifact): Artifact {
  const metadata = chunk.metadata ? { ...artifact.metadata, ...chunk.metadata } : artifact.metadata;
  return {
    artifactId: artifact.artifactId,
    name: artifact.name || chunk.name,
    description: artifact.description || chunk.description,
    parts: [...artifact.parts, ...chunk.parts],
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function replaced(artifacts: readonly AssembledArtifact[], next: AssembledArtifact): readonly AssembledArtifact[] {
  const place = artifacts.findIndex((assembled) => assembled.artifact.artifactId === next.artifact.artifactId);
  return place < 0 ? [...artifacts, next] : artifacts.with(place, next);
}
