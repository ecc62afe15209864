// The keys of the agents of an episode. They are made from its seed and the agent's name, so that an episode can be played again:
// nobody keeps a secret here, and who is believed is decided by which names a reader asks for.

import { publicKeyOf, secretFrom, type SigningKey } from '../../model/kernel/jws.ts';
import type { AgentName } from '../../model/protocol/task.ts';

/** Key pairs that are kept, each one made at a cost that every call would pay again. */
const MOST_KEPT = 64;

interface AgentKeys {
  readonly signing: SigningKey;
  readonly verifying: Uint8Array;
}

const kept = new Map<string, AgentKeys>();

function keysOf(seed: string, agent: AgentName): AgentKeys {
  const name = `${seed}/${agent}`;
  const known = kept.get(name);
  if (known) return known;
  const secret = secretFrom(name);
  const made = { signing: { keyId: agent, secret }, verifying: publicKeyOf(secret) };
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(name, made);
  return made;
}

/** What an agent signs with. */
export function signingKeyOf(seed: string, agent: AgentName): SigningKey {
  return keysOf(seed, agent).signing;
}

/** What a signature of an agent is verified with. */
export function publicKeyOfAgent(seed: string, agent: AgentName): Uint8Array {
  return keysOf(seed, agent).verifying;
}
