// Push notification configs as an answer shows them: 0.3 nests the config beside the task id, 1.0 is flat, 0.3 over REST
// names the task inside a resource name. Only task and URL are taken; tokens are nobody's business here.

import { isJsonObject, type Json } from '../../base/json.ts';
import type { Dialect, Said } from '../observation.ts';
import { at, objectAt, optionalText, type Place, type Reading } from '../dialects/reading.ts';
import { itemSpot, memberSpot, type Spot } from './peel.ts';
import type { Saying } from './saying.ts';

interface ConfigFacts {
  readonly taskId?: string;
  readonly url: string;
  readonly dialect: Dialect;
}

/** What one config says. */
export function sayConfig(spot: Spot, reading: Reading): Saying {
  const { taskId, url, dialect } = configFacts(spot, reading);
  return { said: { kind: 'push-config', ...(taskId !== undefined && { taskId }), url }, ...stamp(dialect), steps: spot.steps };
}

/** What a list of configs says: a bare list (0.3) or one under `configs` (1.0). */
export function sayConfigs(spot: Spot, reading: Reading): Saying {
  const listed = isJsonObject(spot.value) ? spot.value['configs'] : spot.value;
  const holder = isJsonObject(spot.value) ? memberSpot(spot, 'configs', listed ?? null) : spot;
  const items: readonly Json[] = Array.isArray(listed) ? (listed as readonly Json[]) : [];
  const facts = items.map((item, index) => configFacts(itemSpot(holder, index, item), reading));
  const taskId = facts[0]?.taskId;
  const said: Said = { kind: 'push-configs', ...(taskId !== undefined && { taskId }), urls: facts.map(({ url }) => url) };
  const dialect = facts[0]?.dialect ?? (Array.isArray(spot.value) ? 'a2a-v03' : 'a2a-v1');
  return { said, ...stamp(dialect), steps: spot.steps };
}

function stamp(dialect: Dialect): { readonly dialect: Dialect; readonly version: string } {
  return { dialect, version: dialect === 'a2a-v1' ? '1.0' : '0.3' };
}

function configFacts(place: Place, reading: Reading): ConfigFacts {
  const wire = objectAt(reading, place);
  const inner = at(reading, wire, 'pushNotificationConfig');
  const name = optionalText(reading, wire, 'name');
  const taskId = optionalText(reading, wire, 'taskId') ?? /^tasks\/([^/]+)/.exec(name ?? '')?.[1];
  const nested = inner.value !== undefined;
  const holder = nested ? objectAt(reading, inner) : wire;
  const dialect = nested ? (name === undefined ? 'a2a-v03' : 'a2a-v03-proto') : 'a2a-v1';
  return { ...(taskId !== undefined && { taskId }), url: optionalText(reading, holder, 'url') ?? '', dialect };
}
