// A2A 0.3 over JSON-RPC, as served and as asked: dialect × binding, composed.

import { decodeJsonRpcResponse, encodeJsonRpcRequest } from './bindings/json-rpc-client.ts';
import { v03Wire } from './bindings/json-rpc-params.ts';
import { serveJsonRpc } from './bindings/json-rpc-server.ts';
import type { JsonRpcWire } from './bindings/json-rpc-wire.ts';
import { encodeReferenceCard, encodeStrictCard } from './dialects/a2a-v03-card.ts';
import type { ServedProtocol } from './protocol-port.ts';

function overJsonRpc(id: string, wire: JsonRpcWire): ServedProtocol {
  return {
    id,
    operations: new Set([
      'card',
      'send',
      'stream',
      'get',
      'cancel',
      'subscribe',
      'set-push-config',
      'get-push-config',
      'list-push-configs',
      'delete-push-config',
    ]),
    serve: (execute, options) => serveJsonRpc(wire, execute, options),
    encodeRequest: (operation, options) => encodeJsonRpcRequest(wire, operation, options),
    decodeResponse: (operation, head, body) => decodeJsonRpcResponse(wire, operation, head, body),
  };
}

/** The protocol that agents of an episode speak, with the card of the reference (SPEC.md X.3). */
export const a2aV03JsonRpc: ServedProtocol = overJsonRpc('a2a-0.3/jsonrpc', v03Wire(encodeReferenceCard));

/** The same with the card as the specification wants it. */
export const strictA2aV03JsonRpc: ServedProtocol = overJsonRpc('a2a-0.3/jsonrpc-strict', v03Wire(encodeStrictCard));
