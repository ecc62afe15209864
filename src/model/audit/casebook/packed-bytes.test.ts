import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DigestSet } from '../report/digest-set.ts';
import { PackedBytes, PackedWriter } from './packed-bytes.ts';

describe('[J.80] values packed into bytes', () => {
  it('are read again as they were, over the edges of blocks', () => {
    const value = fc.oneof(
      fc.record({ kind: fc.constant('whole' as const), value: fc.maxSafeNat() }),
      fc.record({
        kind: fc.constant('number' as const),
        value: fc.option(
          fc.oneof(
            fc.maxSafeInteger(),
            fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0)),
          ),
          {
            nil: undefined,
          },
        ),
        base: fc.integer(),
      }),
      fc.record({
        kind: fc.constant('text' as const),
        value: fc.option(fc.string({ unit: 'binary', maxLength: 40 }), { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 12 }), { minLength: 1, maxLength: 20 }), (once) => {
        // Often enough to fill more than one block.
        const records = Array.from({ length: 50 }, () => once).flat();
        const bytes = new PackedBytes();
        const writer = new PackedWriter();
        const places = records.map((record) => {
          writer.reset();
          for (const each of record) {
            if (each.kind === 'whole') writer.whole(each.value);
            else if (each.kind === 'number') writer.number(each.value, each.base);
            else writer.text(each.value);
          }
          return bytes.keep(writer.record);
        });
        const differing = records.flatMap((record, index) => {
          const reader = bytes.at(places[index] ?? 0);
          return record.flatMap((each) => {
            const read = each.kind === 'whole' ? reader.whole() : each.kind === 'number' ? reader.number(each.base) : reader.text();
            return Object.is(read, each.value) ? [] : [{ read, each }];
          });
        });
        expect(differing).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('[P.4] different texts, counted without keeping them', () => {
  it('counts each once, however many there are', () => {
    const set = new DigestSet();
    for (let round = 0; round < 2; round += 1) for (let number = 0; number < 20_000; number += 1) set.add(`m-${number}`);
    expect(set.size).toBe(20_000);
  });
});
