// A2A 1.0 over HTTP+JSON, as served and as asked.

import { encodeV1Delivery } from './bindings/a2a-v1-wire.ts';
import { decodeRestResponse, encodeRestOperation } from './bindings/rest-client.ts';
import { serveRest } from './bindings/rest-server.ts';
import { EVERY_KIND } from './over-json-rpc.ts';
import type { ServedProtocol } from './protocol-port.ts';

export const a2aV1Rest: ServedProtocol = {
  id: 'a2a-1.0/rest',
  operations: new Set(EVERY_KIND),
  serve: serveRest,
  encodeDelivery: encodeV1Delivery,
  encodeRequest: encodeRestOperation,
  decodeResponse: decodeRestResponse,
};
