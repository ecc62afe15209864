// The specialist as the orchestrator reaches it: an address, a token, and whatever comes back over the wire.

import { interopPeer } from '../../model/adapters/adapters.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { PeerAnswer, PeerCard, PeerPort } from '../../model/protocol/peer.ts';
import { type AgentIo, CallLost } from '../agent-io.ts';
import { CONNECTION_REFUSED } from '../virtual-time/constants.ts';
import type { OrchestratorSettings } from './settings.ts';

/** The specialist behind the calls of an agent. */
export function specialistLink(
  io: Pick<AgentIo, 'call' | 'now'>,
  { specialist, verifiesCard }: Pick<OrchestratorSettings, 'specialist' | 'verifiesCard'>,
): PeerPort {
  const { address, token } = specialist;
  const peer = interopPeer({
    token,
    now: () => VIRTUAL_EPOCH + io.now(),
    call: (request, signal) => io.call(address, request, { signal }),
    lossOf,
  });
  return verifiesCard ? { ...peer, card: async (signal) => onlyVerified(await peer.card(signal)) } : peer;
}

/** What became of a call, where it was the connection that failed. */
function lossOf(thrown: unknown): 'refused' | 'lost' | undefined {
  if (!(thrown instanceof CallLost)) return undefined;
  return thrown.message === CONNECTION_REFUSED ? 'refused' : 'lost';
}

/** Who insists on a signature takes no card without one: anybody could have written it. */
function onlyVerified(answer: PeerAnswer<PeerCard>): PeerAnswer<PeerCard> {
  if (!answer.ok || answer.value.signature === 'verified') return answer;
  return {
    ok: false,
    failure: { kind: 'bad-signature', detail: `the card is ${answer.value.signature}, and only a verified one is taken` },
  };
}
