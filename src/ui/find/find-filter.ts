// The filter as the engine is asked it: what a person has typed, with what of the page it depends on.

import { useMemo } from 'react';
import { readFind } from '../../model/projections/find-language.ts';
import type { RowFilter } from '../../model/projections/row-view.ts';
import { type InspectorState, useInspector } from '../inspector-store.ts';

type Asked = Pick<InspectorState, 'filter' | 'search' | 'limits' | 'rulesOff'>;

/** The filter of the rows, asked under the thresholds and switches on screen and with what a search has met so far. */
export function askedFilter({ filter, search, limits, rulesOff }: Asked): RowFilter {
  const { find } = filter;
  if (find === undefined) return filter;
  const { conditions, text } = readFind(find);
  return {
    ...filter,
    ...(search !== undefined && search.found > 0 && search.text === text ? { hits: search.found } : {}),
    ...(conditions.some(({ kind }) => kind === 'finding') ? { settings: limits, off: Object.keys(rulesOff) } : {}),
  };
}

export function useAskedFilter(): RowFilter {
  const filter = useInspector((state) => state.filter);
  const search = useInspector((state) => state.search);
  const limits = useInspector((state) => state.limits);
  const rulesOff = useInspector((state) => state.rulesOff);
  return useMemo(() => askedFilter({ filter, search, limits, rulesOff }), [filter, search, limits, rulesOff]);
}
