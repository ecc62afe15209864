// The kinds of evidence that one version of A2A is spoken or claimed, one bit each: what a value shows is a number, and what was
// seen before in the same conversation is subtracted without making anything.

import type { VersionClue } from '../casebook/casebook.ts';

/** Evidence without its place. */
export type ClueKind = Pick<VersionClue, 'where' | 'versions'>;

const OLD = ['0.1'] as const;
const KIND = ['0.2', '0.3'] as const;
const BEFORE = ['0.1', '0.2', '0.3'] as const;
const MODERN = ['1.0'] as const;

/** In the order of their bits. */
const KINDS = {
  oldMethod: { where: 'method', versions: OLD },
  kindMethod: { where: 'method', versions: KIND },
  sharedMethod: { where: 'method', versions: BEFORE },
  modernMethod: { where: 'method', versions: MODERN },
  kindHeader: { where: 'header', versions: KIND },
  modernHeader: { where: 'header', versions: MODERN },
  path: { where: 'path', versions: KIND },
  wrapper: { where: 'wrapper', versions: MODERN },
  bare: { where: 'bare', versions: BEFORE },
  kind: { where: 'kind', versions: KIND },
  partKind: { where: 'part-kind', versions: KIND },
  lowerWord: { where: 'enum', versions: BEFORE },
  protoWord: { where: 'enum', versions: MODERN },
  twoLs: { where: 'enum', versions: KIND },
  oneL: { where: 'spelling', versions: MODERN },
  final: { where: 'final', versions: BEFORE },
  blocking: { where: 'blocking', versions: KIND },
  returnImmediately: { where: 'blocking', versions: MODERN },
  content: { where: 'content', versions: KIND },
  protoParts: { where: 'parts', versions: MODERN },
  partType: { where: 'part-type', versions: OLD },
  modernPart: { where: 'part', versions: MODERN },
  protoFile: { where: 'file', versions: KIND },
  session: { where: 'session', versions: OLD },
  kindConfig: { where: 'config', versions: BEFORE },
  modernConfig: { where: 'config', versions: MODERN },
  modernError: { where: 'error', versions: MODERN },
  wantsOld: { where: 'wants', versions: OLD },
  wantsKind: { where: 'wants', versions: KIND },
  wantsModern: { where: 'wants', versions: MODERN },
  /** An error that says: not this version. */
  refusesVersion: { where: 'refuses-version', versions: [] },
} as const satisfies Readonly<Record<string, ClueKind>>;

export type ClueName = keyof typeof KINDS;

const NAMES = Object.keys(KINDS) as readonly ClueName[];
const BY_BIT: readonly ClueKind[] = NAMES.map((name) => KINDS[name]);

/** The bit of each kind. */
export const BIT = Object.fromEntries(NAMES.map((name, bit) => [name, 1 << bit])) as Readonly<Record<ClueName, number>>;

/** The kinds that are set in a number. */
export function kindsIn(bits: number): readonly ClueKind[] {
  const found: ClueKind[] = [];
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const kind = BY_BIT[31 - Math.clz32(rest & -rest)];
    if (kind) found.push(kind);
  }
  return found;
}
