import { describe, expect, it } from 'vitest';
import { WEAKNESSES } from '../../model/kernel/weaknesses.ts';
import { COURSE, LESSONS } from './catalogue.ts';

describe('[E.37] the course', () => {
  it('has every lesson once, in parts, numbered in its order', () => {
    expect(LESSONS.map(({ number }) => number)).toEqual(LESSONS.map((_, index) => index + 1));
    expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
    expect(new Set(LESSONS.map(({ title }) => title)).size).toBe(LESSONS.length);
    expect(new Set(COURSE.map(({ id }) => id)).size).toBe(COURSE.length);
  });

  it('asks for nothing that comes later', () => {
    const seen = new Set<string>();
    const early = LESSONS.flatMap(({ id, after }) => {
      const unknown = after.filter((before) => !seen.has(before));
      seen.add(id);
      return unknown.map((before) => `${id} after ${before}`);
    });
    expect(early).toEqual([]);
  });

  it('names weaknesses that are known', () => {
    const known = new Set(WEAKNESSES.map(({ id }) => id));
    expect(LESSONS.flatMap(({ weaknesses = [] }) => weaknesses).filter((id) => !known.has(id))).toEqual([]);
  });
});
