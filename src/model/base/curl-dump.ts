// What `curl --trace` and `--trace-ascii` write: blocks of a heading and lines of bytes with their offsets, in hexadecimal or as
// ASCII. The second form has a dot for every byte that does not print, line feeds and letters beyond ASCII included: its line feeds
// are found again by what must stand there, its letters are lost.

import { decodeUtf8 } from './base64-text.ts';
import { createValueBoundary } from './json-scan.ts';

const HEADING = /(?:=>|<=) (?:Send|Recv) [A-Za-z ]{1,20}, (\d{1,12}) bytes? \(0x[\da-f]+\)\s*$/;
const LINE = /^([\da-f]{4,8}): ?(.*)$/;
/** Bytes that a line holds at most, where it is not ended before. */
const WIDTH = 0x40;
const HEX = /^(?:[\da-f]{2} ){1,16}/;

/** The bytes of all blocks in a text, one after the other, as text; undefined where the text has none. */
export function readCurlDump(text: string): string | undefined {
  const blocks: string[] = [];
  let lines: DumpLine[] = [];
  let size = 0;
  const endBlock = (): void => {
    if (lines.length > 0) blocks.push(blockText(lines, size));
    lines = [];
  };
  for (const given of text.split('\n')) {
    const line = given.replace(/\r$/, '');
    const [, bytes] = HEADING.exec(line) ?? [];
    const [, offset, rest = ''] = LINE.exec(line) ?? [];
    if (bytes !== undefined) {
      endBlock();
      size = Number(bytes);
    } else if (offset !== undefined) lines.push({ at: Number.parseInt(offset, 16), rest });
  }
  endBlock();
  return blocks.length === 0 ? undefined : withLineFeeds(blocks.join(''));
}

interface DumpLine {
  readonly at: number;
  readonly rest: string;
}

function blockText(lines: readonly DumpLine[], size: number): string {
  const ends = lines.map((_line, index) => lines[index + 1]?.at ?? size);
  const isHex = lines.every(({ at, rest }, index) => hexOf(rest, (ends[index] ?? size) - at) !== undefined);
  if (isHex) {
    const bytes = lines.flatMap(({ at, rest }, index) => hexOf(rest, (ends[index] ?? size) - at) ?? []);
    return decodeUtf8(Uint8Array.from(bytes)) ?? '';
  }
  return lines.map(({ at, rest }, index) => rest + (endsLine(rest, (ends[index] ?? size) - at) ? '\r\n' : '')).join('');
}

/** What the offsets count beyond a line is the line end that was left out; a line with a cut is as long as they say. */
function endsLine(rest: string, count: number): boolean {
  return rest.includes('[cut ') ? count !== WIDTH : count >= rest.length + 2;
}

function hexOf(rest: string, count: number): readonly number[] | undefined {
  if (rest.includes('[cut ')) return cutHexOf(rest);
  const pairs = HEX.exec(rest)?.[0].trim().split(' ').slice(0, count);
  return pairs?.length === count && count <= 16 ? pairs.map((pair) => Number.parseInt(pair, 16)) : undefined;
}

const CUT = String.raw`\[cut \d{1,9}: [a-z][a-z-]{0,31}\]`;
const CUT_HEX = new RegExp(`^(?:(?:[\\da-f]{2}|${CUT}) ){1,16}`);
const HEX_PIECE = new RegExp(`[\\da-f]{2}(?= )|${CUT}`, 'g');
const SIDE_PIECE = new RegExp(`${CUT}|[^]`, 'gu');

/** A line with cuts: both columns have the same number of pieces, a placeholder being one; it stands in the text as it is. */
function cutHexOf(rest: string): readonly number[] | undefined {
  const pieces = CUT_HEX.exec(`${rest} `)?.[0].match(HEX_PIECE) ?? [];
  for (let count = pieces.length, to = 0; count > 0; count -= 1) {
    const shown = pieces.slice(0, count);
    to = shown.join(' ').length;
    const side = rest.slice(to).match(SIDE_PIECE) ?? [];
    const letters = side.slice(side.length - count);
    const isBeside = side.length > count && side.slice(0, -count).every((letter) => letter === ' ');
    if (!isBeside || !shown.every((piece, index) => piece.startsWith('[') === (letters[index] ?? '').startsWith('[cut '))) continue;
    return shown.flatMap((piece) =>
      piece.startsWith('[') ? Array.from(piece, (letter) => letter.charCodeAt(0)) : [Number.parseInt(piece, 16)],
    );
  }
  return undefined;
}

/** Dots that stand between the events of a stream, or between the tokens of JSON, were white space. */
function withLineFeeds(text: string): string {
  if (/^[\s.]*(?:data|event|id|retry)?:/.test(text) && !/^[\s.]*data:[^\n]*\n/.test(text)) return streamLines(text);
  return /^[\s.]*[[{]/.test(text) ? dotsOutsideStrings(text) : text;
}

function streamLines(text: string): string {
  const lines: string[] = [];
  const field = /\.*((?:data|event|id|retry)?:)/y;
  // A value that nothing closes is looked for once: its end would be searched to the end of the text each time.
  let closes = true;
  for (let at = 0; at < text.length; ) {
    field.lastIndex = at;
    const found = field.exec(text);
    if (!found) return lines.join('') + text.slice(at);
    const from = at + found[0].length;
    const start = from + (text[from] === ' ' ? 1 : 0);
    const end: number = closes && text[start] === '{' ? createValueBoundary().feed(text.slice(start), 0) : -1;
    closes &&= text[start] !== '{' || end >= 0;
    const next = end >= 0 ? -1 : text.slice(start).search(/\.{1,2}(?=(?:data|event|id|retry)?:|$)/);
    const to = end >= 0 ? start + end : next >= 0 ? start + next : text.length;
    const dots = /^\.*/.exec(text.slice(to, to + 8))?.[0].length ?? 0;
    lines.push(`${found[1] ?? ''} ${text.slice(start, to)}${'\n'.repeat(dots)}`);
    at = to + dots;
  }
  return lines.join('');
}

function dotsOutsideStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|(?<!\d)\.+|\.+(?!\d)/g, (found) => (found.startsWith('.') ? ' '.repeat(found.length) : found));
}
