// Screens a beneficiary with the help of a registry: what it recommends depends on who owns the beneficiary. Without the registry
// it still answers, says what is missing, and leaves the decision to a person.

import { isJsonObject, type Json, type JsonObject } from '../../model/base/json.ts';
import { dataPart, textPart } from '../../model/kernel/parts.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import type { Artifact, Task } from '../../model/protocol/task.ts';
import type { HandedOn } from '../hosting/handing-on.ts';
import { agentSays, type PacedHandler } from './pace.ts';
import { whyNoResult } from './relay.ts';
import { beneficiaryOf } from './sanctions.ts';

type Finding =
  | { readonly known: true; readonly owners: number; readonly listed: number }
  | { readonly known: false; readonly code: string; readonly why: string };

function findingFrom(handed: HandedOn): Finding {
  const why = whyNoResult(handed);
  if (handed.kind === 'refused') return { known: false, code: handed.code, why: why ?? '' };
  if (why !== undefined) return { known: false, code: handed.task.status.state, why };
  const { owners, listed } = extractIn(handed.task);
  if (typeof owners !== 'number' || typeof listed !== 'number')
    return { known: false, code: 'no extract', why: `${handed.to} sent no extract` };
  return { known: true, owners, listed };
}

function extractIn({ artifacts }: Task): { readonly [member: string]: Json | undefined } {
  const data = [...artifacts].flatMap(({ parts }) => parts.flatMap((part) => (isJsonObject(part.data) ? [part.data] : [])));
  return data.at(-1) ?? {};
}

/** A program branches on the data; the sentence is for people. */
function screeningOf(beneficiary: string, finding: Finding): Artifact {
  const isClear = finding.known && finding.owners > 0 && finding.listed === 0;
  const recommendation = isClear ? 'release' : 'manual_review';
  const seen: JsonObject = finding.known ? { owners: finding.owners, listed: finding.listed } : { registry: finding.code };
  const said = finding.known ? `${finding.listed} of ${finding.owners} owners listed` : `owners unknown, ${finding.why}`;
  return {
    artifactId: 'art-1',
    name: 'sanctions-screening',
    description: 'Screening result with ownership',
    parts: [textPart(`${beneficiary}: ${said}`), dataPart({ ...seen, recommendation })],
  };
}

export const screensWithRegistry: PacedHandler = (pace, handOn) =>
  async function* (work, message, signal) {
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    const beneficiary = beneficiaryOf(message);
    const question = [textPart('Who owns this beneficiary?'), dataPart({ beneficiary })];
    const screening = screeningOf(beneficiary, findingFrom(await handOn(work, question, signal)));
    await pace(signal);
    const screened = work.addArtifact(working, screening);
    yield artifactUpdate(screened, screening, { lastChunk: true });
    await pace(signal);
    yield statusUpdate(work.setStatus(screened, 'completed', agentSays(screened, 'm-out', 'Screening complete.')), true);
  };
