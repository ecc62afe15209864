// The moment that the picture shows: that of the cursor in the log on screen, or one that a person slid to and at which that log
// has no row of its own. A row that is chosen anywhere else puts the picture back to it.

import { useCallback, useMemo, useRef, useState } from 'react';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import { useInspector } from '../inspector-store.ts';
import { useAnswer } from '../queries.ts';
import { type FigureAxis, rowAt, timeAt } from './figure-layout.ts';
import type { SeenRound } from './gap-takes.ts';

export interface FigureTime {
  /** Virtual milliseconds; undefined where the log on screen is none of the episodes, and all of the picture holds. */
  readonly at: number | undefined;
  /** Parts of the width, 0 to 1. */
  readonly slide: (part: number) => void;
}
/** The last row of the log on screen at a time. */
export type RowOfTime = (at: number) => number | Promise<number>;

export function useFigureTime({ takes }: SeenRound, axis: FigureAxis): FigureTime {
  const log = useInspector((state) => state.log);
  const shown = takes.find((take) => take.log === log);
  const rowOfTime = useMemo(() => shown && ((at: number) => rowAt(shown.story, at) ?? 0), [shown]);
  return useMoment(axis, rowOfTime);
}

/** @param rowOfTime undefined where the log on screen is none of those in the picture */
export function useMoment(axis: FigureAxis, rowOfTime: RowOfTime | undefined): FigureTime {
  const log = useInspector((state) => state.log);
  const cursor = useInspector((state) => state.cursor);
  const row = useAnswer('row', { seq: cursor }, { enabled: rowOfTime !== undefined && cursor >= 0 });
  const [slid, setSlid] = useState<{ readonly log: number | undefined; readonly cursor: number; readonly at: number }>();
  const slides = useRef(0);
  const slide = useCallback(
    (part: number) => {
      const at = timeAt(axis, part);
      slides.current += 1;
      const own = slides.current;
      setSlid({ log, cursor, at });
      const put = (seq: number) => {
        if (own !== slides.current || useInspector.getState().log !== log) return;
        useInspector.getState().seek(seq);
        setSlid({ log, cursor: seq, at });
      };
      const found = rowOfTime?.(at);
      if (typeof found === 'number') put(found);
      else void found?.then(put);
    },
    [axis, rowOfTime, log, cursor],
  );
  const time = row.data?.view.time;
  const ofCursor = rowOfTime === undefined ? undefined : cursor < 0 ? 0 : time === undefined ? undefined : time - VIRTUAL_EPOCH;
  const at = slid?.log === log && slid?.cursor === cursor ? slid.at : ofCursor;
  return useMemo(() => ({ at, slide }), [at, slide]);
}
