// A delegation chain that nobody on the way can shorten. Each hop signs a token for the next one and puts the token that it was
// handed inside: who drops it has nothing to show, who changes it breaks a signature, and the depth that is left only falls
// (critique R14). What it does not stop: a hop that keeps the token of an earlier delegation and hands on under it.

import { failure, success, type Result } from '../base/result.ts';
import type { AgentName } from '../protocol/task.ts';
import { signCompact, verifyCompact, type SigningKey } from './jws.ts';

const TOKEN_TYPE = 'delegation+jws';
/** Hops of a token that are looked at; a chain is refused for its depth long before. */
const MOST_HOPS = 32;

/** One hop, as its sender signs it. */
interface SignedHop {
  readonly to: AgentName;
  /** How many hops may still follow this one. */
  readonly left: number;
  /** The token that the sender was handed; undefined where the chain begins with the sender. */
  readonly upstream?: string | undefined;
}

/** The token that a sender shows to the next agent. */
export function signHop({ to, left, upstream }: SignedHop, sender: SigningKey): string {
  return signCompact({ to, left, ...(upstream === undefined ? {} : { up: upstream }) }, TOKEN_TYPE, sender);
}

export interface ChainTrust {
  /** Who may begin a chain. */
  readonly roots: readonly AgentName[];
  readonly keyOf: (agent: AgentName) => Uint8Array | undefined;
}

export interface VerifiedChain {
  /** On whose behalf the sender acts, outermost first, without the sender. */
  readonly chain: readonly AgentName[];
  readonly left: number;
}

/**
 * The chain that a token proves for its sender.
 * @returns an issue where a signature does not hold, a hop was signed for somebody else, the depth left does not fall, or the
 *   chain begins with somebody who may not begin one
 */
export function verifyChain(
  token: string,
  ends: { readonly sender: AgentName; readonly receiver: AgentName },
  trust: ChainTrust,
): Result<VerifiedChain> {
  const chain: AgentName[] = [];
  let { sender, receiver } = ends;
  let below = -1;
  let left: number | undefined;
  let next: string | undefined = token;
  for (let hops = 0; next !== undefined; hops += 1) {
    if (hops === MOST_HOPS) return unproven('the chain has too many hops');
    const hop = verifyHop(next, receiver, trust);
    if (!hop.ok) return hop;
    if (hop.value.by !== sender && hops === 0) return unproven(`${sender} shows a token of ${hop.value.by}`);
    if (hop.value.left <= below) return unproven('the depth that is left has grown on the way');
    left ??= hop.value.left;
    below = hop.value.left;
    receiver = hop.value.by;
    sender = hop.value.by;
    if (hops > 0) chain.unshift(hop.value.by);
    next = hop.value.upstream;
  }
  if (!trust.roots.includes(sender)) return unproven(`${sender} may not begin a chain and shows nobody before it`);
  return success({ chain, left: left ?? 0 });
}

function verifyHop(token: string, receiver: AgentName, trust: ChainTrust): Result<SignedHop & { readonly by: AgentName }> {
  const verified = verifyCompact(token, TOKEN_TYPE, trust.keyOf);
  if (!verified.ok) return verified;
  const { keyId: by, payload } = verified.value;
  const { to, left, up } = payload;
  if (to !== receiver) return unproven(`the token of ${by} is not for ${receiver}`);
  if (typeof left !== 'number' || !Number.isInteger(left) || left < 0) return unproven(`the token of ${by} leaves no depth`);
  if (up !== undefined && typeof up !== 'string') return unproven(`the token of ${by} cannot be read`);
  return success({ by, to: receiver, left, upstream: up });
}

function unproven(message: string): { readonly ok: false; readonly issues: readonly { path: string; message: string }[] } {
  return failure({ path: '', message });
}
