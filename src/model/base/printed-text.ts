// A text as a program prints it, in quotes: Python's with its prefixes, JavaScript's, Go's. Neighbours are one text, as Python has it.

const OPENING = /(?:[bBrRuU]{0,2})(?:'''|"""|['"`])/y;
const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|[0-7]{1,3}|[^])/g;
const NAMED: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '\n': '',
};

export interface PrintedText {
  readonly value: string;
  readonly end: number;
}

/** The text that begins at a position with its quote; undefined where none begins or it does not end. */
export function readPrintedText(text: string, from: number): PrintedText | undefined {
  let value = '';
  let end = -1;
  for (let at = from; ; ) {
    const next = readOne(text, at);
    if (!next) return end < 0 ? undefined : { value, end };
    value += next.value;
    end = next.end;
    // Only Python goes on behind the quote, and only after white space.
    at = end;
    while (at < text.length && /\s/.test(text[at] ?? '')) at += 1;
    if (at === end) return { value, end };
  }
}

function readOne(text: string, from: number): PrintedText | undefined {
  OPENING.lastIndex = from;
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return undefined;
  const prefix = opening.replace(/['"`]/g, '').toLowerCase();
  const quote = opening.slice(prefix.length);
  const start = from + opening.length;
  const end = closingQuote(text, start, quote);
  if (end < 0) return undefined;
  const raw = text.slice(start, end);
  return { value: prefix.includes('r') ? raw : unescaped(raw, prefix.includes('b')), end: end + quote.length };
}

/** Where a text ends that is open at `from`: at the first quote that no backslash stands before; -1 where none comes. */
export function closingQuote(text: string, from: number, quote: string): number {
  let end = text.indexOf(quote, from);
  for (let at = from; end >= 0; ) {
    // Looked for up to the quote only: there may be none in all the rest, which is long where there are many texts.
    const slash = text.slice(at, end).indexOf('\\');
    if (slash < 0) return end;
    at += slash + 2;
    if (end < at) end = text.indexOf(quote, at);
  }
  return -1;
}

function unescaped(raw: string, bytes: boolean): string {
  if (!raw.includes('\\')) return raw;
  const plain = raw.replace(ESCAPE, (escape) => {
    const unit = escape[1] ?? '';
    const named = NAMED[unit];
    if (named !== undefined) return named;
    const digits = escape.slice(/[xuU]/.test(unit) ? 2 : 1).replace(/[{}]/g, '');
    const code = /[xuU]/.test(unit) ? Number.parseInt(digits, 16) : /[0-7]/.test(unit) ? Number.parseInt(digits, 8) : -1;
    return code < 0 || code > 0x10ffff ? (code < 0 && digits === '' ? '' : escape.slice(1)) : character(code);
  });
  return bytes ? decoded(plain) : plain;
}

function character(code: number): string {
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
}

/** Bytes print each on its own: together they are UTF-8. */
function decoded(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text;
  return new TextDecoder().decode(Uint8Array.from(text, (unit) => unit.charCodeAt(0)));
}
