import { describe, expect, it } from 'vitest';
import { counts } from './column.ts';

describe('[L.1] a column', () => {
  it('keeps every value at its place, over the edges of blocks', () => {
    const column = counts();
    const length = 70_001;
    for (let index = 0; index < length; index += 1) column.push(index * 3);
    for (let index = 0; index < length; index += 16_383) column.set(index, 7);
    expect(column.length).toBe(length);
    for (let index = 0; index < length; index += 1) {
      if (column.at(index) !== (index % 16_383 === 0 ? 7 : index * 3)) expect.fail(`another value at ${index}`);
    }
    expect(column.at(1 << 20)).toBeUndefined();
  });
});
