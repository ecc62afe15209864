// A JSON text that stops inside a value: the elements of its lists that are whole say what they say, the rest is lost.

import { walkJson } from '../base/json-scan.ts';

export interface WholeElement {
  readonly from: number;
  readonly to: number;
}

/** Lists whose elements stand for themselves; those of a message or an artifact are parts of something that was cut. */
const LISTS =
  /^(?:events?|entries|items|stream|chunks|frames|data|tasks|results?|logs?|logEvents|hits|records|rows|messages|values|traffic|exchanges|requests)$/;

/** The whole objects in the lists of a text that is cut, outermost first found; none inside another. Linear. */
export function wholeElements(text: string): readonly WholeElement[] {
  const elements: WholeElement[] = [];
  const open: { readonly at: number; readonly list: boolean; readonly named: boolean }[] = [];
  let key = '';
  // The list whose elements are told, by its depth.
  let telling = -1;
  walkJson(text, 0, {
    open: (at, container) => {
      const list = container === 'array';
      open.push({ at, list, named: list && (open.length === 0 || LISTS.test(key)) });
      if (telling < 0 && open.at(-1)?.named) telling = open.length;
    },
    close: (at) => {
      const closed = open.pop();
      if (closed && !closed.list && open.length === telling) elements.push({ from: closed.at, to: at });
      if (open.length < telling) telling = -1;
    },
    key: (from, to) => void (key = text.slice(from, Math.min(to, from + 40))),
  });
  return elements;
}
