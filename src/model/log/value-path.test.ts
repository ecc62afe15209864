import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createValueBoundary, decodeJsonString, walkJson } from '../base/json-scan.ts';
import { memberStep, resolveValuePath } from './value-path.ts';

describe('resolveValuePath', () => {
  it('[L.5] walks JSON, members, elements and events', () => {
    const line = JSON.stringify({ body: { parts: ['a', { 'x/y~z': 1 }] }, text: 'data: {"n":1}\n\ndata:\n\n: ping\n\ndata: {"n":2}\n\n' });
    expect(resolveValuePath(line, 'json/.body/.parts/[0]')).toEqual({ ok: true, value: 'a', issues: [] });
    expect(resolveValuePath(line, `json/.body/.parts/[1]/${memberStep('x/y~z')}`)).toEqual({ ok: true, value: 1, issues: [] });
    expect(resolveValuePath(line, 'json/.text/sse:1/json/.n')).toEqual({ ok: true, value: 2, issues: [] });
    expect(resolveValuePath(line, '')).toEqual({ ok: true, value: line, issues: [] });
  });
  it('[L.5] joins the chunks of one exchange when a frame is spread over several lines', () => {
    const lines = [
      { at: 1, line: 'chunk', exchange: 7, text: 'data: {"a":' },
      { at: 1, line: 'chunk', exchange: 8, text: 'data: 0\n\n' },
      { at: 2, line: 'chunk', exchange: 7, text: '1}\n\n' },
    ];
    expect(resolveValuePath(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'chunks:7/sse:0/json')).toEqual({
      ok: true,
      value: { a: 1 },
      issues: [],
    });
  });
  it('[L.5] names the step that does not lead on, with line and column where text is not JSON', () => {
    expect(resolveValuePath('{"a":\n  [1,,2]}', 'json/.a')).toEqual({
      ok: false,
      issues: [{ path: 'json/.a', message: 'step json: not JSON at line 2, column 6: expected a value, found ","' }],
    });
    expect(resolveValuePath('{"a":1}', 'json/.constructor')).toEqual({
      ok: false,
      issues: [{ path: 'json/.constructor', message: 'step .constructor: there is no such member' }],
    });
  });
  it('[L.5] reads base64 and repairs what was misread, and cuts no deeper for it', () => {
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
    const line = JSON.stringify({ a: btoa('data: {"n":1}\n\n'), b: '{"n":"Ã©tage"}', c: btoa(deep), d: 1 });
    expect(resolveValuePath(line, 'json/.a/base64/sse:0/json/.n')).toEqual({ ok: true, value: 1, issues: [] });
    expect(resolveValuePath(line, 'json/.b/mojibake/json/.n')).toEqual({ ok: true, value: 'étage', issues: [] });
    expect(JSON.stringify(resolveValuePath(line, 'json/.c/base64/json'))).toContain('deeper than 200 levels, see Source');
    expect(resolveValuePath(line, 'json/.a/mojibake').issues?.[0]?.message).toBe('step mojibake: the text cannot be read that way');
    expect(resolveValuePath(line, 'json/.d/base64').issues?.[0]?.message).toBe('step base64: what should be read is not a text');
  });
  it('[L.5] finds a body behind its head, and what a word of a command means', () => {
    expect(resolveValuePath('HTTP/1.1 200 OK\n\n{"a":1}', 'part:17:99/json/.a')).toEqual({ ok: true, value: 1, issues: [] });
    expect(resolveValuePath(`curl -d '{"a":"it'\\''s"}' x`, 'part:8:40/shell/json/.a')).toEqual({ ok: true, value: "it's", issues: [] });
    expect(resolveValuePath("'open", 'shell').ok).toBe(false);
    expect(resolveValuePath('{"a":[1,2', 'closed/json/.a/[0]')).toEqual({ ok: true, value: 1, issues: [] });
    expect(resolveValuePath('{"a":{ [5 bytes data]\n1}', 'unmarked/json/.a')).toEqual({ ok: true, value: 1, issues: [] });
  });
  it('[L.5] never throws', () => {
    const steps = fc.array(
      fc.constantFrom('json', '.a', '[0]', 'sse:0', 'chunks:1', 'base64', 'mojibake', 'shell', 'part:1:3', '', 'nonsense'),
      {
        maxLength: 5,
      },
    );
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), steps, (text, path) => void resolveValuePath(text, path.join('/'))));
  });
});

describe('walkJson', () => {
  it('[N.2] accepts what JSON.parse accepts, and nothing else', () => {
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"\\u00e9"', '"\\x"', '"', '1', '-0.5e3', '01', 'true', 'null', ' ', '\n'),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          pieces.map((found) => found.join('')),
        ),
        (text) => {
          const end = walkJson(text, 0);
          const whole = end.ok && text.slice(end.end).trim() === '';
          let parses = true;
          try {
            JSON.parse(text);
          } catch {
            parses = false;
          }
          // `trim` knows more white space than JSON does.
          if (!/[^\x20-\x7e\n]/.test(text)) expect(whole).toBe(parses);
        },
      ),
      { numRuns: 1000 },
    );
  });
  it('[N.2] is not troubled by depth', () => {
    expect(walkJson('['.repeat(200_000), 0)).toEqual({ ok: false, at: 200_000, why: 'the text ends where a value or "]" should follow' });
  });
});

describe('decodeJsonString', () => {
  it('[N.2] decodes like JSON.parse and finds the way back', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '"', '\\', '/', '\n', '\u0007', 'é', '😀', '\ud800'), { maxLength: 20 }), (units) => {
        const value = units.join('');
        const raw = JSON.stringify(value);
        const decoded = decodeJsonString(raw, 1, raw.length - 1);
        expect(decoded.value).toBe(value);
        const back = Array.from(
          { length: value.length },
          (_, index) => JSON.parse(`"${raw.slice(decoded.at(index), decoded.at(index + 1))}"`) as string,
        );
        expect(back.join('')).toBe(value);
      }),
    );
  });
});

describe('createValueBoundary', () => {
  it('[N.2] finds the end of a value in pieces of any size', () => {
    fc.assert(
      fc.property(fc.object(), fc.integer({ min: 1, max: 7 }), (value, size) => {
        const json = JSON.stringify(value);
        const text = `${json},{}`;
        const boundary = createValueBoundary();
        let end = -1;
        for (let at = 0; end < 0 && at < text.length; at += size) {
          const found = boundary.feed(text.slice(at, at + size), 0);
          if (found >= 0) end = at + found;
        }
        expect(end).toBe(json.length);
      }),
    );
  });
});
