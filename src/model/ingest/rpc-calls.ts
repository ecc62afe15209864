// Calls by their JSON-RPC ids. Ids are counted by each client: an id stands for the newest request that had it. A number and a text
// that looks like it are different ids.

import { boundedDepth } from '../base/bounded-depth.ts';
import type { Json } from '../base/json.ts';
import type { Exchange } from './exchanges.ts';

export interface RpcCalls {
  /** @param side tells the two ends apart where the source names directions, else '' */
  find(side: string, id: Json): Exchange | undefined;
  note(side: string, id: Json, call: Exchange): void;
}

interface OfSide {
  readonly byId: Map<string | number, Exchange>;
  /** Ids that are neither, by their JSON: null mostly. */
  readonly byJson: Map<string, Exchange>;
}

/** Starts with none. */
export function createRpcCalls(): RpcCalls {
  const sides = new Map<string, OfSide>();
  return {
    find: (side, id) => {
      const of = sides.get(side);
      return isPlain(id) ? of?.byId.get(id) : of?.byJson.get(jsonOf(id));
    },
    note: (side, id, call) => {
      let of = sides.get(side);
      if (!of) sides.set(side, (of = { byId: new Map(), byJson: new Map() }));
      if (isPlain(id)) of.byId.set(id, call);
      else of.byJson.set(jsonOf(id), call);
    },
  };
}

function isPlain(id: Json): id is string | number {
  return typeof id === 'string' || typeof id === 'number';
}

function jsonOf(id: Json): string {
  return JSON.stringify(boundedDepth(id));
}
