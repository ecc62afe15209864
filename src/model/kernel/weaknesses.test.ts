import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hardened } from './policy.ts';
import type { PolicyEntry } from './policy-entry.ts';
import { WEAKNESSES } from './weaknesses.ts';

const SOURCES = new URL('../../', import.meta.url);

function testTexts(): string {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  return files
    .filter((file) => !file.endsWith('weaknesses.test.ts'))
    .map((file) => readFileSync(new URL(file, SOURCES), 'utf8'))
    .join('\n');
}

const { id: _id, ...tables } = hardened;
const ENTRIES = Object.values(tables).flatMap((table): readonly PolicyEntry[] => [table].flat());

describe('[T.26] the known weaknesses', () => {
  it('have exactly one row each, from R01 to R57', () => {
    const all = Array.from({ length: 57 }, (_, index) => `R${String(index + 1).padStart(2, '0')}`);
    expect(WEAKNESSES.map(({ id }) => id)).toEqual(all);
  });

  it('are answered by entries that the hardened policy has', () => {
    const ids = new Set(ENTRIES.map(({ id }) => id));
    const named = WEAKNESSES.flatMap(({ answer }) => (answer.kind === 'hardened' ? answer.entries : []));
    expect(named.filter((entry) => !ids.has(entry))).toEqual([]);
    for (const { answer } of WEAKNESSES) if (answer.kind === 'hardened') expect(answer.entries.length).toBeGreaterThan(0);
  });

  it('are what the entries of the hardened policy say they mend', () => {
    const answers = new Map(WEAKNESSES.map(({ id, answer }) => [id, answer.kind === 'hardened' ? answer.entries : undefined]));
    const unnamed = ENTRIES.filter(({ id, critique }) => critique !== undefined && answers.get(critique)?.includes(id) === false);
    expect(unnamed.map(({ id, critique }) => `${id} ${critique ?? ''}`).filter((text) => !text.startsWith('depth '))).toEqual([]);
  });

  it('name tests that are there, wherever something is done', () => {
    const texts = testTexts();
    const missing = WEAKNESSES.filter(({ test }) => test !== undefined && !texts.includes(`('${test}'`));
    expect(missing.map(({ id, test }) => `${id} ${test ?? ''}`)).toEqual([]);
    expect(WEAKNESSES.filter(({ answer, test }) => answer.kind !== 'out-of-scope' && test === undefined)).toEqual([]);
  });
});
