// One order after the other to the specialist. The card is read once, with the first of them; each order has a reference of its
// own, so that trying again makes no second task.

import type { JsonObject } from '../../model/base/json.ts';
import type { ClientSettings } from '../../model/kernel/client-settings.ts';
import type { PeerOutcome } from '../../model/kernel/outcomes.ts';
import { dataPart } from '../../model/kernel/parts.ts';
import { delegateToPeer } from '../../model/kernel/peer-client.ts';
import type { PeerCard, PeerPort } from '../../model/protocol/peer.ts';
import type { AgentIo } from '../agent-io.ts';

/** Delegates a skill with its data; every way in which that may end is an outcome, but for the abort of a signal: then it rejects. */
export type Delegate = (skill: string, data: JsonObject, signal?: AbortSignal) => Promise<PeerOutcome>;

/** Orders to one peer, counted from 1. */
export function createDelegations(io: AgentIo, peer: PeerPort, client: ClientSettings): Delegate {
  const ports = { now: io.now, sleep: io.sleep, fact: io.fact };
  let card: PeerCard | undefined;
  let count = 0;
  return async (skill, data, signal) => {
    const order = { skill, parts: [dataPart(data)], clientRef: `ref-${(count += 1)}`, ...(card && { card }) };
    const outcome = await delegateToPeer(peer, order, client, signal ? { ...ports, signal } : ports);
    card = outcome.card;
    return outcome;
  };
}
