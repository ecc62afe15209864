// Asking another agent something over the wire of an episode, in a caller's name. The lesson's caller asks this way, and so does
// an agent that hands work on.

import { headerCarrier } from '../../model/adapters/adapters.ts';
import type { ServedProtocol } from '../../model/adapters/protocol-port.ts';
import type { DelegationDenial, Fact } from '../../model/log/fact.ts';
import { admitBeforehand } from '../../model/kernel/admission.ts';
import type { Policy } from '../../model/kernel/policy.ts';
import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { HttpHeaders } from '../../model/protocol/http.ts';
import type { Operation, OperationResult } from '../../model/protocol/operation.ts';
import type { AgentIo } from '../agent-io.ts';
import { signedCarrier, type ChainWorld } from './signed-carrier.ts';

/** Under what an episode is played, as far as its callers are concerned. */
export interface Conditions {
  readonly policy: Policy;
  /** Where the policy has chains signed: whose keys count. */
  readonly chains?: ChainWorld | undefined;
}

export interface Question {
  readonly agent: string;
  /** What is known of the agent; undefined where nobody has told of it. */
  readonly card: AgentCard | undefined;
  readonly operation: Operation;
  readonly caller: CallerContext;
  /** The number of the envelope, where the protocol has one. */
  readonly requestId: number;
}

/**
 * Sends a request and decodes its answer; an event stream is read by whoever reads the result.
 * @param options.credit how many pieces of a stream may come before any is taken
 * @param options.headers what goes with the request beside what the protocol wants
 * @throws CallLost when there is no answer
 */
export async function askAgent(
  io: AgentIo,
  { protocol, conditions }: { readonly protocol: ServedProtocol; readonly conditions: Pick<Conditions, 'chains'> },
  question: Question,
  options: { readonly credit?: number; readonly signal?: AbortSignal; readonly headers?: HttpHeaders } = {},
): Promise<OperationResult> {
  const { agent, card, operation, caller, requestId } = question;
  const { chains } = conditions;
  const path = card && URL.canParse(card.url) ? new URL(card.url).pathname : '/';
  const carrier = chains ? signedCarrier(chains, agent) : headerCarrier;
  const { headers = {}, ...reading } = options;
  const request = protocol.encodeRequest(operation, { requestId, caller, carrier, path, agent });
  const { body, ...head } = await io.call(agent, { ...request, headers: { ...request.headers, ...headers } }, reading);
  return protocol.decodeResponse(operation, head, body);
}

/**
 * What a caller finds out before it hands work over, where the policy has it ask first: why it may not. The denial is a fact of
 * the caller's own, and nothing should leave.
 */
export function denialBeforehand(
  { policy }: Conditions,
  { card, operation, caller }: Question,
  { maxDepth, onFact }: { readonly maxDepth: number; readonly onFact: (fact: Fact) => void },
): DelegationDenial | undefined {
  const isHandover = operation.kind === 'send' || operation.kind === 'stream';
  if (!card || !isHandover || !policy.sending.asksFirst) return undefined;
  const decision = admitBeforehand(caller, card, { maxDepth, checks: policy.admission });
  const [first] = decision.ok ? decision.value : [];
  if (!decision.ok || !first) return undefined;
  const { chainProof: _credential, ...stated } = caller;
  onFact({ kind: 'delegation-denied', caller: stated, callee: card.name, maxDepth, denials: decision.value });
  return first;
}
