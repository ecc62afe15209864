// A source read into plain lists: what a test of ingest looks at, without an engine around it.

import type { Sight } from '../adapters/sight.ts';
import type { Json } from '../base/json.ts';
import { readSource } from '../ingest/ingest.ts';
import type { IngestSink } from '../ingest/sink.ts';
import { GivenText } from '../log/given-text.ts';
import type { FormatDoubt, ReadAs } from '../log/read-as.ts';
import { applyCuts } from '../log/redaction.ts';
import type { Cut, ExchangeFacts, RowDraft, SourceFacts, Stretch } from '../log/row.ts';
import { resolveValuePath } from '../log/value-path.ts';

export interface ReadTrace {
  readonly texts: string[];
  readonly rows: RowDraft[];
  readonly exchanges: Map<string, ExchangeFacts>;
  readonly cuts: Cut[];
  readonly unread: Stretch[];
  readonly setAside: Stretch[];
  readonly framing: Stretch[];
  readonly sources: Map<number, SourceFacts>;
  /** Where a format is not certain or was chosen, by source. */
  readonly doubts: Map<number, FormatDoubt>;
  readonly saved: Parameters<IngestSink['saved']>[0][];
  /** What was handed on beside rows, and without one. */
  readonly notes: { readonly from: number; readonly to: number; readonly sight: Sight }[];
  /** The value a row is about, secrets cut; undefined when its path does not lead to one. */
  valueOf(row: RowDraft): Json | undefined;
}

/** Reads a text that arrives in pieces of the given size (whole by default), as the engine would. */
export function readTrace(
  text: string,
  options: { readonly name?: string; readonly piece?: number; readonly as?: ReadAs } = {},
): ReadTrace {
  const trace = emptyTrace();
  const given = new GivenText(options.name ?? 'trace');
  trace.texts.push(text);
  const piece = Math.max(1, options.piece ?? text.length);
  let sent = 0;
  const reading = readSource(given, 0, sinkOf(trace), { as: options.as });
  for (let step = reading.next(); !step.done; step = reading.next()) {
    if (step.value.wants !== 'text') continue;
    if (sent >= text.length) given.finish();
    else given.append(text.slice(sent, (sent += piece)));
  }
  return trace;
}

function emptyTrace(): ReadTrace {
  const texts: string[] = [];
  const cuts: Cut[] = [];
  return {
    texts,
    rows: [],
    exchanges: new Map(),
    cuts,
    unread: [],
    setAside: [],
    framing: [],
    sources: new Map(),
    doubts: new Map(),
    saved: [],
    notes: [],
    valueOf: ({ source, from, to, path }) => {
      const own = cuts.filter((cut) => cut.source === source);
      const read = resolveValuePath(applyCuts(texts[source]?.slice(from, to) ?? '', from, own), path);
      return read.ok ? read.value : undefined;
    },
  };
}

function sinkOf(trace: ReadTrace): IngestSink {
  return {
    openSource: (_name, text) => trace.texts.push(text) - 1,
    row: (draft, sight) => {
      trace.rows.push(draft);
      if (sight?.fault) trace.notes.push({ from: draft.from, to: draft.to, sight });
    },
    noted: ({ from, to }, sight) => void trace.notes.push({ from, to, sight }),
    exchange: (facts) => void trace.exchanges.set(`${facts.source} ${facts.exchange}`, facts),
    cut: (cut) => void trace.cuts.push(cut),
    unread: (stretch) => void trace.unread.push(stretch),
    setAside: (stretch) => void trace.setAside.push(stretch),
    framing: (stretch) => void trace.framing.push(stretch),
    source: (facts) => void trace.sources.set(facts.source, facts),
    doubted: (source, doubt) => void trace.doubts.set(source, doubt),
    saved: (header) => void trace.saved.push(header),
  };
}

/** The stretches of a source that belong to nothing, and so must not be: `[from, to]` pairs. */
export function gapsOf(trace: ReadTrace, source = 0): readonly (readonly [number, number])[] {
  const all = [...trace.rows, ...trace.unread, ...trace.setAside, ...trace.framing].filter((stretch) => stretch.source === source);
  const gaps: [number, number][] = [];
  let covered = 0;
  for (const { from, to } of all.sort((a, b) => a.from - b.from)) {
    if (from > covered) gaps.push([covered, from]);
    covered = Math.max(covered, to);
  }
  const length = trace.texts[source]?.length ?? 0;
  if (covered < length) gaps.push([covered, length]);
  return gaps;
}
