// What may be asked of a log, and what comes back: plain data both ways, so that it crosses a worker boundary unchanged.
// Every query names the cursor it is asked at (rows with seq <= cursor count; -1: none) where the answer depends on it.

import type { ByteSource } from '../base/byte-source.ts';
import type { Json } from '../base/json.ts';
import type { ReadAs } from '../log/read-as.ts';
import type { EpisodeIdentity, LogSettings } from '../log/saved-form.ts';
import type { AdmissionAnswer } from '../projections/admission.ts';
import type { CardView } from '../projections/cards.ts';
import type { ChainsAnswer } from '../projections/chains.ts';
import type { ChaosAnswer } from '../projections/chaos.ts';
import type { DiscoveryAnswer, WhatIf } from '../projections/discovery.ts';
import type { DoorbellAnswer } from '../projections/doorbell-tries.ts';
import type { KernelVerdictsAnswer, KernelVerdictsAsk } from '../projections/kernel-verdicts.ts';
import type { Claim, ClaimVerdict, WireLine } from '../log/claim.ts';
import type { RoundTripAnswer, RoundTripsAnswer, RoundTripWay } from '../projections/round-trips.ts';
import type { RowPlace } from '../projections/row-place.ts';
import type { RowDetail, RowFilter, RowWindow } from '../projections/row-view.ts';
import type { SourceAnswer } from '../projections/sources.ts';
import type { LifecycleDrawing, TaskSummary, TaskView } from '../projections/tasks.ts';
import type { FindingMarks, FindingsAnswer, FindingsAsk, FindingTotals } from '../projections/findings.ts';
import type { GapsAnswer } from '../projections/gaps.ts';
import type { MovePairs } from '../projections/move-pairs.ts';
import type { OverviewAnswer } from '../projections/overview.ts';
import type { PeerStory } from '../projections/peer-story.ts';
import type { StandInAnswer } from '../projections/stand-in-story.ts';
import type { TraceReport } from '../projections/trace-report.ts';
import type { WatchAnswer } from '../projections/watch.ts';
import type { DensityAnswer, TimelineAnswer, TimelineQuery } from '../projections/timeline.ts';

export type LogId = number;

/** What a log is, in figures; asked often, cheap. */
export interface LogSummary {
  readonly log: LogId;
  readonly name: string;
  /** Grows whenever anything in the log has changed. */
  readonly revision: number;
  readonly reading: 'reading' | 'read' | 'canceled';
  readonly rowCount: number;
  /** UTF-16 units read, and in all; the latter is reckoned while the end of a file has not been reached. */
  readonly read: number;
  readonly length: number;
  /** The size of what was opened, where it was opened as bytes. */
  readonly bytes?: number;
  readonly format: string;
  readonly protocol: string;
  readonly versions: readonly string[];
  readonly bindings: readonly string[];
  readonly agents: readonly string[];
  readonly taskCount: number;
  readonly unreadCount: number;
  readonly unreadLength: number;
  readonly setAsideCount: number;
  readonly redacted: number;
  /** What was cut, by shape, most places first: how many different secrets, and at how many places. */
  readonly cutShapes: readonly { readonly shape: string; readonly secrets: number; readonly places: number }[];
  readonly firstTime?: number;
  readonly lastTime?: number;
  readonly episode?: EpisodeIdentity;
  readonly settings: LogSettings;
  /** The first things that could not be read, in words with line and place; at most 5. */
  readonly notices: readonly string[];
  /** Where the format of a text is not certain or was chosen by hand: what it was read as, why, and what else it may be. */
  readonly doubts?: readonly string[];
  /** Whether kernel rows are there (an episode, or a saved one), so that panels can say what is absent. */
  readonly hasKernelRows: boolean;
}

export interface QueryMap {
  summary: { ask: Record<never, never>; answer: LogSummary };
  /** `count` at most 1 000. */
  rows: { ask: { from: number; count: number; filter?: RowFilter }; answer: RowWindow };
  row: { ask: { seq: number }; answer: RowDetail | undefined };
  /** Where in its text the value of a row stands. */
  place: { ask: { seq: number }; answer: RowPlace | undefined };
  /** The seq `step` rows on from `seq` among the rows that pass the filter; clamped. */
  neighbour: { ask: { seq: number; step: number; filter?: RowFilter }; answer: number };
  timeline: { ask: TimelineQuery & { cursor: number }; answer: TimelineAnswer };
  density: { ask: { buckets: number; by?: 'order' | 'time' }; answer: DensityAnswer };
  tasks: { ask: { cursor: number; from: number; count: number }; answer: { total: number; tasks: readonly TaskSummary[] } };
  task: { ask: { taskId: string; cursor: number }; answer: TaskView | undefined };
  lifecycle: { ask: Record<never, never>; answer: LifecycleDrawing };
  chains: { ask: { cursor: number; limit: number }; answer: ChainsAnswer };
  /** `card`: one card in full beside the answer. */
  discovery: { ask: { cursor: number; whatIf?: WhatIf; card?: string }; answer: DiscoveryAnswer };
  admission: { ask: { cursor: number; whatIf?: WhatIf }; answer: AdmissionAnswer };
  /** What the kernel would have said to the delegations of a trace. */
  kernelVerdicts: { ask: KernelVerdictsAsk; answer: KernelVerdictsAnswer };
  /** How delegations to peers ended, try by try. */
  chaos: { ask: { cursor: number }; answer: ChaosAnswer };
  roundTrips: { ask: { cursor: number; way?: RoundTripWay }; answer: RoundTripsAnswer };
  roundTrip: { ask: { taskId: string; cursor: number; way?: RoundTripWay }; answer: RoundTripAnswer | undefined };
  /** At most 200, from a place on; `cardCount` says how many there are. */
  cards: { ask: { cursor: number; from?: number }; answer: readonly CardView[] };
  /** Judged over the whole log, by the log's thresholds or those given. `count` at most 1 000. */
  findings: { ask: FindingsAsk; answer: FindingsAnswer };
  findingTotals: { ask: { readonly settings?: Partial<LogSettings>; readonly off?: readonly string[] }; answer: FindingTotals };
  /** What a log shows at first sight, over all that was read. */
  overview: { ask: { readonly settings?: Partial<LogSettings>; readonly off?: readonly string[] }; answer: OverviewAnswer };
  /** `chosen`: a finding whose rows are told apart. */
  findingMarks: {
    ask: { readonly settings?: Partial<LogSettings>; readonly off?: readonly string[]; readonly chosen?: number };
    answer: FindingMarks;
  };
  /** `off`: rules whose findings are left out. */
  report: { ask: { readonly settings?: Partial<LogSettings>; readonly off?: readonly string[] }; answer: TraceReport };
  cardCount: { ask: { cursor: number }; answer: number };
  /** Lines from 1; `count` at most 1 000. `mark`: a range of the text to be shown. */
  source: { ask: { source: number; from: number; count: number; mark?: { from: number; to: number } }; answer: SourceAnswer | undefined };
  sources: {
    ask: Record<never, never>;
    answer: readonly { readonly index: number; readonly name: string; readonly format: string; readonly length: number }[];
  };
  /** What it shows of the six things that the protocols leave open, over all that was read. */
  gaps: { ask: Record<never, never>; answer: GapsAnswer };
  /** An episode with an unreliable peer, whole; undefined where the log is none. */
  peerStory: { ask: Record<never, never>; answer: PeerStory | undefined };
  /** How tasks were heard of, and of one of them in full: the one named, else the first with a callback. */
  watch: { ask: { cursor: number; taskId?: string }; answer: WatchAnswer };
  /** Every try at the doorbells of stand-ins, with what it was answered and cost; and what crossed the wire of whoever stands in. */
  doorbell: { ask: { cursor: number }; answer: DoorbellAnswer };
  /** How the stand-ins for remote tasks fared; one of them in full: the one named, else the first. */
  standIn: { ask: { cursor: number; standIn?: string }; answer: StandInAnswer };
  movePairs: { ask: Record<never, never>; answer: MovePairs };
  /** Evaluates a lesson's claims over the whole log. */
  claims: { ask: { claims: readonly Claim[] }; answer: readonly ClaimVerdict[] };
  /** What crossed the wire up to a virtual time, to be laid beside another episode's (projections/wire-lines.ts). */
  wire: { ask: { until?: number }; answer: readonly WireLine[] };
  /** The rows as plain data, for `window.inspector.log`; `count` at most 1 000. */
  log: { ask: { from: number; count: number }; answer: readonly { readonly seq: number; readonly view: Json; readonly value?: Json }[] };
}
export type Projection = keyof QueryMap;
export type Ask<P extends Projection> = QueryMap[P]['ask'];
export type Answer<P extends Projection> = QueryMap[P]['answer'];

/** Where a text was found: at most one place a row. */
export interface SearchHit {
  /** The first row of the record that holds it. */
  readonly seq: number;
  /** UTF-16 units in the source, end excluded. */
  readonly source: number;
  readonly from: number;
  readonly to: number;
}
/** What a search has found since it last told, and how far it has come; the last one says `done`. */
export interface SearchProgress {
  /** In order of their places in the source. At most 20 000 in all; `found` goes on counting. */
  readonly hits: readonly SearchHit[];
  /** Rows found so far. */
  readonly found: number;
  /** UTF-16 units searched, and to be searched: what had been read when the search began. */
  readonly searched: number;
  readonly length: number;
  readonly done: boolean;
}

/** Lets a long job give way: `elapsed` ms since the slice began, `next` resolves in a later macrotask. */
export interface SlicePort {
  elapsed(): number;
  restart(): void;
  next(): Promise<void>;
}
/** The engine: the one face for whoever looks at a log. Implemented in engine.ts by `createEngine(slice)`. */
export interface Engine {
  /** Starts reading a text that is here whole. Rows appear as they are read. Never rejects: what cannot be read is in the summary. */
  open(text: string, options: { readonly name: string; readonly as?: ReadAs }): LogId;
  /**
   * The same for bytes, read as they are wanted: gzip is unpacked, the encoding taken from a byte order mark (else UTF-8).
   * A source that breaks off, or unpacks to too much, leaves what was read, and the log says why.
   */
  openBytes(source: ByteSource, options: { readonly name: string; readonly as?: ReadAs | undefined }): LogId;
  /** Starts a log whose text arrives in pieces (an episode's recording as it is written). */
  begin(options: { readonly name: string }): LogId;
  append(log: LogId, text: string): void;
  finish(log: LogId): void;
  /** Stops reading; what has been read stays. With a reason (a file that broke off), the rest is unread for it. */
  cancel(log: LogId, why?: string): void;
  close(log: LogId): void;
  /**
   * Reads the text of a log again, as it was given, into a new log of the same name: with more text at its end, and with every
   * place of the texts in `alsoCut` cut beside the secrets (SPEC.md L.11); read as `as`, whatever it looks like. The log before stays
   * until it is closed.
   */
  reread(log: LogId, more: { readonly append?: string; readonly alsoCut?: readonly string[]; readonly as?: ReadAs }): LogId;
  /** Resolves when the log is read (or canceled). */
  settled(log: LogId): Promise<LogSummary>;
  query<P extends Projection>(log: LogId, projection: P, ask: Ask<P>): Answer<P>;
  /**
   * Looks for a text, in slices; case does not matter, and secrets that were cut are not found. Tells each slice's hits, the
   * last time with `done`. Returns how to stop: nothing more is told then. A log that is closed is done with.
   */
  search(log: LogId, text: string, listener: (progress: SearchProgress) => void): () => void;
  /** Called after each slice that changed a log, with its new revision. Returns how to stop. */
  subscribe(listener: (log: LogId, revision: number) => void): () => void;
  /** The saved form of the log: for an episode its recording, for a paste its cut text inside the form. */
  save(log: LogId): string;
}
