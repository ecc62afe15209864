// What a link says about judging: thresholds that were moved, and rules that were switched off with the reason for it.

import type { JsonObject } from '../model/base/json.ts';
import { failure, type Result, success } from '../model/base/result.ts';
import { DEFAULT_SETTINGS, type LogSettings } from '../model/log/saved-form.ts';

const MOST = 1_000_000_000;
const LONGEST_REASON = 200;
const MOST_RULES = 100;

/** Thresholds by their names; each a number that the field for it would take. */
export function decodeLimits(object: JsonObject): Result<Partial<LogSettings>> {
  const limits: { -readonly [K in keyof LogSettings]?: number } = {};
  for (const [name, value] of Object.entries(object)) {
    if (!isThreshold(name)) return failure({ path: 'limits', message: `“${name}” is no threshold.` });
    const isFit = typeof value === 'number' && value >= 0 && value <= MOST && (name !== 'depth' || Number.isInteger(value));
    if (!isFit) return failure({ path: 'limits', message: `${name} takes a number from 0 to ${MOST}.` });
    limits[name] = value;
  }
  return success(limits);
}

function isThreshold(name: string): name is keyof LogSettings {
  return Object.hasOwn(DEFAULT_SETTINGS, name);
}

/** Rules by id, each with a reason. A rule that this page does not know switches nothing off. */
export function decodeRulesOff(object: JsonObject): Result<Readonly<Record<string, string>>> {
  const entries = Object.entries(object);
  if (entries.length > MOST_RULES) return failure({ path: 'off', message: `It switches off more than ${MOST_RULES} rules.` });
  const off: Record<string, string> = {};
  for (const [rule, reason] of entries) {
    if (!/^[a-z][a-z0-9-]{0,63}$/.test(rule)) return failure({ path: 'off', message: `“${rule.slice(0, 80)}” is no id of a rule.` });
    if (typeof reason !== 'string') return failure({ path: 'off', message: `The reason for switching off ${rule} is no text.` });
    off[rule] = reason.slice(0, LONGEST_REASON);
  }
  return success(off);
}
