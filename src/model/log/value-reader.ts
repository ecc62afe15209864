// Values parsed again from the text when somebody looks, and kept for a while: rows of one carrier share what it parses to,
// and a person who steps back and forth looks at the same rows. Bounded by the length of the texts that were parsed.

import type { Json } from '../base/json.ts';
import { splitEventStream, type StreamFrame } from '../base/event-stream.ts';
import type { ValuePath } from './row.ts';
import { resolveValuePath } from './value-path.ts';

/** UTF-16 units of carriers whose values are kept. */
const KEPT_UNITS = 1 << 24;

const PARSING = /^(?:json|printed|plain|joined|event|chunks:.*)$/;

interface ReadableText {
  read(from: number, to: number): string;
}
export interface ValueRange {
  readonly source: number;
  readonly from: number;
  readonly to: number;
  readonly path: ValuePath;
}
type Kept = { readonly weight: number } & (
  | { readonly kind: 'value'; readonly value: Json | undefined }
  | { readonly kind: 'frames'; readonly frames: readonly StreamFrame[] }
);

export class ValueReader {
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #weight = 0;

  /** The value at the end of a path, undefined when the path does not lead there. */
  read(text: ReadableText, range: ValueRange): Json | undefined {
    const { source, from, to, path } = range;
    let key = `${source}:${from}:${to}`;
    // The carrier's text is read only when the first step is not known already.
    let value: Json | undefined;
    let known = false;
    const current = (): Json | undefined => {
      if (!known) value = text.read(from, to);
      known = true;
      return value;
    };
    for (const step of path === '' ? [] : path.split('/')) {
      key += `/${step}`;
      value = step.startsWith('sse:') ? this.#frame(key, step, current) : this.#step(key, step, current);
      known = true;
      if (value === undefined) return undefined;
    }
    return current();
  }

  /** Forgets everything: the text behind the values has changed. */
  clear(): void {
    this.#kept.clear();
    this.#weight = 0;
  }

  #step(key: string, step: string, current: () => Json | undefined): Json | undefined {
    // Only parsing costs; a member or an element is as quickly found as looked up.
    const parses = PARSING.test(step);
    const kept = parses ? this.#look(key) : undefined;
    if (kept?.kind === 'value') return kept.value;
    const from = current();
    if (from === undefined) return undefined;
    const read = resolveValuePath(from, step);
    const value = read.ok ? read.value : undefined;
    if (parses) this.#keep(key, { kind: 'value', value, weight: typeof from === 'string' ? from.length : 0 });
    return value;
  }

  #frame(key: string, step: string, current: () => Json | undefined): Json | undefined {
    // The frames of a stream are split once for all its rows.
    const streamKey = `${key.slice(0, -step.length)}sse`;
    let kept = this.#look(streamKey);
    if (kept?.kind !== 'frames') {
      const text = current();
      if (typeof text !== 'string') return undefined;
      kept = { kind: 'frames', frames: splitEventStream(text), weight: text.length };
      this.#keep(streamKey, kept);
    }
    return kept.frames[Number(step.slice('sse:'.length))]?.data;
  }

  #look(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
    }
    return kept;
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#weight += kept.weight + key.length;
    for (const [oldest, { weight }] of this.#kept) {
      if (this.#weight <= KEPT_UNITS || oldest === key) break;
      this.#kept.delete(oldest);
      this.#weight -= weight + oldest.length;
    }
  }
}
