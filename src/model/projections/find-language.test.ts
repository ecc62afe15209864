// What may be typed into the find field, and what is told about the rest.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIND_KEYS, readFind } from './find-language.ts';

const told = (typed: string) => readFind(typed).issues.map(({ message }) => message);

describe('the language of the find field', () => {
  it('[P.44] takes words apart, keeps quotes together, and gives the wanted ones to the search', () => {
    const { conditions, text, issues } = readFind('Screen "the Beneficiary" -refused');
    expect(issues).toEqual([]);
    expect(text).toBe('Screen the Beneficiary');
    expect(conditions).toEqual([
      { kind: 'word', text: 'screen', except: false },
      { kind: 'word', text: 'the beneficiary', except: false },
      { kind: 'word', text: 'refused', except: true },
    ]);
  });

  it('[P.44] reads every key, choices, quotes and exceptions', () => {
    for (const example of Object.values(FIND_KEYS)) {
      expect(told(example), example).toEqual([]);
      expect(readFind(`-${example}`).conditions, example).toHaveLength(1);
      expect(readFind(example).text, example).toBe('');
    }
    expect(readFind('STATE:failed,Rejected').conditions).toEqual([
      { kind: 'column', column: 'state', texts: ['failed', 'rejected'], except: false },
    ]);
    expect(readFind('label:"error -32001, twice"').conditions).toMatchObject([{ texts: ['error -32001, twice'] }]);
    expect(readFind('failed:no').conditions).toEqual([{ kind: 'failed', except: true }]);
    expect(readFind('-failed:no').conditions).toEqual([{ kind: 'failed', except: false }]);
  });

  it('[P.44] refuses a key that is none and never looks for it as text', () => {
    for (const typed of ['status:failed', 'severity:error', 'constructor:x', '-foo:bar', 'Foo:']) {
      const { conditions, text } = readFind(typed);
      expect(conditions, typed).toEqual([]);
      expect(text, typed).toBe('');
      expect(told(typed).join(), typed).toContain('is no filter');
    }
    // What begins with no letter, an address, and what stands in quotes is text.
    for (const typed of ['02:14:12', 'http://a.example/x', '"status:failed"', '{"id":1}']) expect(told(typed), typed).toEqual([]);
  });

  it('[P.44] refuses values that a key cannot have, with what it can', () => {
    expect(told('state:broken')).toEqual([expect.stringContaining('There is no state “broken”. Known are submitted')]);
    expect(told('channel:smoke').join()).toContain('Known are send, stream');
    expect(told('kind:x-ray').join()).toContain('There is no kind');
    expect(told('exchange:first')).toEqual(['An exchange is a number.']);
    expect(told('failed:perhaps')).toEqual(['Failed is yes or no.']);
    expect(told('task:')).toEqual(['“task:” needs a value, such as task:t-77aa']);
    expect(told('task:,')).toEqual(['“task:” needs a value, such as task:t-77aa']);
    for (const typed of ['time:noon', 'time:25:00', 'time:02:61', 'time:..', 'time:>', 'time:2026-13-40', 'time:1..x'])
      expect(told(typed).join(), typed).toContain('A time is');
    for (const typed of ['duration:2', 'duration:>fast', 'duration:..', 'duration:3 parsecs', 'duration:1s..x'])
      expect(told(typed).join(), typed).toContain('A duration has a unit');
  });

  it('[P.44] holds what can be read beside what cannot', () => {
    expect(readFind('task:t-1 colour:red word').conditions).toHaveLength(2);
    expect(told('task:t-1 colour:red word')).toHaveLength(1);
  });

  it('[P.44] reads anything without failing, and each piece once', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: fc.constantFrom(...'at:"- ,.<>1s') }), (typed) => {
        const { conditions, issues } = readFind(typed);
        expect(conditions.length + issues.length).toBeLessThanOrEqual(typed.length);
      }),
      { numRuns: 500 },
    );
    expect(readFind('x'.repeat(5_000)).issues).toHaveLength(1);
  });
});
