// Push notification configs as an answer shows them: 0.3 nests the config beside the task id, 1.0 is flat, 0.3 over REST
// names the task inside a resource name. Only task and URL are taken; tokens are nobody's business here.

import { isJsonObject, type Json } from '../../base/json.ts';
import type { Dialect, Said } from '../observation.ts';
import { at, newReading, objectAt, optionalText, type ObjectPlace, type Place, type Reading } from '../dialects/reading.ts';
import { itemSpot, memberSpot, type Spot } from './peel.ts';
import type { Saying } from './saying.ts';

interface ConfigFacts {
  readonly taskId?: string;
  readonly url: string;
  readonly spelling: Spelling;
}

/** What one config says. */
export function sayConfig(spot: Spot, reading: Reading): Saying {
  const { taskId, url, spelling } = configFacts(spot, reading);
  return { said: { kind: 'push-config', ...(taskId !== undefined && { taskId }), url }, ...spelling, steps: spot.steps };
}

/** What a list of configs says: a bare list (0.3) or one under `configs` (1.0). */
export function sayConfigs(spot: Spot, reading: Reading): Saying {
  const listed = isJsonObject(spot.value) ? spot.value['configs'] : spot.value;
  const holder = isJsonObject(spot.value) ? memberSpot(spot, 'configs', listed ?? null) : spot;
  const items: readonly Json[] = Array.isArray(listed) ? (listed as readonly Json[]) : [];
  const facts = items.map((item, index) => configFacts(itemSpot(holder, index, item), reading));
  const taskId = facts[0]?.taskId;
  const said: Said = { kind: 'push-configs', ...(taskId !== undefined && { taskId }), urls: facts.map(({ url }) => url) };
  return { said, ...(facts[0]?.spelling ?? (Array.isArray(spot.value) ? V03 : V1)), steps: spot.steps };
}

interface Spelling {
  readonly dialect: Dialect;
  readonly version: string;
}
const V01: Spelling = { dialect: 'a2a-v03', version: '0.1' };
const V03: Spelling = { dialect: 'a2a-v03', version: '0.3' };
const V03_PROTO: Spelling = { dialect: 'a2a-v03-proto', version: '0.3' };
const V1: Spelling = { dialect: 'a2a-v1', version: '1.0' };

/** 0.3 nests the config beside the task, 0.1 beside an `id` that is the task's, drafts of 1.0 beside both; 1.0 is flat. */
function spellingOf(reading: Reading, wire: ObjectPlace): Spelling {
  const has = (key: string): boolean => at(reading, wire, key).value !== undefined;
  if (at(reading, wire, 'pushNotificationConfig').value === undefined) {
    const schemes = at(reading, at(reading, wire, 'authentication'), 'schemes');
    return schemes.value === undefined ? V1 : V03;
  }
  if (has('name')) return V03_PROTO;
  if (has('id')) return has('taskId') ? V1 : V01;
  return V03;
}

function configFacts(place: Place, reading: Reading): ConfigFacts {
  const wire = objectAt(reading, place);
  const spelling = spellingOf(newReading(true), wire);
  const inner = at(reading, wire, 'pushNotificationConfig');
  const named = /^tasks\/([^/]+)/.exec(optionalText(reading, wire, 'name') ?? '')?.[1];
  const taskId = optionalText(reading, wire, spelling === V01 ? 'id' : 'taskId') ?? named;
  const holder = inner.value === undefined ? wire : objectAt(reading, inner);
  return { ...(taskId !== undefined && { taskId }), url: optionalText(reading, holder, 'url') ?? '', spelling };
}
