// Older saved files in the words of today: from one version of the saved form to the next, header by header. Lines have not
// changed yet; what a newer version says is left to whoever reads it.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { SAVED_FORM_VERSION } from '../log/saved-form.ts';

/** From version n to n + 1. */
const UPGRADES: Readonly<Record<number, (header: JsonObject) => JsonObject>> = {
  1: withoutUnchosenThresholds,
};

/** The thresholds that version 1 wrote into every header before anything was judged by them. */
const UNCHOSEN = { stallSeconds: 30, depth: 5, retrySeconds: 10 } as const;

/** Nobody had chosen them, and they are too tight to judge by: today's own take their place. One that differs was chosen and stays. */
function withoutUnchosenThresholds(header: JsonObject): JsonObject {
  const { settings } = header;
  if (!isJsonObject(settings)) return header;
  const chosen = Object.entries(settings).filter(
    ([name, value]) => !(name in UNCHOSEN && UNCHOSEN[name as keyof typeof UNCHOSEN] === value),
  );
  return { ...header, settings: Object.fromEntries(chosen) };
}

/** A header of any older version as one of this; what is none, or is newer, as it is (SPEC.md L.6). */
export function upgradedHeader(value: Json): Json {
  const stated = isJsonObject(value) ? value['version'] : undefined;
  if (!isJsonObject(value) || typeof stated !== 'number') return value;
  let header: JsonObject = value;
  for (let version = stated; version >= 1 && version < SAVED_FORM_VERSION; version += 1) {
    header = { ...(UPGRADES[version]?.(header) ?? header), version: version + 1 };
  }
  return header;
}
