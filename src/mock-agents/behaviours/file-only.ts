// Delivers its result as a file and nothing else: prose for nobody, data for nobody, only where to fetch it.

import { filePart } from '../../model/kernel/parts.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import type { Artifact } from '../../model/protocol/task.ts';
import { agentSays, type PacedHandler } from './pace.ts';

const REPORT: Artifact = {
  artifactId: 'art-f',
  name: 'sanctions-report',
  description: 'The whole report',
  parts: [filePart('https://agents.bank.ae/reports/771.pdf', 'application/pdf')],
};

export const fileOnly: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    await pace(signal);
    const reported = work.addArtifact(working, REPORT);
    yield artifactUpdate(reported, REPORT, { lastChunk: true });
    await pace(signal);
    yield statusUpdate(work.setStatus(reported, 'completed', agentSays(reported, 'm-file', 'Report attached.')), true);
  };
