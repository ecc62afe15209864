// Where the records of a document stand in its text: a document that lists a log is one value, and each record of the log is evidence of
// its own, so each has its own range (SPEC.md N.71).

import { decodeJsonString, walkJson } from '../base/json-scan.ts';
import { memberStep } from '../log/value-path.ts';
import type { Stretch } from './reading.ts';

interface Container {
  /** Leads to it; undefined where no list that is looked for can lie in it. */
  readonly path: string | undefined;
  readonly isList: boolean;
  readonly from: number;
  /** Of the element or the member that comes next. */
  index: number;
  name: string;
}

/**
 * The ranges of the elements of some lists in a text of JSON, by their paths: objects and lists only.
 * @param path leads to the value of the whole text
 * @param lists the paths of the lists
 */
export function elementRanges(text: string, path: string, lists: ReadonlySet<string>): ReadonlyMap<string, Stretch> {
  const ranges = new Map<string, Stretch>();
  const deepest = Math.max(...Array.from(lists, depthOf)) + 1;
  const open: Container[] = [];
  const next = (): void => {
    const inside = open.at(-1);
    if (inside?.isList) inside.index += 1;
  };
  walkJson(text, 0, {
    open: (from, container) => {
      const outer = open.at(-1);
      const own = outer === undefined ? path : open.length > deepest ? undefined : pathIn(outer);
      open.push({ path: own, isList: container === 'array', from, index: 0, name: '' });
    },
    close: (to) => {
      const closed = open.pop();
      const outer = open.at(-1);
      if (closed?.path !== undefined && outer?.isList && outer.path !== undefined && lists.has(outer.path))
        ranges.set(closed.path, { from: closed.from, to });
      next();
    },
    key: (from, to) => {
      const inside = open.at(-1);
      if (inside?.path !== undefined) inside.name = decodeJsonString(text, from, to).value;
    },
    string: next,
    scalar: next,
  });
  return ranges;
}

function pathIn({ path, isList, index, name }: Container): string | undefined {
  if (path === undefined) return undefined;
  return isList ? `${path}/[${index}]` : `${path}/${memberStep(name)}`;
}

function depthOf(path: string): number {
  return path.split('/').length;
}

/** The path of the list that the element at a path is of. */
export function listOfElement(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
