import { describe, expect, it } from 'vitest';
import { isLayered, layersInWords } from './value-path-words.ts';

describe('the way to a value in words', () => {
  it('[U.32] tells layers and repairs, outermost first, without the members between them', () => {
    expect(layersInWords('json/.content/.text/base64/json')).toEqual(['JSON', 'base64', 'JSON']);
    expect(layersInWords('mojibake/sse:0/json/.result')).toEqual([
      'repaired: UTF-8 that was misread as Windows-1252',
      'event 1 of an event stream',
      'JSON',
    ]);
    expect(layersInWords('joined/part:4:90/printed')).toEqual([
      'lines of a container log, joined',
      'a part of the text',
      'a value as a program prints it',
    ]);
    expect(layersInWords('line:2/csv/escaped/json')).toEqual(['line 3', 'a cell of CSV', 'a JSON string without its quotes', 'JSON']);
  });

  it('[U.32] leaves a member with the name of a layer out, and shows a step without words as it is', () => {
    expect(layersInWords('json/.base64/[0]')).toEqual(['JSON']);
    expect(layersInWords('zstd/constructor')).toEqual(['zstd', 'constructor']);
  });

  it('[U.32] is worth telling where there is more than plain JSON', () => {
    expect(['', 'json', 'json/.body', 'json/.body/json', 'printed', 'sse:0/json'].map(isLayered)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});
