// A2A 0.3 over JSON-RPC, as served and as asked: dialect × binding, composed.

import { decodeJsonRpcResponse, encodeJsonRpcRequest } from './bindings/json-rpc-client.ts';
import { serveJsonRpc } from './bindings/json-rpc-server.ts';
import type { ServedProtocol } from './protocol-port.ts';

/** The protocol that agents of an episode speak. */
export const a2aV03JsonRpc: ServedProtocol = {
  id: 'a2a-0.3/jsonrpc',
  serve: serveJsonRpc,
  encodeRequest: encodeJsonRpcRequest,
  decodeResponse: decodeJsonRpcResponse,
};
