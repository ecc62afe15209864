// Agents stream what they say in pieces, a few letters a record: an artifact that is appended to, parts of a message, deltas of a model. A
// secret that is said so stands whole in no record (SPEC.md L.7). So the pieces of one stream are searched once more as the one text
// they are, and what is found is cut in every record that has a piece of it.

import type { TextCut } from '../log/redaction.ts';
import { OWN_SHAPE } from '../log/own-texts.ts';
import type { SourceReader, Stretch } from './reading.ts';
import { withoutKnown } from './torn-secrets.ts';

export interface SpokenSecrets {
  /** Takes note of the pieces that a record says; `cuts` are those of the record itself. */
  add(stretch: Stretch, text: string, cuts: readonly TextCut[]): void;
  /** The text has ended. */
  end(): void;
}

interface SpokenPiece {
  /** Its place in the source. */
  readonly from: number;
  readonly text: string;
  /** What is cut of it, in the source. */
  known: readonly Stretch[];
}
interface Spoken {
  pieces: SpokenPiece[];
  length: number;
  /** How much of it has been searched already. */
  searched: number;
  /** Where in the source it was last added to. */
  lastAt: number;
}
type Searching = Pick<SourceReader, 'source' | 'sink' | 'cutter'>;

/** So much is searched at once, and so much of it once more with what follows: no token is longer. */
const WINDOW = 8192;
const OVERLAP = 2048;
/** So many streams are kept, of which the half goes that nothing was added to for longest. */
const MOST_STREAMS = 128;
/** What is longer is no piece of a stream, and was searched by itself. */
const LONGEST_PIECE = 4096;

/** Starts the search over the records of one source. */
export function createSpokenSecrets(reader: Searching): SpokenSecrets {
  const streams = new Map<string, Spoken>();
  const addPiece = (name: string, piece: SpokenPiece, begins: boolean): void => {
    let spoken = streams.get(name);
    if (spoken === undefined) {
      if (streams.size >= MOST_STREAMS) endIdleHalf(reader, streams);
      spoken = { pieces: [], length: 0, searched: 0, lastAt: 0 };
      streams.set(name, spoken);
    } else if (begins && spoken.pieces.length > 0) endText(reader, spoken);
    spoken.pieces.push(piece);
    spoken.length += piece.text.length;
    spoken.lastAt = piece.from;
    if (spoken.length - spoken.searched >= WINDOW - OVERLAP) searchSpoken(reader, spoken);
  };
  return {
    add: ({ from }, text, cuts) => {
      if (!mayStream(text)) return;
      let begins: boolean | undefined;
      PIECE.lastIndex = 0;
      for (let match = PIECE.exec(text); match; match = PIECE.exec(text)) {
        const start = PIECE.lastIndex;
        const end = pieceEnd(text, start, match[1] ?? '"');
        if (end <= start || end - start > LONGEST_PIECE || isRecord(text, start)) continue;
        begins ??= beginsText(text);
        const known = cuts.length === 0 ? NOTHING_KNOWN : knownOf(from, cuts, { from: start, to: end });
        addPiece(streamOf(text, match.index), { from: from + start, text: text.slice(start, end), known }, begins);
      }
    },
    end: () => {
      for (const spoken of streams.values()) searchSpoken(reader, spoken);
      streams.clear();
    },
  };
}
const NOTHING_KNOWN: readonly Stretch[] = [];

/** What is cut already of a piece, in the source. */
function knownOf(from: number, cuts: readonly TextCut[], piece: Stretch): readonly Stretch[] {
  return cuts.filter((cut) => cut.from < piece.to && cut.to > piece.from).map((cut) => ({ from: from + cut.from, to: from + cut.to }));
}

function endIdleHalf(reader: Searching, streams: Map<string, Spoken>): void {
  const byAge = [...streams].sort(([, one], [, other]) => one.lastAt - other.lastAt);
  for (const [name, spoken] of byAge.slice(0, MOST_STREAMS / 2)) {
    searchSpoken(reader, spoken);
    streams.delete(name);
  }
}

/** An artifact that does not go on with what was said of it is a text of its own: its beginning belongs to no name before it. */
function beginsText(text: string): boolean {
  return text.includes('artifact') && !(APPEND.test(text) && APPENDED.test(text));
}
const APPEND = /append/i;
const APPENDED = /append\\{0,15}["']\s{0,4}:\s{0,4}true/i;

/** Records that say a piece of something are told by a word of their protocol; most records have none of them. */
function mayStream(text: string): boolean {
  return text.includes('artifact') || text.includes('message.part') || text.includes('delta');
}

/** The text of a piece, at any depth of JSON in JSON. */
const PIECE = /"(?:text|content|delta)\\{0,15}"\s{0,4}:\s{0,4}(\\{0,15}")/g;

/** Where the text ends: at the next quote that is spelled like the one before it. */
function pieceEnd(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (text[at - 1] !== '\\') return at;
  }
  return -1;
}

/** JSON in a text is a body, and no piece of what somebody says. */
function isRecord(text: string, from: number): boolean {
  const first = text[from];
  return (first === '[' || first === '{') && RECORD.test(text.slice(from, from + 24));
}
const RECORD = /^[[{]\s{0,8}(?:\{\s{0,8})?\\{1,15}["n]/;

const ARTIFACT_ID = /artifact_?[iI]d\\{0,15}"\s{0,4}:\s{0,4}\\{0,15}"([^"\\]{1,128})/g;
const TASK_ID = /(?:task|run)_?[iI]d\\{0,15}"\s{0,4}:\s{0,4}\\{0,15}"([^"\\]{1,128})/g;
/** An event that says a piece is no longer: in a text of many events its own id stands near it. */
const ID_REACH = 1000;

/** What the record calls the artifact and the task that a piece is of: those that stand last before it, else first behind it. */
function streamOf(text: string, at: number): string {
  return `${idNear(text, at, ARTIFACT_ID)} ${idNear(text, at, TASK_ID)}`;
}

function idNear(text: string, at: number, id: RegExp): string {
  id.lastIndex = Math.max(0, at - ID_REACH);
  let found = '';
  for (let match = id.exec(text); match && match.index < at + ID_REACH; match = id.exec(text)) {
    if (match.index > at) return found === '' ? (match[1] ?? '') : found;
    found = match[1] ?? '';
  }
  return found;
}

/** Without one of these no secret is convincing: a whole window is asked, before anything else is. */
const SIGN_OF_SECRET = /[\d-]/;

function searchSpoken(reader: Searching, spoken: Spoken): void {
  if (spoken.pieces.length > 1) searchPieces(reader, spoken.pieces);
  keepEnd(spoken);
}

function searchPieces({ cutter, sink, source }: Searching, pieces: readonly SpokenPiece[]): void {
  const joined = pieces.map(({ text }) => text).join('');
  if (!cutter.seeksOwn && !SIGN_OF_SECRET.test(joined)) return;
  const cuts = cutter.findCuts(joined);
  let start = 0;
  let index = 0;
  for (const piece of cuts.length > 0 ? pieces : []) {
    const end = start + piece.text.length;
    while ((cuts[index]?.to ?? Number.POSITIVE_INFINITY) <= start) index += 1;
    for (let at = index; (cuts[at]?.from ?? Number.POSITIVE_INFINITY) < end; at += 1) {
      const cut = cuts[at];
      if (!cut || !isConvincing(cut, joined.slice(cut.from, cut.to))) continue;
      const range = { from: piece.from + Math.max(cut.from, start) - start, to: piece.from + Math.min(cut.to, end) - start };
      const rests = withoutKnown(range, piece.known);
      piece.known = [...piece.known, ...rests];
      for (const rest of rests) {
        const { quotes: _quotes, ...plain } = cut;
        sink.cut({ ...plain, source, from: rest.from, to: rest.to });
      }
    }
    start = end;
  }
}

/** A name at the end of one piece and a word at the beginning of the next are no setting: only what looks like a secret is one. */
function isConvincing({ shape }: TextCut, secret: string): boolean {
  const rest = secret.replace(PLACEHOLDERS, '');
  if (shape === OWN_SHAPE || shape === 'private-key') return rest !== '';
  return rest.length >= 8 && /\d/.test(rest) && /[A-Za-z]/.test(rest);
}
const PLACEHOLDERS = /\[cut \d{1,9}: [a-z][a-z-]{0,31}\]/g;

/** What comes next is another text. */
function endText(reader: Searching, spoken: Spoken): void {
  searchSpoken(reader, spoken);
  spoken.pieces = [];
  spoken.length = 0;
  spoken.searched = 0;
}

function keepEnd(spoken: Spoken): void {
  let kept = 0;
  let first = spoken.pieces.length;
  while (first > 0 && kept < OVERLAP) {
    first -= 1;
    kept += spoken.pieces[first]?.text.length ?? 0;
  }
  if (first > 0) spoken.pieces = spoken.pieces.slice(first);
  spoken.length = kept;
  spoken.searched = kept;
}
