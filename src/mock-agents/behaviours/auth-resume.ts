// Needs a credential before it can begin, and delivers once the caller has come back with one.

import { dataPart } from '../../model/kernel/parts.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import type { Artifact } from '../../model/protocol/task.ts';
import { agentSays, type PacedHandler } from './pace.ts';

const EXTRACT: Artifact = { artifactId: 'art-a', name: 'registry-extract', description: '', parts: [dataPart({ records: 3 })] };

export const authResume: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    await pace(signal);
    if (work.handed.status.state === 'submitted') {
      const request = agentSays(work.handed, 'm-auth', 'Need a token for the registry.');
      yield statusUpdate(work.setStatus(work.handed, 'auth-required', request));
      return;
    }
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    await pace(signal);
    const extracted = work.addArtifact(working, EXTRACT);
    yield artifactUpdate(extracted, EXTRACT, { lastChunk: true });
    await pace(signal);
    yield statusUpdate(work.setStatus(extracted, 'completed', agentSays(extracted, 'm-ok', 'Extract attached.')), true);
  };
