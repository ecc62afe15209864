// The specialist as the orchestrator reaches it: an address, a token, and whatever comes back over the wire.

import { interopPeer } from '../../model/adapters/adapters.ts';
import { verifyCard } from '../../model/kernel/signed-card.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { PeerPort } from '../../model/protocol/peer.ts';
import { type AgentIo, CallLost } from '../agent-io.ts';
import { CONNECTION_REFUSED } from '../virtual-time/constants.ts';
import type { SpecialistAddress } from './settings.ts';

/** The specialist behind the calls of an agent. */
export function specialistLink(io: Pick<AgentIo, 'call' | 'now'>, { address, token, key }: SpecialistAddress): PeerPort {
  const known = key && Uint8Array.from(key);
  return interopPeer({
    token,
    now: () => VIRTUAL_EPOCH + io.now(),
    call: (request, signal) => io.call(address, request, { signal }),
    lossOf,
    ...(known && { verifyCard: (card) => verifyCard(card, (keyId) => (keyId === address ? known : undefined)) }),
  });
}

/** What became of a call, where it was the connection that failed. */
function lossOf(thrown: unknown): 'refused' | 'lost' | undefined {
  if (!(thrown instanceof CallLost)) return undefined;
  return thrown.message === CONNECTION_REFUSED ? 'refused' : 'lost';
}
