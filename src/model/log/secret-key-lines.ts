// Private keys, whole or in lines: a logger puts each line of one into a record of its own, with a time before it, or with other lines
// between. So a key that a text opens and does not close goes on in the texts that are searched after it. Records may come newest
// first: then the last line of a key is seen before its first.

import type { TextRange } from './secret-found.ts';

/** What is known of a key that the texts searched so far have not shown both ends of. */
export interface OpenKey {
  isOpen: boolean;
  /** Its last line came first. */
  isTurned: boolean;
  /** Texts since the last line of it. */
  idle: number;
  /** What stands before its lines, digits aside. */
  lead: string;
  /** Letters of it so far. */
  length: number;
}

/** Of no key. */
export function noKey(): OpenKey {
  return { isOpen: false, isTurned: false, idle: 0, lead: '', length: 0 };
}

const KEY_EDGE = /-----(?:(BEGIN)|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const LONGEST_KEY = 20_000;
/** So many texts may stand between two lines of a key. */
const MOST_IDLE = 24;

/** A text has been searched: a key that had no line for so long is looked for no longer. */
export function settleKey(key: OpenKey): void {
  key.idle += 1;
  if (key.idle > MOST_IDLE) key.isOpen = false;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly begins: boolean;
}

/** The private keys in a text, and the lines of one that other texts have begun. */
export function findKeys(text: string, key: OpenKey): readonly TextRange[] {
  const edges = text.includes('PRIVATE KEY') ? edgesOf(text) : [];
  if (edges.length === 0) return key.isOpen ? keyLines(text, [0, text.length], key) : [];
  const found: TextRange[] = [];
  let done = 0;
  for (const [index, edge] of edges.entries()) {
    if (edge.from < done) continue;
    const next = edges[index + 1];
    if (key.isOpen || !edge.begins) found.push(...keyLines(text, [done, edge.from], key));
    key.lead = leadOf(text, edge.from);
    done = edge.begins ? beginKey(text, edge, { next, key, found }) : endKey(edge, key);
  }
  if (key.isOpen) found.push(...keyLines(text, [done, text.length], key));
  return found;
}

function endKey({ to }: Edge, key: OpenKey): number {
  Object.assign(key, { isOpen: !key.isOpen, isTurned: !key.isOpen, idle: 0, length: 0 });
  return to;
}

function beginKey(
  text: string,
  edge: Edge,
  { next, key, found }: { readonly next: Edge | undefined; readonly key: OpenKey; readonly found: TextRange[] },
): number {
  Object.assign(key, { idle: 0, length: 0 });
  if (next && !next.begins && next.to - edge.from <= LONGEST_KEY) {
    key.isOpen = false;
    found.push({ from: edge.from, to: next.to });
    return next.to;
  }
  key.isOpen = !(key.isOpen && key.isTurned);
  key.isTurned = false;
  // In JSON that is broken the line ends are escapes.
  const block = /^[A-Za-z0-9+/=\s\\]*/.exec(text.slice(edge.to, edge.to + LONGEST_KEY))?.[0].trimEnd().length ?? 0;
  found.push({ from: edge.from, to: edge.to + block });
  return edge.to + block;
}

function edgesOf(text: string): readonly Edge[] {
  return Array.from(text.matchAll(KEY_EDGE), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    begins: match[1] !== undefined,
  }));
}

/** A stretch of base64 that its line, or its string, ends with. */
const LINE = /(?<![A-Za-z0-9+/=_.-])[A-Za-z0-9+/]{2,}={0,2}(?=["'\\\r\n<]|$)/g;

function keyLines(text: string, [from, to]: readonly [number, number], key: OpenKey): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const { index, 0: line } of text.slice(from, to).matchAll(LINE)) {
    const at = from + index;
    const lead = leadOf(text, at);
    const isLast = line.length < 76 && lead !== '' && lead === key.lead;
    if (!isLast && !isKeyLine(line)) continue;
    Object.assign(key, { lead, idle: 0 });
    found.push({ from: at, to: at + line.length });
    key.length += line.length;
    if (key.length <= LONGEST_KEY) continue;
    // No key is so long: its other edge is lost, and what follows are other people's ids.
    key.isOpen = false;
    break;
  }
  return found;
}

/** What stands before a line of the key in its own line, as far as all of its lines have it in common. */
function leadOf(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - 80), at);
  return near.slice(Math.max(near.lastIndexOf('\n'), near.lastIndexOf('\r')) + 1).replace(/\d/g, '0');
}

/** Full lines have 64 or 76 letters; the last may be short and ends in padding, or looks like nothing else. */
function isKeyLine(line: string): boolean {
  if (line.length < 8 || !/[A-Z]/.test(line) || !/[a-z]/.test(line)) return false;
  return line.length >= 60 || line.endsWith('=') || (line.length >= 16 && /\d/.test(line));
}
