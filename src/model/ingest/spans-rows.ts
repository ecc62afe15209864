// Rows for spans: one for each span, one for each state of a task that was recorded in it, and whatever messages of a protocol
// stand in its attributes, read like any value. Clocks of different hosts do not agree, so times stay as they were recorded.

import { lettersAndDigits } from '../base/spellings.ts';
import { observe } from '../adapters/adapters.ts';
import type { Observation } from '../adapters/observation.ts';
import type { Sight, SpanSight } from '../adapters/sight.ts';
import { parseJson, type Json } from '../base/json.ts';
import { readJaegerSpan } from './jaeger.ts';
import { readOtlpSpan } from './otlp.ts';
import type { SourceReader, Stretch } from './reading.ts';
import { clampLabel } from './row-content.ts';
import type { RecordedSpan, RecordedText } from './spans-facts.ts';
import { isAgentOperation, listUnder, spelled } from './spans-facts.ts';
import type { SeenValue } from './standing.ts';

export interface SpanRows {
  /** Puts a span into the log; `path` leads from the carrier to it. */
  put(span: RecordedSpan, at: Stretch, path: string): void;
}

/** Starts without a span. `value` reads what was recorded of a protocol. */
export function createSpanRows(reader: SourceReader, value: (seen: SeenValue) => void): SpanRows {
  // Whose a host is, as far as its server spans have told.
  const owners = new Map<string, string>();
  const learnt = new Set<string>();
  return {
    put: (span, at, path) => {
      const { sight } = span;
      learnProtocol(reader, span, learnt);
      const agent = actorOf(sight);
      if (sight.kind === 'server' && sight.host !== undefined && agent !== undefined) owners.set(sight.host, agent);
      const { taskId, contextId } = sight;
      const seen: Sight = { as: 'span', span: sight };
      reader.row(
        at,
        {
          kind: 'span-seen',
          channel: 'span',
          path,
          agent,
          peer: peerOf(sight, owners),
          taskId,
          contextId,
          time: sight.start,
          label: clampLabel(sight.name),
          failed: sight.failed,
        },
        seen,
      );
      for (const recorded of span.states) {
        reader.row(
          at,
          {
            kind: 'span-event',
            channel: 'span',
            path: path + recorded.path,
            agent,
            taskId: recorded.taskId ?? taskId,
            contextId: recorded.contextId ?? contextId,
            state: recorded.state,
            time: recorded.time ?? sight.end,
            label: recorded.state,
          },
          seen,
        );
      }
      for (const text of span.texts) putText(text, { reader, value, at, path, sight });
    },
  };
}

/** What spans tell of the protocol: the names of its attributes, and a method that only one version has. How it was bound they do not tell. */
function learnProtocol(reader: SourceReader, { sight, protocol }: RecordedSpan, learnt: Set<string>): void {
  const { method = '', path = '' } = sight;
  const operation = OWN_PATH.exec(path)?.[0] ?? '';
  const key = `${protocol ?? ''} ${method} ${operation.replace(/[^/]+:/, ':')}`;
  if (learnt.has(key) || learnt.size >= MOST_LEARNT) return;
  learnt.add(key);
  if (operation !== '') learnPath(reader, sight.httpMethod ?? 'GET', path);
  learnMethod(reader, method, protocol);
}

function learnMethod(reader: SourceReader, method: string, protocol: RecordedSpan['protocol']): void {
  const known = method === '' ? undefined : knownMethod(method);
  const dialect = known?.dialect ?? (protocol === 'a2a' ? 'a2a-v03' : protocol);
  if (dialect === undefined) return;
  const said = { kind: 'request', operation: 'other', method } as const;
  reader.learn({ said, dialect, ...(known?.version === undefined ? {} : { version: known.version }), payloadPath: '', issues: [] });
}

function knownMethod(method: string): Observation | undefined {
  const asked = observe({ jsonrpc: '2.0', id: 0, method, params: {} });
  return asked.said.kind === 'request' && asked.said.operation !== 'other' ? asked : undefined;
}

/** Paths that no other protocol has; `/tasks/7` may be anybody's. */
const OWN_PATH = /\/(?:v1\/)?(?:message:(?:send|stream)|tasks\/[^/:]+:(?:cancel|subscribe))$|\/\.well-known\/agent(?:-card)?\.json$/;

/** What the path of a plain HTTP span tells: the operation of REST, and by its prefix the version. */
function learnPath(reader: SourceReader, method: string, path: string): void {
  const asked = observe(null, { direction: 'request', method, path });
  if (asked.said.kind !== 'request') return;
  const isCard = asked.said.operation === 'card';
  const version = isCard ? undefined : (asked.version ?? '1.0');
  const said = { kind: 'request', operation: 'other', method } as const;
  reader.learn({
    said,
    dialect: version === '1.0' ? 'a2a-v1' : 'a2a-v03',
    ...(version === undefined ? {} : { version }),
    ...(isCard ? {} : { binding: 'rest' as const }),
    payloadPath: '',
    issues: [],
  });
}

/** Methods that are looked at: a span may name anything as one. */
const MOST_LEARNT = 256;

/**
 * Who acts in a span. An agent that goes by the name of its service is that service: its plain HTTP spans know no other name,
 * and it is one agent all the same. In a client span the agent named is the one that is called.
 */
function actorOf({ agentName, service, kind, operation }: SpanSight): string | undefined {
  // A call to a model names the agent that makes it; any other, who is called.
  const called = kind === 'client' && (operation === undefined || isAgentOperation(operation));
  if (agentName === undefined || (called && service !== undefined)) return service ?? agentName;
  return service !== undefined && lettersAndDigits(service) === lettersAndDigits(agentName) ? service : agentName;
}

/** Who is called: only where the span speaks of agents; a database is nobody's lane. */
function peerOf(sight: SpanSight, owners: ReadonlyMap<string, string>): string | undefined {
  if (sight.kind !== 'client' && sight.kind !== 'producer') return undefined;
  const { agentName, service, peerService, host, operation } = sight;
  if (operation !== undefined && !isAgentOperation(operation)) return undefined;
  if (agentName !== undefined && service !== undefined && lettersAndDigits(agentName) !== lettersAndDigits(service)) return agentName;
  const owner = host === undefined ? undefined : owners.get(host);
  return owner ?? (sight.speaksOfAgents ? (peerService ?? host) : undefined);
}

interface Recording {
  readonly reader: SourceReader;
  readonly value: (seen: SeenValue) => void;
  readonly at: Stretch;
  readonly path: string;
  readonly sight: SpanSight;
}

/** What a span recorded of a body, where that is a message of a protocol; anything else belongs to the span. */
function putText(recorded: RecordedText, { value, at, path, sight }: Recording): void {
  const read = parseJson(recorded.text);
  if (!read.ok) return;
  const { kind } = observe(read.value).said;
  if (kind === 'unrecognised' || kind === 'nothing') return;
  const isAnswer = /response|output/i.test(recorded.name);
  const time = recorded.time ?? (isAnswer ? sight.end : sight.start);
  // Ids of JSON-RPC are counted by each client: what a span recorded is paired within it.
  value({
    value: read.value,
    at,
    path: `${path}${recorded.path}/json`,
    frame: 'alone',
    side: `span ${sight.traceId} ${sight.spanId}`,
    time,
  });
}

/** Reads an export of spans that stands inside another carrier, whole; false where it holds none. */
export function putExport(rows: SpanRows, value: Json, seen: { readonly at: Stretch; readonly path: string }): boolean {
  return putOtlp(rows, value, seen) || putJaeger(rows, value, seen);
}

function putOtlp(rows: SpanRows, value: Json, { at, path }: { readonly at: Stretch; readonly path: string }): boolean {
  let found = false;
  const [resourcesName, resources] = listUnder(value, ['resourceSpans', 'resource_spans']);
  resources.forEach((resource, r) => {
    const [scopesName, scopes] = listUnder(resource, [
      'scopeSpans',
      'scope_spans',
      'instrumentationLibrarySpans',
      'instrumentation_library_spans',
    ]);
    scopes.forEach((scope, s) => {
      listUnder(scope, ['spans'])[1].forEach((each, index) => {
        const span = readOtlpSpan(each, spelled(resource, 'resource'));
        if (span === undefined) return;
        rows.put(span, at, `${path}/.${resourcesName}/[${r}]/.${scopesName}/[${s}]/.spans/[${index}]`);
        found = true;
      });
    });
  });
  return found;
}

function putJaeger(rows: SpanRows, value: Json, { at, path }: { readonly at: Stretch; readonly path: string }): boolean {
  let found = false;
  listUnder(value, ['data'])[1].forEach((trace, t) => {
    listUnder(trace, ['spans'])[1].forEach((each, index) => {
      const span = readJaegerSpan(each, spelled(trace, 'processes'));
      if (span === undefined) return;
      rows.put(span, at, `${path}/.data/[${t}]/.spans/[${index}]`);
      found = true;
    });
  });
  return found;
}
