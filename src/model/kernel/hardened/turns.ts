// How a turn goes under the hardened policy: what is said is what was stored, the handler works whether or not anybody reads, and
// no ending of a handler leaves its task open (critique R22 to R26).

import type { StreamEvent } from '../../protocol/stream-event.ts';
import { ReaderQueue } from '../reader-queue.ts';
import type { DrivingStrategy, EmissionStrategy, EndStrategy } from '../strategies.ts';
import { isTerminal } from '../transition-table.ts';

/** The events of one turn, from what is written; they end with the task, even where its handler goes on. */
export const EMIT_WHAT_IS_STORED: EmissionStrategy = {
  id: 'emit-stored',
  title: 'A stream says what is stored, when it is stored',
  critique: 'R25',
  default: true,
  emit(run) {
    const said = new ReaderQueue<StreamEvent>(() => stop());
    const stop = run.onWritten((event) => {
      said.push(event);
      if (event.kind === 'status-update' && isTerminal(event.status.state)) said.end();
    });
    void workThrough(run.yielded, said);
    return said;
  },
};

async function workThrough(yielded: AsyncIterable<StreamEvent>, said: ReaderQueue<StreamEvent>): Promise<void> {
  try {
    const events = yielded[Symbol.asyncIterator]();
    while (!(await events.next()).done);
    said.end();
  } catch (thrown) {
    said.fail(thrown);
  }
}

export const WORK_APART: DrivingStrategy = {
  id: 'work-apart',
  title: 'A handler works apart from its readers: who stops reading stops nothing',
  critique: 'R24',
  default: true,
  apart: true,
};

/** The caller learns that the agent failed; why is the operator's to know, and goes into the fact. */
export const NO_OPEN_END: EndStrategy = {
  id: 'no-open-end',
  title: 'A handler that throws, or ends without a result, fails its task',
  critique: 'R22',
  default: true,
  returned(work, fail) {
    const { state } = work.task().status;
    if (state === 'submitted' || state === 'working') fail('ended without a result');
  },
  threw(_work, thrown, fail) {
    fail('the agent failed', thrown instanceof Error ? thrown.message : String(thrown));
  },
};
