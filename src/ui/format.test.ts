import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatDelta, formatDuration, sentence, shortAgent, shortId } from './format.ts';

describe('numbers, times and names', () => {
  it('writes thousands with narrow no-break spaces', () => {
    expect([0, 999, 1000, 611_840, 1_000_000].map(formatCount)).toEqual(['0', '999', '1\u202f000', '611\u202f840', '1\u202f000\u202f000']);
  });
  it('writes bytes in decimal units', () => {
    expect([318, 61_400, 104_900_000].map(formatBytes)).toEqual(['318 bytes', '61.4 KB', '104.9 MB']);
  });
  it('writes deltas with their sign, finer the shorter', () => {
    expect([0, 258, -33, 851_000, 3_780_000, 184_200_000].map(formatDelta)).toEqual([
      '+0.000',
      '+0.258',
      '−0.033',
      '+14:11',
      '+01 h 03',
      '+2 d 03:10',
    ]);
  });
  it('writes durations as a sentence would', () => {
    expect([38, 1825, 851_000, 7_380_000].map(formatDuration)).toEqual(['38 ms', '1.825 s', '14 min 11 s', '2 h 03 min']);
  });
  it('makes sentences of reasons, and leaves names as they are', () => {
    expect(sentence('the data ends inside a string')).toBe('The data ends inside a string.');
    expect(sentence('trace.har, line 3: no JSON.')).toBe('trace.har, line 3: no JSON.');
  });
  it('shortens names and keeps what tells them apart', () => {
    expect(shortAgent('sanctions-screening-agent')).toBe('sanctions-screening');
    expect(shortAgent('a-very-long-name-of-an-agent-number-12345678')).toBe('a-very-long-name-of…12345678');
    expect(shortId('cb489417-7e41-4066-b6f2-a3241bbca966')).toBe('cb489417');
    expect(shortId('task-1')).toBe('task-1');
    expect(shortId('cb489417-7e41-4066-b6f2-a3241bbca966 @ hotel.example:8001')).toBe('cb489417 @ hotel.example:8001');
  });
});
