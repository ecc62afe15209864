// Has half of the result when its upstream goes away: the artifact stays, the task has failed.

import { dataPart, textPart } from '../../model/kernel/parts.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import type { Artifact } from '../../model/protocol/task.ts';
import { agentSays, type PacedHandler } from './pace.ts';

const FIRST_HALF: Artifact = {
  artifactId: 'art-p',
  name: 'partial-report',
  description: 'Partial',
  parts: [textPart('first half'), dataPart({ rows: 10, complete: false })],
};

export const failMidway: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    await pace(signal);
    const halfDone = work.addArtifact(working, FIRST_HALF, { lastChunk: false });
    yield artifactUpdate(halfDone, FIRST_HALF);
    await pace(signal);
    yield statusUpdate(work.setStatus(halfDone, 'failed', agentSays(halfDone, 'm-fail', 'Upstream list unavailable.')), true);
  };
