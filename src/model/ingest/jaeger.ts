// Spans as the Jaeger UI saves them (`data[].spans[]`, with the processes of a trace after its spans), and as Zipkin v2 does
// (a list of spans, each with its own endpoint). Times are in microseconds.

import { isJsonObject, type Json } from '../base/json.ts';
import type { RecordedSpan } from './spans-facts.ts';
import { listUnder, SpanFacts, spanKind, spelled } from './spans-facts.ts';
import { readSpanId } from './spans-ids.ts';
import type { Shape } from './spans-envelope.ts';
import { readInstant } from '../base/wire-time.ts';

const TRACE: Shape = {
  is: 'object',
  first: 'processes',
  members: {
    traceID: { is: 'context' },
    spans: { is: 'list', of: { is: 'record' } },
    processes: { is: 'context' },
    warnings: { is: 'context' },
  },
};
/** The way from a download to its spans. */
export const JAEGER_SHAPE: Shape = { is: 'object', members: { data: { is: 'list', of: TRACE } } };
/** A list of spans, or of lists of them (a list of traces). */
export const ZIPKIN_SHAPE: Shape = { is: 'list', of: { is: 'record', listed: true } };

/**
 * Reads a span of a Jaeger download.
 * @param processes those of its trace, by the id that the span gives
 * @returns undefined for an object that is no span
 */
export function readJaegerSpan(span: Json, processes: Json | undefined): RecordedSpan | undefined {
  const spanId = readSpanId(spelled(span, 'spanID', 'spanId'));
  const name = spelled(span, 'operationName');
  if (spanId === undefined && typeof name !== 'string') return undefined;
  const traceId = readSpanId(spelled(span, 'traceID', 'traceId')) ?? '';
  const facts = new SpanFacts();
  const id = spelled(span, 'processID');
  const process = spelled(span, 'process') ?? (typeof id === 'string' ? spelled(processes, id) : undefined);
  const service = spelled(process, 'serviceName');
  facts.attributes(spelled(span, 'tags'), '/.tags');
  if (typeof service === 'string') facts.resource({ 'service.name': service });
  const [, logs] = listUnder(span, ['logs']);
  logs.forEach((log, index) => {
    const fields = spelled(log, 'fields');
    facts.event(
      { name: eventName(fields), time: readInstant(spelled(log, 'timestamp')), attributes: fields, path: `/.logs/[${index}]` },
      '/.fields',
    );
  });
  const start = readInstant(spelled(span, 'startTime'));
  return facts.finish({
    traceId,
    spanId: spanId ?? '',
    name: typeof name === 'string' ? name : '',
    kind: undefined,
    start,
    end: endOf(start, spelled(span, 'duration')),
    ...referencesOf(span, traceId),
  });
}

function eventName(fields: Json | undefined): string {
  if (!Array.isArray(fields)) return '';
  const found = (fields as readonly Json[]).find((field) => spelled(field, 'key') === 'event');
  const name = spelled(found, 'value');
  return typeof name === 'string' ? name : '';
}

function endOf(start: number | undefined, micros: Json | undefined): number | undefined {
  return start !== undefined && typeof micros === 'number' && micros >= 0 ? start + micros / 1000 : undefined;
}

/** The first CHILD_OF within the trace is the parent, else the first FOLLOWS_FROM in it; what else is referred to are links. */
function referencesOf(
  span: Json,
  traceId: string,
): { readonly parentId: string | undefined; readonly links: RecordedSpan['sight']['links'] } {
  const [, list] = listUnder(span, ['references']);
  const references = list.flatMap((reference) => {
    const spanId = readSpanId(spelled(reference, 'spanID', 'spanId'));
    const ofTrace = readSpanId(spelled(reference, 'traceID', 'traceId')) ?? traceId;
    return spanId === undefined ? [] : [{ traceId: ofTrace, spanId, child: spelled(reference, 'refType') !== 'FOLLOWS_FROM' }];
  });
  const inTrace = references.filter((reference) => reference.traceId === traceId);
  const parent = inTrace.find(({ child }) => child) ?? inTrace[0];
  return {
    parentId: parent?.spanId ?? readSpanId(spelled(span, 'parentSpanID', 'parentSpanId')),
    links: references.filter((reference) => reference !== parent).map(({ traceId: of, spanId }) => ({ traceId: of, spanId })),
  };
}

/** Reads a span of Zipkin's JSON (v2); undefined for an object that is none. */
export function readZipkinSpan(span: Json): RecordedSpan | undefined {
  const spanId = readSpanId(spelled(span, 'id'));
  const traceId = readSpanId(spelled(span, 'traceId'));
  if (spanId === undefined || traceId === undefined) return undefined;
  const facts = new SpanFacts();
  const service = spelled(spelled(span, 'localEndpoint'), 'serviceName');
  facts.attributes(spelled(span, 'tags'), '/.tags');
  if (typeof service === 'string') facts.resource({ 'service.name': service });
  const peer = spelled(spelled(span, 'remoteEndpoint'), 'serviceName');
  if (typeof peer === 'string' && spelled(span, 'kind') === 'CLIENT') facts.attributes({ 'peer.service': peer }, '');
  const start = readInstant(spelled(span, 'timestamp'));
  const name = spelled(span, 'name');
  return facts.finish({
    traceId,
    spanId,
    parentId: readSpanId(spelled(span, 'parentId')),
    name: typeof name === 'string' ? name : '',
    kind: spanKind(spelled(span, 'kind')),
    start,
    end: endOf(start, spelled(span, 'duration')),
    links: [],
  });
}

/** Whether a list is one of Zipkin spans, or of such lists, by its first element. */
export function isZipkin(value: Json | undefined): boolean {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  const span: unknown = Array.isArray(first) ? first[0] : first;
  return isJsonObject(span) && Object.hasOwn(span, 'traceId') && Object.hasOwn(span, 'id') && !Object.hasOwn(span, 'method');
}
