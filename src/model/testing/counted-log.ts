// A log that counts what is read of it, for tests that hold a question to its price.

import type { Log } from '../log/log.ts';
import type { LogView } from '../log/log-view.ts';

/** The same log; `reads` counts every call to it, `values` those that parse a row's value. */
export function countedLog(log: Log): { readonly view: LogView; readonly reads: () => number; readonly values: () => number } {
  let reads = 0;
  let values = 0;
  const view = new Proxy(log, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        reads += 1;
        if (member === 'value' || member === 'fact') values += 1;
        return Reflect.apply(value, target, given);
      };
    },
  });
  return { view, reads: () => reads, values: () => values };
}
