// What the specialist's artifacts say. They come from a stranger: what is not there is undefined, never a guess.

import { isJsonObject, type JsonObject } from '../../model/base/json.ts';
import { messageText } from '../../model/kernel/parts.ts';
import type { Artifact } from '../../model/protocol/task.ts';

/** Every data that was handed over, in order. */
export function dataIn(artifacts: readonly Artifact[]): readonly JsonObject[] {
  return artifacts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'data' && isJsonObject(part.data) ? [part.data] : [])));
}

/** The statistics: the data that has a mean. */
export function metricsIn(artifacts: readonly Artifact[]): JsonObject | undefined {
  return dataIn(artifacts).find(({ mean }) => typeof mean === 'number');
}

/** The table, as text. */
export function tableIn(artifacts: readonly Artifact[]): string | undefined {
  const text = artifacts.map(messageText).find((said) => said !== '');
  return text;
}
