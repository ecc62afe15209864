// The face of the adapters: everything that other folders may use, beside the types in observation.ts and protocol-port.ts.
// Dialects (shapes of the nouns in a version) and bindings (paths, envelopes, framing) are private rooms behind it.

export { observe } from './observing/observe.ts';
export { a2aV03JsonRpc, strictA2aV03JsonRpc } from './a2a-v03-json-rpc.ts';
export { a2aV1JsonRpc } from './a2a-v1-json-rpc.ts';
export { acpRuns } from './acp-runs.ts';
export { a2aV1Rest } from './a2a-v1-rest.ts';
export { CHAIN_KEY, headerCarrier } from './carriers.ts';
export { CARD_PATH } from './bindings/json-rpc-server.ts';
export { encodeReferenceCard } from './dialects/a2a-v03-card.ts';
export { SERVED_PROTOCOLS } from './served-protocols.ts';
export {
  A2A_TO_INTERNAL,
  INTERNAL_TO_A2A,
  internalDocument,
  internalFromTask,
  isInternalState,
  type InternalTask,
} from './dialects/internal-task.ts';
export { signedContentV1 } from './dialects/a2a-v1-signed-card.ts';
export { stateOfWord } from './dialects/proto-words.ts';
export { ACP_TO_INTERNAL, acpFromInternal, INTERNAL_TO_ACP, internalFromAcp } from './dialects/acp-envelope.ts';
export { encodeTask as encodeV03Task } from './dialects/a2a-v03-encode.ts';
export { traceRoundTrip, vocabulary, type RoundTripTrace, type RoundTripWay } from './round-trips/trace-round-trip.ts';
export { serveInterop, type InteropServing } from './bindings/interop-server.ts';
export { SKILL_KEY } from './dialects/interop-words.ts';
export { interopRoutes } from './bindings/interop-paths.ts';
export { interopPeer } from './interop-peer.ts';
export { readPushBody, toldStatus } from './push-body.ts';
