// OpenTelemetry spans in JSON (OTLP/JSON, opentelemetry-proto 1.x): one document or one a line, in camel or snake case, with the
// scopes of today or the libraries of old exporters.

import { isJsonObject, type Json } from '../base/json.ts';
import type { RecordedSpan } from './spans-facts.ts';
import { listUnder, SpanFacts, spanKind, spelled } from './spans-facts.ts';
import { readSpanId } from './spans-ids.ts';
import type { Shape } from './spans-envelope.ts';
import { readInstant } from '../base/wire-time.ts';

const SPANS: Shape = { is: 'list', of: { is: 'record' } };
const CONTEXT: Shape = { is: 'context' };
/** Beside what a resource or a scope holds stands where its names are defined. */
const SCHEMA = { schemaUrl: CONTEXT, schema_url: CONTEXT } as const;

function listOf(members: Extract<Shape, { readonly is: 'object' }>['members']): Shape {
  return { is: 'list', of: { is: 'object', members: { ...SCHEMA, ...members } } };
}

const SCOPES = listOf({ scope: CONTEXT, instrumentationLibrary: CONTEXT, instrumentation_library: CONTEXT, spans: SPANS });
const RESOURCES: Shape = {
  is: 'list',
  of: {
    is: 'object',
    first: 'resource',
    members: {
      ...SCHEMA,
      resource: CONTEXT,
      scopeSpans: SCOPES,
      scope_spans: SCOPES,
      instrumentationLibrarySpans: SCOPES,
      instrumentation_library_spans: SCOPES,
    },
  },
};

const LOG_SCOPES = listOf({ scope: CONTEXT, logRecords: SPANS, log_records: SPANS });
const LOGS = listOf({ resource: CONTEXT, scopeLogs: LOG_SCOPES, scope_logs: LOG_SCOPES });
const EXPORT = { resourceSpans: RESOURCES, resource_spans: RESOURCES, batches: RESOURCES } as const;
/** The way from an export to its spans; a trace store answers with `batches`, or with a `trace` around the same. */
export const OTLP_SHAPE: Shape = {
  is: 'object',
  members: { ...EXPORT, resourceLogs: LOGS, resource_logs: LOGS, trace: { is: 'object', members: EXPORT } },
};

/** How the answer of a trace store begins. */
const STORE_START =
  /^[\s\uFEFF]*\{\s*"(?:trace"\s*:\s*\{\s*"(?:resourceSpans|batches)|batches)"\s*:\s*\[\s*\{\s*"(?:resource|scopeSpans|instrumentationLibrarySpans)"/;

/** Whether a text begins like the answer of a trace store. */
export function isTraceStoreStart(text: string): boolean {
  return STORE_START.test(text);
}

/** Other signals in the same export, by name. */
const OTHER_SIGNALS: Readonly<Record<string, string>> = {
  resourceMetrics: 'metrics of OpenTelemetry',
  resource_metrics: 'metrics of OpenTelemetry',
  resourceProfiles: 'profiles of OpenTelemetry',
};

/** When a log record was written, for what is one and no span (opentelemetry-proto 1.x, LogRecord). */
export function otlpLogRecord(record: Json): { readonly time: number | undefined } | undefined {
  if (!isJsonObject(record) || typeof record['name'] === 'string') return undefined;
  if (!('body' in record || 'severityText' in record || 'severity_text' in record)) return undefined;
  const [told, met] = ['timeUnixNano', 'observedTimeUnixNano'].map((name) => readInstant(record[name]));
  return { time: told ?? met ?? readInstant(spelled(record, 'time_unix_nano', 'observed_time_unix_nano')) };
}

/** What else an export may hold, in words; undefined for what is none of its signals. */
export function otherSignal(name: string): string | undefined {
  return Object.hasOwn(OTHER_SIGNALS, name) ? OTHER_SIGNALS[name] : undefined;
}

/** The name of another signal whose export a value is. */
export function otherSignalOf(value: Json): string | undefined {
  const name = isJsonObject(value) ? Object.keys(value).find((key) => Object.hasOwn(OTHER_SIGNALS, key)) : undefined;
  return name === undefined ? undefined : otherSignal(name);
}

/**
 * Reads a span of OTLP/JSON.
 * @param resource what the export says of who recorded it
 * @returns undefined for an object that is no span: it has no name and no ids
 */
export function readOtlpSpan(span: Json, resource: Json | undefined): RecordedSpan | undefined {
  const traceId = readSpanId(spelled(span, 'traceId', 'trace_id'));
  const spanId = readSpanId(spelled(span, 'spanId', 'span_id'));
  const name = spelled(span, 'name');
  if (spanId === undefined && typeof name !== 'string') return undefined;
  const facts = new SpanFacts();
  facts.resource(spelled(resource, 'attributes'));
  facts.attributes(spelled(span, 'attributes'), '/.attributes');
  const [eventsName, events] = listUnder(span, ['events']);
  events.forEach((event, index) => {
    const told = spelled(event, 'name');
    const time = readInstant(spelled(event, 'timeUnixNano', 'time_unix_nano'));
    const path = `/.${eventsName}/[${index}]`;
    facts.event({ name: typeof told === 'string' ? told : '', time, attributes: spelled(event, 'attributes'), path }, '/.attributes');
  });
  const code = spelled(spelled(span, 'status'), 'code');
  if (code === 2 || code === '2' || code === 'STATUS_CODE_ERROR' || code === 'ERROR') facts.failed();
  return facts.finish({
    traceId: traceId ?? '',
    spanId: spanId ?? '',
    parentId: readSpanId(spelled(span, 'parentSpanId', 'parent_span_id')),
    name: typeof name === 'string' ? name : '',
    kind: spanKind(spelled(span, 'kind')),
    start: readInstant(spelled(span, 'startTimeUnixNano', 'start_time_unix_nano')),
    end: readInstant(spelled(span, 'endTimeUnixNano', 'end_time_unix_nano')),
    links: linksOf(span),
  });
}

function linksOf(span: Json): RecordedSpan['sight']['links'] {
  const [, links] = listUnder(span, ['links']);
  return links.flatMap((link) => {
    const traceId = readSpanId(spelled(link, 'traceId', 'trace_id'));
    const spanId = readSpanId(spelled(link, 'spanId', 'span_id'));
    return traceId === undefined || spanId === undefined ? [] : [{ traceId, spanId }];
  });
}
