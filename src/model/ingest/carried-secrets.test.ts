import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { savedLine } from '../log/saved-form.ts';
import { readTrace } from '../testing/read-trace.ts';

const HEADER = { delegationInspector: 'saved', version: 1, name: 'n', settings: { stallSeconds: 30, depth: 5, retrySeconds: 10 } } as const;
const SECRET = 'q7Zk9s3cretX4b2';
const SOURCE = `${JSON.stringify({ a: 1 })}\n${JSON.stringify({ headers: { authorization: `Bearer ${SECRET}` }, password: 1234567 })}\n{"b":2}\n`;

/** A saved file of another tool's: the text of its source in pieces, wherever they end. */
function torn(edges: readonly number[], more = ''): string {
  const at = [0, ...[...edges].sort((a, b) => a - b), SOURCE.length];
  const pieces = at.slice(1).map((to, index) => SOURCE.slice(at[index], to));
  const lines = pieces.map((text) => savedLine({ line: 'text', source: 0, text }).replace(/\}\n$/, `${more}}\n`));
  return savedLine(HEADER) + savedLine({ line: 'source', source: 0, name: 's' }) + lines.join('');
}

describe('[L.7] a secret that is torn apart between the text lines of a saved file', () => {
  it('is cut in the embedded source and in every line that carries a piece of it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(SOURCE.length), { maxLength: 6 }), (edges) => {
        const text = torn(edges);
        const { cuts } = readTrace(text, { name: 's' });
        const outer = cuts.filter(({ source }) => source === 0).sort((a, b) => a.from - b.from);
        let left = '';
        let done = 0;
        for (const cut of outer) {
          left += `${text.slice(done, cut.from)}#`;
          done = cut.to;
        }
        left += text.slice(done);
        for (let at = 0; at + 5 <= SECRET.length; at += 1) expect(left).not.toContain(SECRET.slice(at, at + 5));
        expect(left).not.toMatch(/[1-7]{5}/);
        expect(cuts.filter(({ source }) => source === 1)).toHaveLength(2);
      }),
      { numRuns: 100 },
    );
  });
  it('and what else stands in such a line is searched by itself', () => {
    const text = torn([60], `,"password":"${SECRET}"`);
    const { cuts } = readTrace(text, { name: 's' });
    const found = cuts.filter(({ source }) => source === 0).map(({ from, to }) => text.slice(from, to));
    expect(found.filter((piece) => piece === SECRET).length).toBeGreaterThanOrEqual(2);
  });
});
