// ACP runs, as served and as asked. ACP has no callbacks, no lists, and no way back into a stream.

import { decodeAcpResponse, encodeAcpOperation } from './bindings/acp-client.ts';
import { uuidOf } from './bindings/acp-ids.ts';
import { serveAcp } from './bindings/acp-server.ts';
import type { ServedProtocol } from './protocol-port.ts';

export const acpRuns: ServedProtocol = {
  id: 'acp/runs',
  operations: new Set(['card', 'send', 'stream', 'get', 'cancel']),
  idOf: uuidOf,
  serve: serveAcp,
  encodeDelivery: () => undefined,
  encodeRequest: encodeAcpOperation,
  decodeResponse: decodeAcpResponse,
};
