// What moves the cursor: by rows, along a lane, to an end, by playing.

import type { LogId } from '../../model/engine/query.ts';
import type { RowFilter } from '../../model/projections/row-view.ts';
import type { EngineClient } from '../engine-client.ts';
import { askedFilter } from '../find/find-filter.ts';
import { useInspector } from '../inspector-store.ts';

const state = () => useInspector.getState();

export function timeActions(engine: EngineClient) {
  const rowCount = async () => {
    const { log } = state();
    return log === undefined ? 0 : (await engine.query(log, 'summary', {})).rowCount;
  };
  const laneFilter = async (log: LogId, seq: number): Promise<RowFilter> => {
    const view = (await engine.query(log, 'row', { seq }))?.view;
    if (view?.taskId !== undefined) return { taskId: view.taskId };
    return view?.agent === undefined ? {} : { agent: view.agent };
  };
  const moveTo = (seq: number) => {
    state().setPlaying(false);
    if (state().selectedSeq === undefined) state().seek(seq);
    else state().selectRow(seq);
  };
  const neighbour = (log: LogId, by: number, filter: RowFilter): Promise<number> =>
    engine.query(log, 'neighbour', { seq: state().cursor, step: by, filter });
  const stepOnce = async (by: number, inLane: boolean) => {
    const { log, cursor, filter, followEnd } = state();
    if (log === undefined) return;
    state().setPlaying(false);
    const among = inLane && cursor >= 0 ? await laneFilter(log, cursor) : askedFilter(state());
    // Of what was found in a log that was just opened, the first comes first: its cursor is at the end only because all is known.
    const isFirstHit = filter.find !== undefined && followEnd && by > 0 && !inLane;
    const seq = await (isFirstHit ? engine.query(log, 'neighbour', { seq: -1, step: by, filter: among }) : neighbour(log, by, among));
    if (seq >= 0) state().selectRow(seq);
  };
  // One after the other: a burst of keys asks from where the step before has led.
  let stepped: Promise<void> = Promise.resolve();
  return {
    step(by: number, inLane = false) {
      const step = stepped.then(() => stepOnce(by, inLane));
      stepped = step.catch(() => undefined);
      return step;
    },
    async advance(by: number) {
      const { log } = state();
      const seq = log === undefined ? -1 : await neighbour(log, by, {});
      if (seq >= 0) moveTo(seq);
    },
    first() {
      if (state().log !== undefined) moveTo(0);
    },
    async last() {
      const count = await rowCount();
      if (count > 0) moveTo(count - 1);
    },
    async togglePlay() {
      const { log, playing, cursor } = state();
      if (log === undefined) return;
      if (!playing && cursor >= (await rowCount()) - 1) state().seek(0);
      state().setPlaying(!playing);
    },
  };
}
