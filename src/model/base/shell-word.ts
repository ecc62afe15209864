// Words of a shell command as a terminal shows it (POSIX.1-2024 §2.2 quoting, and the `$'…'` of bash): what a word means, and where
// it ends. Continued lines end in a backslash, in PowerShell in a backtick, in the command prompt of Windows in a caret.

export interface ShellWord {
  readonly value: string;
  readonly from: number;
  /** The position after the word. */
  readonly to: number;
}

const ANSI_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v', e: '\u001b' };
/** What ends a command line, or joins it with another. */
const ENDS = '\n;|&<>)';

/**
 * The word that begins at `from`.
 * @returns undefined where a quote in it is never closed
 */
export function readShellWord(text: string, from: number): ShellWord | undefined {
  const pieces: string[] = [];
  let at = from;
  while (at < text.length && !isGap(text, at) && !ENDS.includes(text[at] ?? '')) {
    const piece = readPiece(text, at);
    if (!piece) return undefined;
    pieces.push(piece.value);
    at = piece.to;
  }
  return { value: pieces.join(''), from, to: at };
}

/** White space, or the break of a continued line. */
function isGap(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t' || text[at] === '\r' || continuation(text, at) > 0;
}

/** How long the break of a continued line is, 0 where there is none. */
function continuation(text: string, at: number): number {
  if (!'\\`^'.includes(text[at] ?? ' ')) return 0;
  const end = text.startsWith('\r\n', at + 1) ? 3 : text[at + 1] === '\n' ? 2 : 0;
  return end;
}

interface Piece {
  readonly value: string;
  readonly to: number;
}

function readPiece(text: string, at: number): Piece | undefined {
  const unit = text[at] ?? '';
  if (unit === "'") return readSingle(text, at + 1);
  if (unit === '"') return readDouble(text, at + 1);
  if (unit === '$' && text[at + 1] === "'") return readAnsi(text, at + 2);
  if (unit === '\\' && at + 1 < text.length) return { value: text[at + 1] ?? '', to: at + 2 };
  return { value: unit, to: at + 1 };
}

function readSingle(text: string, from: number): Piece | undefined {
  const end = text.indexOf("'", from);
  return end < 0 ? undefined : { value: text.slice(from, end), to: end + 1 };
}

function readDouble(text: string, from: number): Piece | undefined {
  const pieces: string[] = [];
  let done = from;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') return { value: pieces.join('') + text.slice(done, at), to: at + 1 };
    if (text[at] !== '\\' || !'"\\$`\n'.includes(text[at + 1] ?? ' ')) continue;
    pieces.push(text.slice(done, at), text[at + 1] === '\n' ? '' : (text[at + 1] ?? ''));
    at += 1;
    done = at + 1;
  }
  return undefined;
}

function readAnsi(text: string, from: number): Piece | undefined {
  const pieces: string[] = [];
  const escape = /[^\\']+|'|\\(?:u([\da-fA-F]{1,4})|x([\da-fA-F]{1,2})|[\s\S])/y;
  escape.lastIndex = from;
  for (let found = escape.exec(text); found; found = escape.exec(text)) {
    const [piece, unicode, hex] = found;
    if (piece === "'") return { value: pieces.join(''), to: escape.lastIndex };
    const code = unicode ?? hex;
    const unit = piece.slice(1);
    if (code !== undefined) pieces.push(String.fromCharCode(Number.parseInt(code, 16)));
    else pieces.push(piece.startsWith('\\') ? (ANSI_ESCAPES[unit] ?? unit) : piece);
  }
  return undefined;
}

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** The position of what ends the command: a line feed, a pipe, the end of the text. */
  readonly to: number;
}

/**
 * The words of the command that begins at `from`, continued lines included.
 * @returns undefined where a quote is never closed
 */
export function readShellCommand(text: string, from: number): ShellCommand | undefined {
  const words: ShellWord[] = [];
  for (let at = from; ; ) {
    for (let gap = 1; gap > 0; at += gap) gap = continuation(text, at) || (/[ \t\r]/.test(text[at] ?? '\n') ? 1 : 0);
    if (at >= text.length || ENDS.includes(text[at] ?? '')) return { words, to: at };
    const word = readShellWord(text, at);
    if (!word) return undefined;
    words.push(word);
    at = word.to;
  }
}
