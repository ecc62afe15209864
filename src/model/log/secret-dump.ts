// Dumps of bytes as `curl --trace`, `xxd`, `hexdump -C` and `tcpdump -X` write them: a line has an offset, bytes in hexadecimal and
// beside them the letters; `curl --trace-ascii` has the letters alone. A name or a secret is spread over lines, so what the bytes say
// is searched as one text, and a find is cut on every line, in both columns.

import type { PlacedText } from '../base/json-scan.ts';
import { inflate } from '../base/inflate.ts';
import { packingOf } from '../base/packing.ts';
import type { FoundSecret, Search, SearchText, TextRange } from './secret-found.ts';

/** Whether a text may have a dump in it; a dump begins at offset 0. */
export function mayDump(text: string): boolean {
  return text.includes('0000: ') || text.includes('0000000  ') || text.includes('0000:  ');
}

/** One byte of a dump, and where it is shown. */
interface Shown {
  readonly letter: string;
  readonly hex: TextRange | undefined;
  readonly side: TextRange | undefined;
  /** The line it stands in. */
  readonly line: number;
}

const LINE = /(?:^|\r?\n|\\r\\n|\\n)([ \t]{0,8}(?:0x)?([\da-f]{4,8})(?:: ?|[ \t]{1,4}))([^\r\n\\]*)/gi;
/** So much may stand between two blocks of one dump: the heading that curl writes before each. */
const HEADING = /^\s*(?:[\d:.]{8,20} )?(?:=>|<=) (?:Send|Recv) [A-Za-z ]{1,20}, \d{1,12} bytes? \(0x[\da-f]+\)\s*$/;

/** Searches what the dumps in a text say. */
export function searchDumps(text: PlacedText, search: Search, searchText: SearchText): void {
  if (!mayDump(text.value)) return;
  for (const block of blocksOf(text.value)) {
    const said = block.map(({ letter }) => letter).join('');
    const found: FoundSecret[] = [];
    searchText({ value: unpacked(said) ?? said, at: (index) => index }, { ...search, found, layer: search.layer + 1 });
    if (found.length === 0) continue;
    if (unpacked(said) !== undefined) cutShown(text, block, { found: found.slice(0, 1), search, all: true });
    else cutShown(text, block, { found, search, all: false });
  }
}

function unpacked(said: string): string | undefined {
  if (!/^[\u001f\u0078]/.test(said)) return undefined;
  const bytes = Uint8Array.from(said, (letter) => letter.charCodeAt(0));
  const packing = packingOf(bytes);
  const made = packing && inflate(bytes, packing, 100 * bytes.length + 4096);
  return made?.ok ? new TextDecoder('utf-8').decode(made.bytes) : undefined;
}

function cutShown(
  text: PlacedText,
  block: readonly Shown[],
  { found, search, all }: { readonly found: readonly FoundSecret[]; readonly search: Search; readonly all: boolean },
): void {
  for (const { quote: _quote, wrap: _wrap, ...secret } of found) {
    const shown = all ? block : block.slice(secret.from, secret.to);
    for (const column of ['hex', 'side'] as const) {
      for (const { from, to } of rangesOf(shown, column)) search.found.push({ ...secret, from: text.at(from), to: text.at(to) });
    }
  }
}

/** A range on each line. */
function rangesOf(shown: readonly Shown[], column: 'hex' | 'side'): readonly TextRange[] {
  const ranges: { from: number; to: number; line: number }[] = [];
  for (const each of shown) {
    const range = each[column];
    if (!range) continue;
    const last = ranges.at(-1);
    if (last?.line === each.line) last.to = range.to;
    else ranges.push({ ...range, line: each.line });
  }
  return ranges;
}

interface DumpLine {
  readonly offset: number;
  /** Where what follows the offset begins. */
  readonly from: number;
  readonly rest: string;
  readonly end: number;
}

function* blocksOf(text: string): Generator<readonly Shown[]> {
  let lines: DumpLine[] = [];
  let block: Shown[] = [];
  let number = 0;
  for (const match of text.matchAll(LINE)) {
    const [all, before = '', digits = '', rest = ''] = match;
    const start = match.index + all.length - rest.length;
    const line = { offset: Number.parseInt(digits, 16), from: start, rest, end: match.index + all.length };
    const last = lines.at(-1);
    const between = last ? text.slice(last.end, start - before.length).trim() : '';
    const isCut = rest.includes('[cut ');
    if (isCut || (last && (line.offset <= last.offset || between !== ''))) {
      block.push(...shownOf(lines, number));
      number += lines.length;
      lines = [];
      if (isCut || line.offset !== 0 || !(between === '' || HEADING.test(between))) {
        yield block;
        block = [];
      }
    }
    // What was cut before is no part of a text that goes on.
    if (!isCut) lines.push(line);
  }
  block.push(...shownOf(lines, number));
  if (block.length > 0) yield block;
}

/** The bytes of lines whose offsets go up. */
function shownOf(lines: readonly DumpLine[], number: number): readonly Shown[] {
  const shown: Shown[] = [];
  lines.forEach((line, index) => {
    const next = lines[index + 1];
    const count = next ? next.offset - line.offset : undefined;
    const bytes = hexLine(line, number + index) ?? textLine(line, number + index);
    for (const byte of bytes) shown.push(byte);
    // Line ends are left out of dumps of letters.
    if (count !== undefined && bytes[0]?.hex === undefined && count >= bytes.length + 2)
      for (const letter of '\r\n') shown.push({ letter, hex: undefined, side: undefined, line: number + index });
  });
  return shown;
}

const PAIRS = /^(?:[\da-f]{2}(?:[\da-f]{2})? {1,2}){1,16}/i;

/** A line of hexadecimal with the letters beside it: as many as there are bytes. */
function hexLine({ from, rest }: DumpLine, line: number): readonly Shown[] | undefined {
  const pairs = PAIRS.exec(`${rest} `)?.[0];
  if (pairs === undefined) return undefined;
  const bytes = Array.from(pairs.matchAll(/[\da-f]{2}/gi), (match) => ({ at: match.index, value: Number.parseInt(match[0], 16) }));
  for (let count = Math.min(bytes.length, 16); count > 0; count -= 1) {
    const last = bytes[count - 1];
    const side = sideOf(rest, (last?.at ?? 0) + 2, count);
    if (side === undefined) continue;
    return bytes.slice(0, count).map(({ at, value }, index) => ({
      letter: String.fromCharCode(value),
      hex: { from: from + at, to: from + at + 2 },
      side: { from: from + side + index, to: from + side + index + 1 },
      line,
    }));
  }
  return undefined;
}

/** Where the letters beside so many bytes begin; undefined where there are not so many. */
function sideOf(rest: string, from: number, count: number): number | undefined {
  const barred = /^\s{1,60}\|/.exec(rest.slice(from))?.[0].length;
  if (barred !== undefined && rest.length === from + barred + count + 1) return from + barred;
  const start = rest.length - count;
  return start > from && rest.slice(from, start).trim() === '' ? start : undefined;
}

function textLine({ from, rest }: DumpLine, line: number): readonly Shown[] {
  return Array.from(rest.slice(0, 64), (letter, index) => ({
    letter,
    hex: undefined,
    side: { from: from + index, to: from + index + 1 },
    line,
  }));
}
