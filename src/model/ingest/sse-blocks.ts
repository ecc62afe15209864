// The blocks of an event stream in a text that is still arriving: lines up to a blank one. CR, LF and both together end a line, and
// a file may mix them. A line that is no field ends the block where it begins something else, and goes with it otherwise.

import { createValueBoundary, type ValueBoundary } from '../base/json-scan.ts';
import { beginsOther } from './begins.ts';
import type { Line, Reading, Stretch } from './reading.ts';
import type { SourceText } from './sink.ts';

export interface Block extends Stretch {
  /** Lines that are no field of an event stream. */
  readonly strange: readonly Line[];
  /** Whether the data goes on in lines without a field. */
  readonly unprefixed: boolean;
  /** Whether a blank line ends it. */
  readonly complete: boolean;
  /** Whether the text ends with it. */
  readonly last: boolean;
}
export interface Blocks {
  /** The block at a position; undefined where a line stands that is none of a stream, and at the end. Positions must not go back. */
  at(from: number): Reading<Block | undefined>;
}

const FIELD = /^\uFEFF?(?:data|event|id|retry)?(?::|$)/;
const DATA = /^\uFEFF?data(?:: ?|$)/;
/** The value in front of a cursor goes on in lines like these: what a printer of JSON begins a line with. */
const GOES_ON = /^\s*(?:["[\]{},\d-]|true|false|null|$)/;

/** Starts at the beginning of a text. */
export function createBlocks(text: SourceText): Blocks {
  const ends = createLineEnds(text);
  return { at: (from) => blockAt(ends, text, from) };
}

interface OpenBlock {
  readonly from: number;
  at: number;
  readonly data: string[];
  readonly strange: Line[];
  /** The end of a value that goes on without fields is looked for. */
  boundary: ValueBoundary | undefined;
  unprefixed: boolean;
}

/** Lines up to a blank one, and the blank one: more blank lines are blocks of their own, so that no text is waited for. */
function* blockAt(ends: LineEnds, text: SourceText, from: number): Reading<Block | undefined> {
  const block: OpenBlock = { from, at: from, data: [], strange: [], boundary: undefined, unprefixed: false };
  for (let lines = 0; ; lines += 1) {
    const line = ends.lineAt(block.at);
    if (line === 'not yet') {
      // The lines before this one have not been looked through: none of the block is done with.
      yield { wants: 'text', read: from };
      lines -= 1;
      continue;
    }
    if (!line) return lines === 0 ? undefined : blockOf(block, text, false);
    if (line.text === '') {
      block.at = line.to;
      return blockOf(block, text, true);
    }
    if (!addLine(block, line)) return block.at === from ? undefined : blockOf(block, text, false);
    if (lines % 1000 === 999) yield { wants: 'time', read: from };
  }
}

function blockOf({ from, at, strange, unprefixed }: OpenBlock, text: SourceText, complete: boolean): Block {
  return { from, to: at, strange, unprefixed, complete, last: text.complete && at >= text.length };
}

/** Whether the line is one of the block. */
function addLine(block: OpenBlock, line: Line): boolean {
  if (block.boundary) feedBoundary(block, line.text);
  else if (FIELD.test(line.text)) {
    if (DATA.test(line.text)) block.data.push(line.text);
  } else if (!goesOn(block, line)) return false;
  block.at = line.to;
  return true;
}

/** A line that is no field: more of the data's value, a line to be skipped, or (false) the beginning of something else. */
function goesOn(block: OpenBlock, line: Line): boolean {
  if (block.data.length > 0 && !block.unprefixed && GOES_ON.test(line.text) && openBoundary(block)) {
    feedBoundary(block, line.text);
    return true;
  }
  if (block.at === block.from || beginsOther(line.text)) return false;
  block.strange.push(line);
  return true;
}

/** Whether the data so far is the beginning of a value that is not over. */
function openBoundary(block: OpenBlock): boolean {
  const data = block.data
    .map((line) => line.replace(DATA, ''))
    .join('\n')
    .trimStart();
  if (!/^[{[]/.test(data)) return false;
  const boundary = createValueBoundary();
  if (boundary.feed(data, 0) >= 0) return false;
  block.boundary = boundary;
  block.unprefixed = true;
  return true;
}

function feedBoundary(block: OpenBlock, text: string): void {
  if (block.boundary && block.boundary.feed(`\n${text}`, 0) >= 0) block.boundary = undefined;
}

/** Lines of an event stream: CR, LF and both together end one. */
interface LineEnds {
  /** The line at a position, without its end; undefined after the last. Positions must not go back. */
  lineAt(from: number): Line | 'not yet' | undefined;
}

function createLineEnds(text: SourceText): LineEnds {
  const nextFeed = createFinder(text, '\n');
  const nextReturn = createFinder(text, '\r');
  return {
    lineAt: (from) => {
      const [feed, carriage] = [nextFeed(from), nextReturn(from)];
      const isFeed = feed >= 0 && (carriage < 0 || feed < carriage);
      const end = isFeed ? feed : carriage;
      if (end < 0) {
        if (!text.complete) return 'not yet';
        return text.length > from ? { from, to: text.length, text: text.slice(from, text.length) } : undefined;
      }
      // Whether a line feed follows on a carriage return may be still to come.
      if (!isFeed && end + 1 >= text.length && !text.complete) return 'not yet';
      return { from, to: !isFeed && feed === end + 1 ? end + 2 : end + 1, text: text.slice(from, end) };
    },
  };
}

/** The next of one unit at or after a position, -1 while there is none; looks at each unit of the text once. */
function createFinder(text: SourceText, unit: string): (from: number) => number {
  let found = -1;
  let searched = 0;
  return (from) => {
    if (found >= from) return found;
    const start = Math.max(from, searched);
    found = start < text.length ? text.indexOf(unit, start) : -1;
    searched = found < 0 ? text.length : found + 1;
    return found;
  };
}
