// A2A 1.0 over JSON-RPC, as served and as asked.

import { V1_WIRE } from './bindings/a2a-v1-wire.ts';
import { overJsonRpc } from './over-json-rpc.ts';
import type { ServedProtocol } from './protocol-port.ts';

export const a2aV1JsonRpc: ServedProtocol = overJsonRpc('a2a-1.0/jsonrpc', V1_WIRE);
