// A version of A2A over JSON-RPC, as served and as asked: its words and the binding, composed.

import type { Operation } from '../protocol/operation.ts';
import { decodeJsonRpcResponse, encodeJsonRpcRequest } from './bindings/json-rpc-client.ts';
import { serveJsonRpc } from './bindings/json-rpc-server.ts';
import type { JsonRpcWire } from './bindings/json-rpc-wire.ts';
import type { ServedProtocol } from './protocol-port.ts';

/** What A2A has words for. */
export const EVERY_KIND: readonly Operation['kind'][] = [
  'card',
  'send',
  'stream',
  'get',
  'list',
  'cancel',
  'subscribe',
  'set-push-config',
  'get-push-config',
  'list-push-configs',
  'delete-push-config',
];

/** A protocol whose requests are calls of methods. */
export function overJsonRpc(id: string, wire: JsonRpcWire): ServedProtocol {
  return {
    id,
    operations: new Set(EVERY_KIND.filter((kind) => kind === 'card' || wire.methodOf(kind) !== undefined)),
    serve: (execute, options) => serveJsonRpc(wire, execute, options),
    encodeDelivery: wire.encodeDelivery,
    encodeRequest: (operation, options) => encodeJsonRpcRequest(wire, operation, options),
    decodeResponse: (operation, head, body) => decodeJsonRpcResponse(wire, operation, head, body),
  };
}
