// Every protocol that an agent of an episode can be served over and asked over, by its id.

import { a2aV03JsonRpc } from './a2a-v03-json-rpc.ts';
import { a2aV1JsonRpc } from './a2a-v1-json-rpc.ts';
import { a2aV1Rest } from './a2a-v1-rest.ts';
import { acpRuns } from './acp-runs.ts';
import type { ServedProtocol } from './protocol-port.ts';

export const SERVED_PROTOCOLS: ReadonlyMap<string, ServedProtocol> = new Map(
  [a2aV03JsonRpc, a2aV1JsonRpc, a2aV1Rest, acpRuns].map((protocol) => [protocol.id, protocol]),
);
