// A2A 1.0 in the envelopes of JSON-RPC, and what it says about versions of the protocol on either binding.
// Specification 1.0 §3.6, §9.

import type { HttpHeaders } from '../../protocol/http.ts';
import type { OperationError } from '../../protocol/operation.ts';
import type { PushNotificationConfig } from '../../protocol/push-notification.ts';
import type { Task } from '../../protocol/task.ts';
import { decodeV1Card } from '../dialects/a2a-v1.ts';
import { encodeV1Card } from '../dialects/a2a-v1-card.ts';
import { encodeV1StreamEvent, encodeV1Task } from '../dialects/a2a-v1-encode.ts';
import type { Delivery } from '../protocol-port.ts';
import { TOKEN_HEADER } from './answering.ts';
import { errorDetails } from './a2a-v1-errors.ts';
import { decodeV1Params, encodeV1Params } from './a2a-v1-params.ts';
import { decodeV1Event, decodeV1Result, encodeV1Result } from './a2a-v1-results.ts';
import { changesAfterTask } from './a2a-v1-stream.ts';
import type { JsonRpcWire } from './json-rpc-wire.ts';
import { METHOD_OF_V1, methodFacts } from './operations.ts';

export const VERSION_HEADERS: HttpHeaders = { 'a2a-version': '1.0' };

/** A request must name the version; one that names none is of 0.3. */
export function versionObjection(headers: HttpHeaders): OperationError | undefined {
  const named = headers['a2a-version'] ?? '';
  if (named.trim() === '1.0') return undefined;
  const asked = named === '' ? 'none, which means 0.3' : named;
  return { code: 'VERSION_NOT_SUPPORTED', message: `this agent speaks A2A 1.0; the header A2A-Version names ${asked}` };
}

/** What a callback of any binding is told: the task in the wrapper of a stream, with the credentials that it asked for. 1.0 §4.3.3. */
export function encodeV1Delivery(config: PushNotificationConfig, task: Task, date: string): Delivery {
  const { token, authentication, credentials } = config;
  return {
    headers: {
      'content-type': 'application/a2a+json',
      ...(token !== '' && { [TOKEN_HEADER]: token }),
      ...(authentication !== '' && credentials !== undefined && { authorization: `${authentication} ${credentials}` }),
    },
    body: JSON.stringify({ task: encodeV1Task(task, () => date) }),
  };
}

/** A2A 1.0 over JSON-RPC. */
export const V1_WIRE: JsonRpcWire = {
  operationOf: (method) => {
    const facts = methodFacts(method);
    return facts?.version === '1.0' ? facts.operation : undefined;
  },
  methodOf: (kind) => METHOD_OF_V1[kind],
  objectionTo: versionObjection,
  requestHeaders: VERSION_HEADERS,
  encodeCard: (card) => encodeV1Card(card, 'JSONRPC'),
  decodeCard: decodeV1Card,
  encodeParams: encodeV1Params,
  decodeParams: decodeV1Params,
  encodeResult: encodeV1Result,
  decodeResult: decodeV1Result,
  said: changesAfterTask,
  encodeEvent: encodeV1StreamEvent,
  decodeEvent: decodeV1Event,
  encodeErrorData: (error, operation) => [...errorDetails(error, operation)],
  encodeDelivery: encodeV1Delivery,
};
