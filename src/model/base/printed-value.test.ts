import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonPrinted } from '../testing/python-printed.ts';
import { plainStretches, withoutColourCodes } from './colour-codes.ts';
import type { Json } from './json.ts';
import { readPrinted } from './printed-value.ts';

function printed(text: string): Json | undefined {
  const read = readPrinted(text);
  return read.ok && text.slice(read.end).trim() === '' ? read.value : undefined;
}

const text = fc.string({ unit: 'binary' }).map((given) => given.replace(/[\ud800-\udfff]/g, 'x'));
const anyJson = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('a printed value', () => {
  it('[N.11] is what Python printed, quotes and escapes and all', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(printed(pythonPrinted(value))).toEqual(value);
      }),
    );
  });
  it('[N.11] is JSON too', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(printed(JSON.stringify(value, null, 1))).toEqual(value);
      }),
    );
  });
  it.each<[string, Json]>([
    [`{'a': None, "it's": True, 'n': -1.5e3,}`, { a: null, "it's": true, n: -1500 }],
    [`{a: 1, 'b-c': [1, 2,], /* x */ d: undefined // y\n}`, { a: 1, 'b-c': [1, 2], d: null }],
    [`b'{"a": "caf\\xc3\\xa9"}'`, '{"a": "café"}'],
    [`('one '\n 'two')`, 'one two'],
    ['(1,)', [1]],
    ["<TaskState.working: 'working'>", 'working'],
    ['<object at 0x7f>', '<object at 0x7f>'],
    [
      "Task(id='t', context_id='c', status=TaskStatus(state=<TaskState.working: 'working'>, message=None), kind='task')",
      { id: 't', contextId: 'c', status: { state: 'working', message: null }, kind: 'task' },
    ],
    ["Part(root=TextPart(kind='text', text='x'))", { kind: 'text', text: 'x' }],
    ['datetime.datetime(2026, 1, 13, 10, 0, 5, 1200, tzinfo=datetime.timezone.utc)', '2026-01-13T10:00:05.001200+00:00'],
    ["UUID('5c1e')", '5c1e'],
    ["OrderedDict([('a', 1)])", { a: 1 }],
    ["{ state: 'working', parts: [ [Object], ... 2 more items ] }", { state: 'working', parts: ['[Object]'] }],
    ['Task { id: 1 }', { id: 1 }],
    ['12345678901234567890', '12345678901234567890'],
    ["{'a', 'b'}", ['a', 'b']],
    ['[TaskState.working]', ['working']],
  ])('[N.11] %s', (given, value) => {
    expect(printed(given)).toEqual(value);
  });
  it('[N.11] tells where it stops, and whether more text might help', () => {
    for (const given of ["{'a': [1, ", "{'a': 'x", 'Task(id=', '{']) expect(readPrinted(given)).toEqual({ ok: false, at: given.length });
    expect(readPrinted("{'a': 1 'b'}")).toEqual({ ok: false, at: 8 });
    expect(printed('just words')).toBeUndefined();
  });
  it('[L.9] ends where nesting has no end, and takes any text', () => {
    expect(printed(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toBeUndefined();
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '[', '(', ')', "'", '"', '\\', ':', ',', 'a', '=', '<', '>', '.', '1', '#', '/*', ' '), {
          maxLength: 60,
        }),
        (pieces) => {
          const read = readPrinted(pieces.join(''));
          expect(read.ok || read.at <= pieces.join('').length).toBe(true);
        },
      ),
    );
  });
  it('[L.9] has own keys only', () => {
    expect(Object.keys((printed("{'__proto__': 1}") ?? {}) as object)).toEqual(['__proto__']);
  });
});

describe('colour codes', () => {
  it('[N.11] are taken off, and what is left can be placed', () => {
    const given = '\u001b[1;32mINFO\u001b[0m {"a":\u001b[34m1\u001b[m}';
    expect(withoutColourCodes(given)).toBe('INFO {"a":1}');
    expect(
      plainStretches(given)
        .map(({ from, to }) => given.slice(from, to))
        .join(''),
    ).toBe('INFO {"a":1}');
  });
});
