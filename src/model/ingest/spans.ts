// Spans, whatever their export is called: a walk down to them, a reader for one of them, rows for what it says.

import type { Json } from '../base/json.ts';
import type { Conversation } from './conversation.ts';
import { readLogValue } from './exchange-log.ts';
import { JAEGER_SHAPE, readJaegerSpan, readZipkinSpan, ZIPKIN_SHAPE } from './jaeger.ts';
import { OTLP_SHAPE, otherSignal, otherSignalOf, otlpLogRecord, readOtlpSpan } from './otlp.ts';
import { trafficIn } from './log-record.ts';
import type { Reading, SourceReader, Stretch } from './reading.ts';
import { readEnvelopes, type Shape } from './spans-envelope.ts';
import type { RecordedSpan } from './spans-facts.ts';
import { createSpanRows } from './spans-rows.ts';

type ReadSpan = (span: Json, context: Json | undefined) => RecordedSpan | undefined;

/** Reads a source of OTLP/JSON, one document or one a line; other signals in it are set aside by name. */
export function readOtlp(reader: SourceReader, talk: Conversation): Reading<void> {
  return readSpans({ reader, talk }, OTLP_SHAPE, readOtlpSpan);
}

/** Reads a source that the Jaeger UI saved. */
export function readJaeger(reader: SourceReader, talk: Conversation): Reading<void> {
  return readSpans({ reader, talk }, JAEGER_SHAPE, readJaegerSpan);
}

/** Reads a source of Zipkin spans (v2 JSON). */
export function readZipkin(reader: SourceReader, talk: Conversation): Reading<void> {
  return readSpans({ reader, talk }, ZIPKIN_SHAPE, readZipkinSpan);
}

function readSpans(
  { reader, talk }: { readonly reader: SourceReader; readonly talk: Conversation },
  shape: Shape,
  readSpan: ReadSpan,
): Reading<void> {
  const rows = createSpanRows(reader, (seen) => talk.value(seen));
  let context: Json | undefined;
  return readEnvelopes(reader, 0, shape, {
    context: (told) => {
      context = told;
    },
    record: (value, at) => {
      const logged = otlpLogRecord(value);
      if (logged) return readLogRecord(reader, talk, value, { at, ...logged });
      const span = readSpan(value, context);
      if (span === undefined) reader.setAside(at, 'no span: it has neither id nor name', 'json');
      else rows.put(span, at, 'json');
    },
    foreign: (value, at) => {
      const signal = otherSignalOf(value);
      if (signal === undefined) readLogValue(talk, value, { at, path: 'json', frame: 'alone' });
      else reader.setAside(at, signal, 'json');
    },
    asideOf: otherSignal,
  });
}

function readLogRecord(
  reader: SourceReader,
  talk: Conversation,
  value: Json,
  { at, time }: { readonly at: Stretch; readonly time: number | undefined },
): void {
  if (trafficIn(value, '').length === 0) reader.setAside(at, 'log records of OpenTelemetry', 'json');
  else readLogValue(talk, value, { at, path: 'json', frame: 'line', time });
}
