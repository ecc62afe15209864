import { describe, expect, it } from 'vitest';
import { TaskKeys } from './task-keys.ts';

const named = (keys: TaskKeys, name: string): readonly string[] => keys.named(name).map((key) => keys.nameOf(key));

describe('keys of tasks', () => {
  it('[L.13] tells tasks apart by who keeps them and by their ids', () => {
    const keys = new TaskKeys();
    const numbers = [keys.add('t', 'a'), keys.add('t', 'b'), keys.add('t', 'a'), keys.add('u', 'a'), keys.add('t', 'b')];
    expect(numbers).toEqual([1, 2, 1, 3, 2]);
    expect(keys.add(undefined, 'a')).toBe(0);
  });

  it('[L.13] takes an id without a keeper for the task known by it, and a keeper met later for its own', () => {
    const keys = new TaskKeys();
    expect([keys.add('t', ''), keys.add('t', 'a'), keys.add('t', ''), keys.add('t', 'b'), keys.add('t', '')]).toEqual([1, 1, 1, 2, 1]);
    expect([keys.keeperOf(1), keys.keeperOf(2)]).toEqual(['a', 'b']);
  });

  it('[L.13] names a task by its id, and by its keeper too where two have that id', () => {
    const keys = new TaskKeys();
    keys.add('t', 'a:80');
    const first = keys.text(1) ?? '';
    expect(keys.nameOf(first)).toBe('t');
    keys.add('t', 'b:80');
    expect(keys.text(1)).toBe(first);
    expect(keys.all().map((key) => keys.nameOf(key))).toEqual(['t @ a:80', 't @ b:80']);
    expect(keys.all().map((key) => keys.idOf(key))).toEqual(['t', 't']);
    expect(keys.all().map((key) => keys.find(key))).toEqual([1, 2]);
  });

  it('[L.13] means all tasks with an id by the plain id, and one of them by its name', () => {
    const keys = new TaskKeys();
    for (const keeper of ['a', 'b', 'c']) keys.add('t', keeper);
    keys.add('u', 'a');
    expect(named(keys, 't')).toEqual(['t @ a', 't @ b', 't @ c']);
    expect(named(keys, 't @ b')).toEqual(['t @ b']);
    expect(named(keys, 'u @ a')).toEqual(['u']);
    expect([...named(keys, 'u @ b'), ...named(keys, 'x')]).toEqual([]);
    expect([keys.at('t', 'b'), keys.at('t', 'z'), keys.at('new', '')].map((key) => keys.nameOf(key))).toEqual(['t @ b', 't @ a', 'new']);
  });

  it('[L.13] keeps a task apart whose id reads like the key of another', () => {
    const keys = new TaskKeys();
    keys.add('t @ b', 'x');
    keys.add('t', 'a');
    keys.add('t', 'b');
    keys.add('u', 'a');
    keys.add('u', 'b');
    keys.add('u @ b', 'x');
    expect(new Set(keys.all()).size).toBe(6);
    expect(keys.all().map((key) => keys.find(key))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(keys.named('t @ b')).toHaveLength(2);
  });

  it('[L.13] tells many keepers of one id apart in linear time', () => {
    const keys = new TaskKeys();
    for (let round = 0; round < 2; round += 1) for (let index = 0; index < 50_000; index += 1) keys.add('t', `host-${index}`);
    expect(keys.count).toBe(50_000);
  });
});
