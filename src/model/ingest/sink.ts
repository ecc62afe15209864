// What a reader may do to a log: append, and nothing else. The engine hands one in; tests hand in an array.

import type { Sight } from '../adapters/sight.ts';
import type { FormatDoubt } from '../log/read-as.ts';
import type { EpisodeIdentity, LogSettings } from '../log/saved-form.ts';
import type { Cut, ExchangeFacts, RowDraft, SourceFacts, Stretch } from '../log/row.ts';

export interface IngestSink {
  /** Opens a source that came inside another (a saved file); its text is appended before it is read. Returns its index. */
  openSource(name: string, text: string): number;
  /** `sight`: what was in hand when a wire row or a reading row was made; for the judge, not to be kept. */
  row(draft: RowDraft, sight?: Sight): void;
  /** Something that was seen and is no row: the end of a stream that the end of a text tells. `at` is where. */
  noted?(at: Omit<Stretch, 'why'>, sight: Sight): void;
  exchange(facts: ExchangeFacts): void;
  cut(cut: Cut): void;
  /** Up to here the text of a source has been looked through for secrets, and all its cuts are told. */
  searched?(source: number, to: number): void;
  unread(stretch: Stretch): void;
  setAside(stretch: Stretch): void;
  /** A stretch that was read and has nothing to show: blank lines, brackets, heads of streamed answers. Rows, set aside, unread and these cover the text. */
  framing?(stretch: Stretch): void;
  /** Once per source, when it is known; again when more is known. */
  source(facts: SourceFacts): void;
  /** What a source was read as, where something else fits about equally or a person chose. */
  doubted?(source: number, doubt: FormatDoubt): void;
  /** From a saved file's header. */
  saved(header: { readonly name: string; readonly settings: LogSettings; readonly episode?: EpisodeIdentity }): void;
}

/** The text of a source, which may still be growing. */
export interface SourceText {
  readonly name: string;
  readonly length: number;
  /** Whether all of the text is here. */
  readonly complete: boolean;
  /** Whether there would have been more of it, had it not been cut where it came from: nothing ends with it then. */
  readonly isCut?: boolean;
  slice(from: number, to: number): string;
  /** First position of a text at or after `from`, -1 when it is not there (yet). */
  indexOf(search: string, from: number): number;
  /** Where the line that holds a position ends, its line feed included; -1 when there is none (yet). Cheap when asked in order. */
  lineEnd?(position: number): number;
  /** The number of the line that holds a position, from 1, and where it starts; where that is known without looking for it. */
  lineOf?(position: number): { readonly line: number; readonly from: number };
}

/** A reader yields after each record (`time`: go on when there is time) and when it needs more text (`text`). */
export interface ReadProgress {
  readonly wants: 'time' | 'text';
  /** How many UTF-16 units are done with. */
  readonly read: number;
}
