// Sources: the text as given, with marks for which row came from where, what was set aside, and what could not be read.

export interface SourceLine {
  /** From 1. */
  readonly number: number;
  /** With secrets cut; at most 2 000 units, then `truncated`. */
  readonly text: string;
  readonly truncated: boolean;
  /** The rows whose carrier starts in this line. */
  readonly seqs: readonly number[];
  readonly mark: 'read' | 'unread' | 'set-aside' | 'framing';
  readonly why?: string;
}
export interface SourceAnswer {
  readonly index: number;
  readonly name: string;
  readonly format: string;
  readonly lineCount: number;
  readonly length: number;
  readonly lines: readonly SourceLine[];
  readonly unread: readonly { readonly from: number; readonly to: number; readonly line: number; readonly why: string }[];
  readonly setAside: readonly { readonly from: number; readonly to: number; readonly line: number; readonly why: string }[];
  readonly cuts: readonly { readonly number: number; readonly shape: string; readonly place: string; readonly line: number }[];
}
