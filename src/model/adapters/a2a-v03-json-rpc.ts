// A2A 0.3 over JSON-RPC, as served and as asked.

import { v03Wire } from './bindings/json-rpc-params.ts';
import { encodeReferenceCard, encodeStrictCard } from './dialects/a2a-v03-card.ts';
import { overJsonRpc } from './over-json-rpc.ts';
import type { ServedProtocol } from './protocol-port.ts';

/** A2A 0.3 with the card as the specification wants it. */
export const strictA2aV03JsonRpc: ServedProtocol = overJsonRpc('a2a-0.3/jsonrpc-strict', v03Wire(encodeStrictCard));

/** The protocol that agents of an episode speak, with the card of the reference (SPEC.md X.3). */
export const a2aV03JsonRpc: ServedProtocol = {
  ...overJsonRpc('a2a-0.3/jsonrpc', v03Wire(encodeReferenceCard)),
  strict: strictA2aV03JsonRpc,
};
