// What a handler may write under the hardened policy: its own task, as it is stored now, while it is open. A write that comes
// too late is dropped and told as a fact; the handler learns it from the task that the write gives back (critique R19 to R21, R47).

import type { Artifact, Sequence } from '../../protocol/task.ts';
import type { WriteQuestion } from '../policy.ts';
import type { Check } from '../policy-entry.ts';
import type { ArtifactStrategy, WriteStrategy } from '../strategies.ts';
import { isTerminal } from '../transition-table.ts';

const OWN_TASK: Check<WriteQuestion> = {
  id: 'own-task',
  title: 'A handler writes the task that it was called for, and no other',
  critique: 'R21',
  default: true,
  check: ({ copy, writer }) =>
    writer === undefined || writer === copy.taskId
      ? undefined
      : { code: 'TASK_NOT_FOUND', message: `the handler of ${writer} may not write another task` },
};

const OPEN_TASK: Check<WriteQuestion> = {
  id: 'open-task',
  title: 'A task that has ended takes no status and no artifact: the first ending stands',
  critique: 'R19',
  default: true,
  check: ({ copy, stored }) =>
    stored !== undefined && isTerminal(stored.status.state)
      ? { code: 'TASK_TERMINAL', message: `task ${copy.taskId} is already ${stored.status.state}` }
      : undefined,
};

const FRESH_COPY: Check<WriteQuestion> = {
  id: 'fresh-copy',
  title: 'A status is written over the status that its writer saw',
  critique: 'R20',
  default: true,
  check: ({ copy, stored, write }) =>
    write.kind === 'artifact' || stored === undefined || copy.status.tick === stored.status.tick
      ? undefined
      : {
          code: 'STALE_WRITE',
          message: `task ${copy.taskId} has moved on: the writer saw ${copy.status.state}@${copy.status.tick ?? 0}, stored is ${stored.status.state}@${stored.status.tick ?? 0}`,
        },
};

export const HARDENED_WRITES: readonly Check<WriteQuestion>[] = [OWN_TASK, OPEN_TASK, FRESH_COPY];

/** A write names a task and says what is new; everything else stays as it is stored, the chain above all. */
export const WRITE_THE_STORED: WriteStrategy = {
  id: 'write-stored',
  title: 'A write is applied to the stored task; a refused one is dropped',
  critique: 'R20',
  default: true,
  refused: 'dropped',
  base: (copy, stored) => stored ?? copy,
};

function withParts(held: Artifact, piece: Artifact): Artifact {
  return { ...held, parts: [...held.parts, ...piece.parts] };
}

/** One id, one artifact: a piece joins what is there, a whole takes its place. A2A 0.3 §7.2.3. */
export const ASSEMBLE_BY_ID: ArtifactStrategy = {
  id: 'artifacts-assembled',
  title: 'Pieces of an artifact are joined under its id',
  critique: 'R47',
  default: true,
  add(artifacts, artifact, { append = false }) {
    const list: readonly Artifact[] = [...artifacts];
    const place = list.findLastIndex(({ artifactId }) => artifactId === artifact.artifactId);
    if (place < 0) return undefined;
    const held = list[place] as Artifact;
    return list.with(place, append ? withParts(held, artifact) : artifact) satisfies Sequence<Artifact>;
  },
};
