// Knows who owns whom: an extract about one beneficiary, as a sentence and as data.

import { dataPart, textPart } from '../../model/kernel/parts.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import type { Artifact } from '../../model/protocol/task.ts';
import { agentSays, type PacedHandler } from './pace.ts';
import { beneficiaryOf } from './sanctions.ts';

interface Owners {
  readonly owners: number;
  /** How many of them are on a list. */
  readonly listed: number;
}
const REGISTER: ReadonlyMap<string, Owners> = new Map([
  ['Acme Trading FZE', { owners: 2, listed: 1 }],
  ['Globex', { owners: 1, listed: 0 }],
]);

function extractOf(beneficiary: string): Artifact {
  const { owners, listed } = REGISTER.get(beneficiary) ?? { owners: 0, listed: 0 };
  return {
    artifactId: 'art-r',
    name: 'ownership-extract',
    description: 'Who owns the beneficiary',
    parts: [textPart(`${beneficiary}: owners ${owners}, of these listed ${listed}`), dataPart({ owners, listed })],
  };
}

export const registry: PacedHandler = (pace) =>
  async function* (work, message, signal) {
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    await pace(signal);
    const extract = extractOf(beneficiaryOf(message));
    const extracted = work.addArtifact(working, extract);
    yield artifactUpdate(extracted, extract, { lastChunk: true });
    await pace(signal);
    yield statusUpdate(work.setStatus(extracted, 'completed', agentSays(extracted, 'm-ok', 'Extract attached.')), true);
  };
