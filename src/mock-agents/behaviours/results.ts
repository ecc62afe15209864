// Agents that bring a result of one kind each: what a translation can keep, and what it drops, is best seen one at a time.

import { dataPart, filePart, textPart } from '../../model/kernel/parts.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import type { Part } from '../../model/protocol/part.ts';
import type { Artifact } from '../../model/protocol/task.ts';
import { agentSays, type PacedHandler } from './pace.ts';

function artifact(artifactId: string, name: string, parts: readonly Part[], description = ''): Artifact {
  return { artifactId, name, description, parts };
}

const EVIDENCE = filePart('https://files.example/e.pdf', 'application/pdf');

/** A signed file and nothing else. */
export const evidenceFile = bringing([artifact('art-f', 'evidence', [EVIDENCE], 'Signed evidence')]);
/** Two words, a part each. */
export const bothTexts = bringing([artifact('art-t', 'words', [textPart('a'), textPart('b')])]);
/** The same two words in one part. */
export const oneText = bringing([artifact('art-t', 'words', [textPart('a b')])]);
/** Two artifacts whose data have a member of the same name. */
export const twoScores = bringing([
  artifact('art-1', 'first-list', [dataPart({ score: 0.9 })]),
  artifact('art-2', 'second-list', [dataPart({ score: 0.1 })]),
]);

/** The same two, the other way around. */
export const twoScoresTurned = bringing([
  artifact('art-1', 'first-list', [dataPart({ score: 0.1 })]),
  artifact('art-2', 'second-list', [dataPart({ score: 0.9 })]),
]);
/** The same two, and each says which it is. */
export const twoNames = bringing([
  artifact('art-1', 'first-list', [dataPart({ first_score: 0.9 })]),
  artifact('art-2', 'second-list', [dataPart({ second_score: 0.1 })]),
]);

/** Asks what is meant, is told, and then loses its upstream. */
export const upstreamDown: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    const isFirst = work.handed.status.state === 'submitted';
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    await pace(signal);
    if (isFirst) yield statusUpdate(work.setStatus(working, 'input-required', agentSays(working, 'm-ask', 'Which entity is meant?')));
    else yield statusUpdate(work.setStatus(working, 'failed', agentSays(working, 'm-down', 'upstream down')), true);
  };

function bringing(artifacts: readonly Artifact[]): PacedHandler {
  return (pace) =>
    async function* (work, _message, signal) {
      await pace(signal);
      let copy = work.setStatus(work.handed, 'working');
      yield statusUpdate(copy);
      for (const each of artifacts) {
        await pace(signal);
        copy = work.addArtifact(copy, each);
        yield artifactUpdate(copy, each, { lastChunk: true });
      }
      await pace(signal);
      yield statusUpdate(work.setStatus(copy, 'completed'), true);
    };
}
