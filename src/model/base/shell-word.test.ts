import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShellCommand, readShellWord } from './shell-word.ts';

const valuesOf = (text: string): readonly string[] | undefined => readShellCommand(text, 0)?.words.map(({ value }) => value);

describe('readShellCommand', () => {
  it('[N.2] reads quotes of every kind, and lines that go on', () => {
    expect(valuesOf(`curl -d '{"a": "b"}' "x \\"y\\" \\$z" it\\'s $'a\\n\\u00e9\\'' 'it'\\''s'\nnext`)).toEqual([
      'curl',
      '-d',
      '{"a": "b"}',
      'x "y" $z',
      "it's",
      "a\né'",
      "it's",
    ]);
    expect(valuesOf('curl \\\n  -v \\\r\n -N `\n x ^\n y\nz')).toEqual(['curl', '-v', '-N', 'x', 'y']);
    expect(valuesOf('curl -d \'{\n  "a": 1\n}\' u | jq .')).toEqual(['curl', '-d', '{\n  "a": 1\n}', 'u']);
  });
  it('[N.2] says nothing of a quote that is never closed', () => {
    for (const text of ["curl 'a", 'curl "a\\"', "curl $'a"]) expect(readShellCommand(text, 0)).toBeUndefined();
  });
  it('[N.2] gives back any word that was put in single quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(readShellWord(`'${value.replaceAll("'", `'\\''`)}' x`, 0)?.value).toBe(value);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readShellCommand(text, 0)));
  });
});
