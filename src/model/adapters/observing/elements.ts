// The elements of a value that holds several things: a batch, a stream framed as a list, the events of a run, the agents of a
// server. Nothing is read here.

import { isJsonObject, type Json } from '../../base/json.ts';
import { itemSpot, memberSpot, type Spot } from './peel.ts';

/** A list as it is; `events` of a run, with the run where it is a store's record; `agents` of a server. */
export function elementsOf(spot: Spot): readonly Spot[] | undefined {
  const { value } = spot;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => itemSpot(spot, index, item));
  if (!isJsonObject(value)) return undefined;
  const key = ['events', 'agents'].find((name) => Array.isArray(value[name]));
  if (key === undefined) return undefined;
  const list = value[key] as readonly Json[];
  const holder = memberSpot(spot, key, list);
  const items = list.map((item, index) => itemSpot(holder, index, item));
  return isJsonObject(value['run']) ? [...items, memberSpot(spot, 'run', value['run'])] : items;
}
