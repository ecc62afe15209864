import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { parseJson } from '../base/json.ts';
import { logFromText } from '../testing/log-from-text.ts';
import { projectRowPlace } from './row-place.ts';
import { projectSource } from './sources.ts';

const FIXTURES = new URL('../testing/fixtures/', import.meta.url);
const files = [
  ...readdirSync(new URL('traces/', FIXTURES))
    .filter((name) => /^v/.test(name) && !name.includes('long'))
    .map((name) => `traces/${name}`),
  ...readdirSync(new URL('cases/', FIXTURES), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `cases/${name}/${readdirSync(new URL(`cases/${name}/`, FIXTURES)).find((file) => file.startsWith('input.')) ?? ''}`),
];

/** Whether a piece of a text says a value: as JSON, or as JSON inside the string of other JSON, however often; or is the text itself. */
function says(piece: string, value: Json): boolean {
  const wanted = JSON.stringify(value);
  let text: string | undefined = piece;
  for (let layer = 0; layer < 4 && text !== undefined; layer += 1) {
    if (text === value) return true;
    const read = parseJson(text);
    if (read.ok && JSON.stringify(read.value) === wanted) return true;
    const inner = parseJson(`"${text}"`);
    text = inner.ok && typeof inner.value === 'string' ? inner.value : undefined;
  }
  return false;
}

describe('where the value of a row stands', () => {
  it.each(files)('[P.60] is told so that the value is read there, in %s', (file) => {
    const log = logFromText(readFileSync(new URL(file, FIXTURES), 'utf8'));
    for (let seq = 0; seq < log.rowCount; seq += 1) {
      const place = projectRowPlace(log, { seq });
      const row = log.row(log.rowAt(seq));
      const value = log.value(log.rowAt(seq));
      if (place === undefined) throw new Error(`no place of row ${seq}`);
      expect(place.from >= row.from && place.to <= row.to && place.from <= place.to, `row ${seq} within its record`).toBe(true);
      if (value === undefined) continue;
      // A recording and what is encoded have no way back; every other value has its own place.
      if (!place.isExact) expect(row.path, `row ${seq}`).toMatch(/(?:^|\/)(?:chunks:|base64|dump|printed|mojibake)/);
      if (!place.isExact) continue;
      const piece = log.sourceView(place.source)?.read(place.from, place.to) ?? '';
      // Text that was joined stands with what parts it: the names of fields, the heads of log lines, the marks of a tool.
      const joined = piece.replace(/\r?\ndata: ?/g, '\n');
      const isParted = /joined|unmarked|dechunked|event/.test(row.path) && /^\{[^]*\}$/.test(piece);
      expect(isParted || says(piece, value) || says(joined, value), `row ${seq} ${row.path}: ${piece.slice(0, 200)}`).toBe(true);
    }
  });
});

describe('the text of a source with a mark', () => {
  const secret = 'sk-live-4242424242424242424242424242';
  const entry = (id: string): string =>
    JSON.stringify({
      padding: 'x'.repeat(5_000),
      request: { headers: { authorization: `Bearer ${secret}` } },
      response: { kind: 'status-update', taskId: id, contextId: 'c', status: { state: 'working' }, final: false },
    });

  it('[P.60] shows a long line from a little before what is marked, behind cuts too', () => {
    const log = logFromText(`${entry('t-1')}\n${entry('t-2')}\n`);
    const seq = log.rowCount - 1;
    const place = projectRowPlace(log, { seq });
    if (place === undefined) throw new Error('no place');
    const answer = projectSource(log, { source: 0, from: 1, count: 10, mark: place });
    const line = answer?.lines[place.line - 1];
    const { from, to } = line?.marked ?? { from: 0, to: 0 };
    expect(JSON.parse(line?.text.slice(from, to) ?? '')).toMatchObject({ taskId: 't-2' });
    expect(line?.skipped).toBeGreaterThan(4_000);
    expect(JSON.stringify(answer)).not.toContain(secret);
    expect(answer?.lines[0]).not.toHaveProperty('marked');
  });
});
