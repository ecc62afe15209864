import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCutter } from './redaction.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const json = (value: unknown): string => JSON.stringify(value);

/** Layers that may lie around a text, each a way to write it into a trace. */
const LAYERS: Readonly<Record<string, (text: string) => string>> = {
  'a JSON string': (text) => json({ text }),
  'JSON in JSON': (text) => json({ body: json({ text: `so ${text} it is` }) }),
  'JSON in ASCII': (text) => json({ text }).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  base64: (text) => json({ bytes: base64(`name = ${text}, and more`) }),
  'short base64': (text) => json({ bytes: base64(text) }),
  'base64 for URLs': (text) => json({ bytes: Buffer.from(`?>~ ${text}`).toString('base64url') }),
  'base64 in base64': (text) => json({ bytes: base64(json({ inner: base64(`it is ${text} here`) })) }),
  'base64 of bytes': (text) =>
    json({ bytes: Buffer.concat([Buffer.from([0, 255, 254, 7]), Buffer.from(text), Buffer.from([0, 1])]).toString('base64') }),
  'gzip in base64': (text) => json({ bytes: gzipSync(`${'words '.repeat(40)}${text}`).toString('base64') }),
  hexadecimal: (text) => json({ raw: Buffer.from(text).toString('hex') }),
  percents: (text) => `GET /find?q=${encodeURIComponent(text)} HTTP/1.1`,
  'a form': (text) => `a=1&q=${encodeURIComponent(text).replaceAll('%20', '+')}&b=2`,
  'the lines of a dump': (text) => {
    const bytes = Buffer.from(`a first line, ${text} and what follows`);
    return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => {
      const line = bytes.subarray(row * 16, row * 16 + 16);
      const pairs = Array.from(line, (byte) => `${byte.toString(16).padStart(2, '0')} `).join('');
      const side = Array.from(line, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
      return `${(row * 16).toString(16).padStart(4, '0')}: ${pairs.padEnd(48)}${side}\n`;
    }).join('');
  },
};

/** All that somebody could find in a text by decoding it. */
function revealed(text: string): string {
  const hidden = Array.from(text.matchAll(/[A-Za-z0-9+/_-]{4,}={0,2}/g), ([letters]) => Buffer.from(letters, 'base64').toString('utf8'));
  const twice = hidden.flatMap((inner) =>
    Array.from(inner.matchAll(/[A-Za-z0-9+/]{8,}/g), ([letters]) => Buffer.from(letters, 'base64').toString()),
  );
  const digits = Array.from(text.matchAll(/(?:[0-9a-f]{2} ?){3,}/g), ([pairs]) => Buffer.from(pairs.replaceAll(' ', ''), 'hex').toString());
  const percents = text.replaceAll('+', ' ').replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => decodeURIComponent(run));
  const ascii = text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return [text, ascii, percents, ...hidden, ...twice, ...digits].join('\n');
}

const CHOSEN = ['Projekt Zürich 7', 'acme-internal', 'Jane Roe', '4711-0815', 'naïve café'];

describe('[L.11] a text chosen by hand is left nowhere', () => {
  it.each(Object.entries(LAYERS))('under %s', (_layer, write) => {
    for (const own of CHOSEN) {
      const text = write(own);
      const cut = createCutter({ own: [own] }).cutBody(text).text;
      expect(cut).not.toBe(text);
      const rest = revealed(cut);
      expect(rest).not.toContain(own);
      expect(rest).not.toContain(own.slice(0, -2));
      if (text.startsWith('{')) expect(() => JSON.parse(cut) as unknown).not.toThrow();
    }
  });
  it('wherever in base64 it begins', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 9 }), fc.constantFrom(...CHOSEN), fc.string({ maxLength: 9 }), (before, own, after) => {
        const cut = createCutter({ own: [own] }).cutBody(json({ bytes: base64(before + own + after) })).text;
        expect(revealed(cut)).not.toContain(own);
      }),
      { numRuns: 200 },
    );
  });
});
