// A place in a text that is still arriving, read forwards: tokens of JSON, and where a value ends. Nothing is parsed here, and
// nothing is kept but a window: an export of spans is one value of hundreds of megabytes, of which one span is held at a time.

import type { Reading, SourceReader } from './reading.ts';

const WINDOW = 1 << 16;
/** Units that are looked at without a pause. */
const BREATH = 1 << 18;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** How a value ended: with its last unit, with the text, or at something that cannot stand in it. */
export type Extent = 'whole' | 'cut' | 'broken';

export class TextCursor {
  at: number;
  /** Up to here the text is accounted for; what lies before is not asked for again. */
  done: number;
  readonly #reader: SourceReader;
  #window = '';
  #base = 0;
  #breath = 0;

  constructor(reader: SourceReader, from: number) {
    this.#reader = reader;
    this.at = from;
    this.done = from;
  }

  /** The unit at the place, -1 at the end of the text. */
  *unit(): Reading<number> {
    const known = this.#window.charCodeAt(this.at - this.#base);
    if (!Number.isNaN(known)) return known;
    return (yield* this.#load()) ? this.#window.charCodeAt(this.at - this.#base) : -1;
  }

  /** Goes past white space; `lines` whether past line ends, too. Returns the unit that follows, -1 at the end. */
  *skipSpace(lines: boolean): Reading<number> {
    for (;;) {
      const unit = yield* this.unit();
      if (unit === LINE_FEED ? !lines : !isSpace(unit)) return unit;
      this.at += 1;
      if (this.at % BREATH === 0) yield* this.breathe();
    }
  }

  /**
   * Goes to the end of the value that starts here, by its brackets and quotes.
   * @param lines whether a value may go over line ends; within a text in quotes no JSON does
   */
  *skipValue(lines: boolean): Reading<Extent> {
    const first = yield* this.unit();
    if (first === -1) return 'cut';
    if (first !== QUOTE && first !== OPEN_BRACE && first !== OPEN_BRACKET) return yield* this.#skipScalar();
    const scan: Scan = { depth: 0, inString: false, escaped: false };
    for (;;) {
      if ((yield* this.unit()) === -1) return 'cut';
      const offset = this.at - this.#base;
      const stop = scanValue(this.#window, offset, scan, lines);
      this.at = this.#base + (stop < 0 ? this.#window.length : stop);
      if (stop >= 0) return scan.depth <= 0 && !scan.inString ? 'whole' : 'broken';
      yield* this.breathe();
    }
  }

  /** Lets others have their turn after every so many units. */
  *breathe(): Reading<void> {
    if (this.at - this.#breath < BREATH) return;
    this.#breath = this.at;
    yield { wants: 'time', read: this.done };
  }

  *#skipScalar(): Reading<Extent> {
    const from = this.at;
    for (;;) {
      const unit = yield* this.unit();
      // A number is only known to be whole when something follows it.
      if (unit === -1 || isSpace(unit) || unit === 0x2c || unit === CLOSE_BRACE || unit === CLOSE_BRACKET) break;
      this.at += 1;
      yield* this.breathe();
    }
    return this.at === from ? 'broken' : 'whole';
  }

  *#load(): Reading<boolean> {
    const { text } = this.#reader;
    while (text.length <= this.at && !text.complete) yield { wants: 'text', read: this.done };
    this.#base = this.at;
    this.#window = text.slice(this.at, this.at + WINDOW);
    return this.#window !== '';
  }
}

interface Scan {
  depth: number;
  inString: boolean;
  escaped: boolean;
}

/** Where the scan stops: after the value, or at a line end that cannot be in it; -1 where the window ends first. */
function scanValue(window: string, from: number, scan: Scan, lines: boolean): number {
  let { depth, inString, escaped } = scan;
  let at = from;
  let stop = -1;
  for (; at < window.length; at += 1) {
    const unit = window.charCodeAt(at);
    if (unit === LINE_FEED && (inString || !lines)) {
      stop = at;
      break;
    }
    if (inString) {
      if (escaped) escaped = false;
      else if (unit === BACKSLASH) escaped = true;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth += 1;
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth -= 1;
    if (depth <= 0 && !inString) {
      stop = at + 1;
      break;
    }
  }
  scan.depth = depth;
  scan.inString = inString;
  scan.escaped = escaped;
  return stop;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === LINE_FEED || unit === 0x0d || unit === 0x09 || unit === 0xfeff;
}
