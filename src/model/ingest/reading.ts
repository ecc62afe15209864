// One source being read: its text as it arrives, and where what is found in it goes. The accounting is kept here (SPEC.md N.1):
// a format hands over stretches from front to back, each as a record, as set aside, as unread or as framing, and leaves no gap.

import type { Observation } from '../adapters/observation.ts';
import type { Sight, TextFault } from '../adapters/sight.ts';
import type { Cutter } from '../log/redaction.ts';
import { applyCuts } from '../log/redaction.ts';
import { createSpokenSecrets, type SpokenSecrets } from './spoken-secrets.ts';
import type { RowDraft, SourceFacts } from '../log/row.ts';
import type { IngestSink, ReadProgress, SourceText } from './sink.ts';

/** A step that may have to wait for text; yields what it waits for. */
export type Reading<T> = Generator<ReadProgress, T, void>;

export interface Stretch {
  readonly from: number;
  readonly to: number;
}
export interface Line extends Stretch {
  /** Without its line feed. */
  readonly text: string;
}
/** A row without what the reader of its source adds; what is unknown may be undefined or '' here and is absent in the row. */
export type RowParts = Pick<RowDraft, 'kind' | 'channel' | 'path'> & RowColumns;
export type RowColumns = {
  readonly [K in Exclude<keyof RowDraft, 'kind' | 'channel' | 'path' | 'source' | 'from' | 'to' | 'provenance'>]?: RowDraft[K] | undefined;
};

export interface SourceReader {
  readonly text: SourceText;
  readonly source: number;
  readonly sink: IngestSink;
  readonly cutter: Cutter;
  /** How many sources this one lies in. */
  readonly layer: number;
  /** Units that were looked at once more because a first guess failed. */
  readonly again: { units: number };
  /** How many rows say something; those that the reader makes about the text do not count. */
  readonly rowCount: number;
  /** The line that starts at `from`, with its line feed in the range; undefined at the end of the text. Waits for text. */
  lineAt(from: number): Reading<Line | undefined>;
  /** The same where the line is here with its line feed; undefined where it is not, or has not been looked for. */
  lineNow(from: number): Line | undefined;
  /** Waits until the text reaches `to` or is complete. */
  reach(to: number): Reading<void>;
  /** Secrets that are said piece by piece, over records; `admit` tells of those it is given. */
  readonly spoken: SpokenSecrets;
  /** Finds the secrets of a stretch and returns its text without them: that is what is parsed. Once for each stretch, in order, before its rows. */
  admit(stretch: Stretch, text: string): string;
  row(stretch: Stretch, parts: RowParts, sight?: Sight): void;
  /** `fault` where a rule about texts says so. */
  unread(stretch: Stretch, why: string, path?: string, fault?: TextFault): void;
  /** Tells what is no row: the end of a stream, a fault of the text beside what was read of it. */
  note(stretch: Stretch, sight: Sight): void;
  setAside(stretch: Stretch, why: string, path?: string): void;
  /** White space, brackets, heads of streamed answers: read, with nothing to show. */
  framing(stretch: Stretch, why: string): void;
  /** Takes note of the protocol, version and binding that a value shows. */
  learn(observation: Observation): void;
  /** Tells the sink what the source is, when that is new. */
  describe(format?: string): void;
  /** `line 3, column 7` of a position. */
  place(at: number): string;
}

/** Starts a reading. The cutter may be shared by the sources of one log: equal secrets then have equal numbers in all of them. */
export function createSourceReader(options: Pick<SourceReader, 'text' | 'source' | 'sink' | 'cutter' | 'layer'>): SourceReader {
  const { text, source, sink, cutter } = options;
  const spoken = createSpokenSecrets(options);
  let rowCount = 0;
  const put = (stretch: Stretch, parts: RowParts, sight?: Sight): void => sink.row(draftRow(source, stretch, parts), sight);
  const placed = ({ from, to }: Stretch): { source: number; from: number; to: number } => ({ source, from, to });
  return {
    ...options,
    sink: endingWith(sink, (to) => {
      if (text.complete && to >= text.length) spoken.end();
    }),
    spoken,
    ...createFactsKeeper(options),
    again: { units: 0 },
    get rowCount() {
      return rowCount;
    },
    lineAt: (from) => lineAt(text, from),
    lineNow: (from) => {
      const to = text.lineEnd?.(from) ?? -1;
      return to < 0 ? undefined : { from, to, text: text.slice(from, to - 1) };
    },
    reach: (to) => reach(text, to),
    admit: (stretch, piece) => {
      const cuts = cutter.findCuts(piece);
      for (const cut of cuts) sink.cut({ ...cut, source, from: stretch.from + cut.from, to: stretch.from + cut.to });
      for (const { from, to, why } of cutter.unsearched())
        sink.unread({ source, from: stretch.from + from, to: stretch.from + to, why: notSearched(why) });
      spoken.add(stretch, piece, cuts);
      return cuts.length === 0 ? piece : applyCuts(piece, 0, cuts);
    },
    row: (stretch, parts, sight) => {
      rowCount += 1;
      put(stretch, parts, sight);
    },
    unread: (stretch, why, path = '', fault?: TextFault) => {
      sink.unread({ ...placed(stretch), why });
      put(stretch, { kind: 'record-unreadable', channel: 'none', path, failed: true }, { as: 'text', fault });
    },
    note: (stretch, sight) => sink.noted?.(placed(stretch), sight),
    setAside: (stretch, why, path = '') => {
      sink.setAside({ ...placed(stretch), why });
      put(stretch, { kind: 'record-set-aside', channel: 'none', path });
    },
    framing: (stretch, why) => {
      if (stretch.to > stretch.from) sink.framing?.({ ...placed(stretch), why });
    },
    place: createPlaces(text),
  };
}

/** The sink, with a word to whoever waits for the end of what is searched. */
function endingWith(sink: IngestSink, searched: (to: number) => void): IngestSink {
  return {
    ...sink,
    searched: (source, to) => {
      searched(to);
      sink.searched?.(source, to);
    },
  };
}

/**
 * One literal with all members, whatever of them is known: this runs once a row, a million times in a big trace, and whoever looks at
 * rows finds them all of one shape. What is not known is undefined, which a row says by not saying it.
 */
function draftRow(source: number, { from, to }: Stretch, parts: RowParts): RowDraft {
  const row: { readonly [K in keyof Required<RowDraft>]: RowDraft[K] | undefined } = {
    kind: parts.kind,
    channel: parts.channel,
    source,
    from,
    to,
    path: parts.path,
    provenance: 'received',
    taskId: parts.taskId || undefined,
    contextId: parts.contextId || undefined,
    agent: parts.agent || undefined,
    peer: parts.peer || undefined,
    exchange: parts.exchange,
    time: parts.time,
    state: parts.state || undefined,
    final: parts.final ? true : undefined,
    label: parts.label || undefined,
    failed: parts.failed ? true : undefined,
  };
  return row as RowDraft;
}

/** Of packed data that could not be unpacked: nothing was cut of what is in it (SPEC.md L.7). */
export function notSearched(why: string): string {
  return `not looked into for secrets: ${why}`;
}

function* lineAt(text: SourceText, from: number): Reading<Line | undefined> {
  let searched = from;
  for (;;) {
    const feed = text.indexOf('\n', searched);
    if (feed >= 0) return { from, to: feed + 1, text: text.slice(from, feed) };
    if (text.complete) return text.length > from ? { from, to: text.length, text: text.slice(from, text.length) } : undefined;
    searched = Math.max(from, text.length);
    yield { wants: 'text', read: from };
  }
}

function* reach(text: SourceText, to: number): Reading<void> {
  while (text.length < to && !text.complete) yield { wants: 'text', read: Math.min(text.length, to) };
}

const PROTOCOL_OF: Readonly<Record<NonNullable<Observation['dialect']>, string>> = {
  'a2a-v03': 'a2a',
  'a2a-v03-proto': 'a2a',
  'a2a-v1': 'a2a',
  'a2a-v1-dump': 'a2a',
  acp: 'acp',
  interop: 'interop',
};

function createFactsKeeper(reader: Pick<SourceReader, 'text' | 'source' | 'sink'>): Pick<SourceReader, 'learn' | 'describe'> {
  const protocols = new Set<string>();
  const versions = new Set<string>();
  // What a card promises is no version that was spoken; it counts while nothing else tells.
  const promised = new Set<string>();
  const bindings = new Set<string>();
  // Wrapper members and enum names that 0.3 over REST has as well: read as 1.0, and of 1.0 where nothing else tells.
  let tied = false;
  let format = 'unknown';
  let told = '';
  let last: Observation | undefined;
  // What was learnt since `describe` was called last.
  let isNews = true;
  return {
    learn: (observation) => {
      // One conversation says the same of itself a million times.
      if (last && saysTheSame(last, observation)) return;
      last = observation;
      isNews = true;
      if (observation.said.kind === 'unrecognised' || observation.said.kind === 'nothing') return;
      if (observation.dialect) protocols.add(PROTOCOL_OF[observation.dialect]);
      if (observation.version !== undefined) (observation.said.kind === 'card' ? promised : versions).add(observation.version);
      else if (observation.dialect === 'a2a-v1') tied = true;
      if (observation.binding !== undefined) bindings.add(observation.binding);
    },
    describe: (known) => {
      if (!isNews && known === undefined) return;
      isNews = false;
      format = known ?? format;
      const now = `${format} ${protocols.size} ${versions.size} ${promised.size} ${tied ? 1 : 0} ${bindings.size}`;
      if (now === told) return;
      told = now;
      const facts: SourceFacts = {
        source: reader.source,
        name: reader.text.name,
        format,
        protocols: [...protocols],
        versions: versions.size > 0 ? [...versions] : promised.size > 0 || !tied ? [...promised] : ['1.0'],
        bindings: [...bindings],
      };
      reader.sink.source(facts);
    },
  };
}

/** Of the axes that a source is described by. */
function saysTheSame(one: Observation, other: Observation): boolean {
  const { said, dialect, version, binding } = one;
  return said.kind === other.said.kind && dialect === other.dialect && version === other.version && binding === other.binding;
}

/** Starts of lines are looked for as far as places are asked for, each once. */
function createPlaces(text: SourceText): (at: number) => string {
  const starts = [0];
  let searched = 0;
  return (at) => {
    const known = text.lineOf?.(at);
    if (known) return `line ${known.line}, column ${at - known.from + 1}`;
    while (searched < at) {
      const feed = text.indexOf('\n', searched);
      if (feed < 0) searched = text.length;
      else starts.push(feed + 1);
      searched = feed < 0 ? Math.max(searched, at) : feed + 1;
    }
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return `line ${low}, column ${Math.max(at - (starts[low - 1] ?? 0), 0) + 1}`;
  };
}
