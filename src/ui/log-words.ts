// What a log is, in the words of people: protocols and containers are known by their names.

import type { LogSummary } from '../model/engine/query.ts';

const PROTOCOLS: Readonly<Record<string, string>> = {
  'agent-client-protocol': 'Agent Client Protocol (carries no delegation)',
  mcp: 'Model Context Protocol',
  a2a: 'A2A',
  acp: 'ACP',
  interop: 'interop',
  mixed: 'A2A and ACP',
  none: 'no agent protocol',
};
const FORMATS: Readonly<Record<string, string>> = {
  json: 'JSON',
  ndjson: 'JSON lines',
  sse: 'event stream',
  curl: 'HTTP transcript',
  har: 'HAR',
  otlp: 'OTLP spans',
  jaeger: 'Jaeger spans',
  log: 'log lines',
  saved: 'saved form',
  unknown: 'unknown format',
};
const BINDINGS: Readonly<Record<string, string>> = { jsonrpc: 'JSON-RPC', rest: 'REST', grpc: 'gRPC', webhook: 'webhook' };

/** `A2A 0.3, 1.0`; a name that is not known stands as it is. */
export function protocolWords({ protocol, versions }: Pick<LogSummary, 'protocol' | 'versions'>): string {
  return `${PROTOCOLS[protocol] ?? protocol} ${versions.join(', ')}`.trim();
}

export function formatWords(format: string): string {
  return FORMATS[format] ?? format;
}

export function bindingWords(bindings: readonly string[]): string {
  return bindings.map((binding) => BINDINGS[binding] ?? binding).join(', ');
}
