// What a text may be read as, by the word that a person says for it, and what to tell where two of them fit about equally.

/** By the order in which they are asked; the label goes after "read as". */
export const READ_AS = {
  saved: 'a saved episode or trace',
  sse: 'an event stream',
  otlp: 'OpenTelemetry spans',
  har: 'a HAR',
  jaeger: 'a Jaeger download',
  zipkin: 'Zipkin spans',
  ndjson: 'JSON, one value a line',
  json: 'JSON',
  http: 'an HTTP transcript',
  log: 'a log, or text with traffic in it',
} as const;
export type ReadAs = keyof typeof READ_AS;

/** Whether a word is one of them. */
export function isReadAs(word: string): word is ReadAs {
  return Object.hasOwn(READ_AS, word);
}

/** One reading of a text, and what speaks for it. */
export interface FormatReading {
  readonly as: ReadAs;
  readonly why: string;
}
/** How a source was read, where something else fits about equally well or a person chose (SPEC.md N.70). */
export interface FormatDoubt {
  readonly chosen: FormatReading;
  /** Whether a person chose it. */
  readonly byHand: boolean;
  /** Those that fit about equally; where a person chose, what it would have been read as. */
  readonly others: readonly FormatReading[];
}

/** The doubt in sentences. */
export function doubtInWords({ chosen, byHand, others }: FormatDoubt): string {
  const other = others.map(({ as, why }) => `${READ_AS[as]} (${why})`).join(' or ');
  const instead = other === '' ? '' : byHand ? ` Without that it is read as ${other}.` : ` It may as well be ${other}.`;
  return `Read as ${READ_AS[chosen.as]}: ${chosen.why}.${instead}`;
}
