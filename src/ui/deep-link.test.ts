import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeView, encodeView, LINK_VERSION, PANEL_IDS, type View } from './deep-link.ts';

const read = (hash: string): View => {
  const result = decodeView(hash);
  if (!result.ok) throw new Error(result.issues.map((issue) => issue.message).join(' '));
  return result.value;
};

describe('a view as a link', () => {
  it('[U.5] leaves defaults out', () => {
    expect(encodeView({})).toBe('');
    expect(encodeView({ panel: 'timeline', lanes: 'agent', at: -1, knobs: {}, whatIf: {} })).toBe('');
    expect(encodeView({ lesson: 'who-can-do-this', panel: 'discovery', at: 3 })).toBe('v=1&lesson=who-can-do-this&panel=discovery&at=3');
  });

  it('[U.5] gives back every view that it was made from', () => {
    const word = fc.string({ minLength: 1, maxLength: 12 });
    const view = fc.record(
      {
        lesson: word,
        seed: word,
        task: word,
        card: word,
        find: word,
        at: fc.nat(999_999),
        row: fc.nat(999_999),
        panel: fc.constantFrom(...PANEL_IDS.filter((id) => id !== 'timeline')),
        lanes: fc.constant('task' as const),
        channels: fc.constant(['push', 'poll'] as const),
        knobs: fc.dictionary(
          word.filter((name) => name !== '__proto__'),
          fc.oneof(word, fc.nat(), fc.array(word)),
          { minKeys: 1, maxKeys: 3 },
        ),
        whatIf: fc.constant({ tags: ['a b', 'ü&='] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(view, (given) => {
        expect(JSON.parse(JSON.stringify(read(encodeView(given as View))))).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    );
  });

  it('[U.5] refuses in words what it cannot read, and never throws', () => {
    const why = (hash: string) => {
      const result = decodeView(hash);
      return result.ok ? 'read' : result.issues[0]?.message;
    };
    expect(why(`#v=${LINK_VERSION + 1}&lesson=x`)).toBe('It was made by version 2 of the view; this page reads up to 1.');
    expect(why('#panel=nope')).toBe('There is no panel “nope”.');
    expect(why('#at=minus')).toBe('“minus” is no row number.');
    expect(why('#knobs=[1]')).toBe('“[1]” is no JSON object.');
    expect(why('#knobs=%7B')).toBe('“{” is no JSON object.');
    expect(why('#task=%E0%A4%A')).toBe('“%E0%A4%A” has a broken percent sign in it.');
    expect(why('#colour=red')).toBe('“colour” is nothing that a view has.');
    expect(why('#half')).toBe('“half” is no name=value pair.');
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof decodeView(text).ok).toBe('boolean');
      }),
    );
  });
});
