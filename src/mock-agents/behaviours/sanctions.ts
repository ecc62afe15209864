// Screens a counterparty: works, produces an artifact, completes. The artifact says its result twice, as a sentence for
// people and as data for programs.

import { dataPart, textPart } from '../../model/kernel/parts.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import { textMember } from '../../model/base/json.ts';
import type { Message } from '../../model/protocol/message.ts';
import type { Artifact } from '../../model/protocol/task.ts';
import { agentSays, type PacedHandler } from './pace.ts';

const DEFAULT_BENEFICIARY = 'Acme Trading FZE';

/** The beneficiary that the last data part names. */
export function beneficiaryOf({ parts }: Message): string {
  const named = parts.flatMap((part) => (part.kind === 'data' ? [textMember(part.data, 'beneficiary')] : []));
  return named.filter((name) => name !== undefined).at(-1) ?? DEFAULT_BENEFICIARY;
}

function screeningOf(beneficiary: string): Artifact {
  return {
    artifactId: 'art-1',
    name: 'sanctions-screening',
    description: 'Screening result with match detail',
    parts: [
      textPart(`${beneficiary}: 1 possible match (score 0.83) against SDN list`),
      dataPart({ matches: 1, top_score: 0.83, list: 'SDN', recommendation: 'manual_review' }),
    ],
  };
}

export const sanctions: PacedHandler = (pace) =>
  async function* (work, message, signal) {
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    await pace(signal);
    const screening = screeningOf(beneficiaryOf(message));
    const screened = work.addArtifact(working, screening);
    yield artifactUpdate(screened, screening, { lastChunk: true });
    await pace(signal);
    yield statusUpdate(work.setStatus(screened, 'completed', agentSays(screened, 'm-out', 'Screening complete.')), true);
  };
