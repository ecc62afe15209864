// How a caller shows its chain where chains are signed: beside its context, a token that it signs for whom it calls, with the
// token that it was handed inside.

import { headerCarrier } from '../../model/adapters/adapters.ts';
import type { CallerCarrier } from '../../model/adapters/protocol-port.ts';
import { success } from '../../model/base/result.ts';
import { LONGEST_TOKEN } from '../../model/kernel/jws.ts';
import { signHop, verifyChain, type ChainTrust } from '../../model/kernel/signed-chain.ts';
import type { CallerContext, ChainProof } from '../../model/protocol/caller-context.ts';
import type { AgentName } from '../../model/protocol/task.ts';
import { publicKeyOfAgent, signingKeyOf } from './agent-keys.ts';

const CHAIN_HEADER = 'x-delegation-token';

/** Whose keys count, and who may begin a chain. */
export interface ChainWorld {
  readonly seed: string;
  readonly roots: readonly AgentName[];
  readonly maxDepth: number;
}

function trustOf({ seed, roots }: ChainWorld): ChainTrust {
  return { roots, keyOf: (agent) => publicKeyOfAgent(seed, agent) };
}

/**
 * Carries callers to one callee. A caller signs with its own key only: what it was handed, it shows; without that it begins a chain.
 * The callee takes the chain that is proven, and says why where it is not.
 */
export function signedCarrier(world: ChainWorld, callee: AgentName): CallerCarrier {
  return {
    encode({ chainProof, ...caller }) {
      const handed = chainProof?.kind === 'verified' ? chainProof : undefined;
      const left = handed ? Math.max(handed.left - 1, 0) : world.maxDepth;
      const token = signHop({ to: callee, left, upstream: handed?.token }, signingKeyOf(world.seed, caller.agentId));
      return { ...headerCarrier.encode(caller), [CHAIN_HEADER]: token };
    },
    decode(headers) {
      const claimed = headerCarrier.decode(headers);
      if (!claimed.ok) return claimed;
      return success({ ...claimed.value, chainProof: proofOf(claimed.value, headers[CHAIN_HEADER], { world, callee }) });
    },
  };
}

function proofOf(
  caller: CallerContext,
  token: string | undefined,
  { world, callee }: { readonly world: ChainWorld; readonly callee: AgentName },
): ChainProof {
  if (token === undefined) return { kind: 'unverified', why: `${caller.agentId} shows no delegation token` };
  const verified = verifyChain(token, { sender: caller.agentId, receiver: callee }, trustOf(world));
  if (!verified.ok) return { kind: 'unverified', why: verified.issues.map(({ message }) => message).join('; ') };
  const { chain, left } = verified.value;
  const isSame = chain.length === caller.delegationChain.length && chain.every((name, hop) => name === caller.delegationChain[hop]);
  if (!isSame) return { kind: 'unverified', why: `${caller.agentId} claims another chain than it proves` };
  return { kind: 'verified', token, left };
}

/**
 * A caller whose chain was signed hop by hop, in an episode that begins after that has happened. Each hop wraps the one before and
 * makes the token longer by a third: once it is longer than anybody reads, the chain is unproven, whatever else is signed.
 */
export function handedCaller(world: ChainWorld, caller: CallerContext): CallerContext {
  const hops = [...caller.delegationChain, caller.agentId];
  let proof: Extract<ChainProof, { kind: 'verified' }> | undefined;
  for (const [hop, to] of hops.slice(1).entries()) {
    if (proof && proof.token.length > LONGEST_TOKEN) break;
    const left = Math.max(world.maxDepth - hop, 0);
    proof = { kind: 'verified', token: signHop({ to, left, upstream: proof?.token }, signingKeyOf(world.seed, hops[hop] ?? '')), left };
  }
  return proof ? { ...caller, chainProof: proof } : caller;
}
