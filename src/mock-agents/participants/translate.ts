// The round trip of a task through the internal form and ACP, as three facts. Translating is the adapters' business.

import {
  acpFromInternal,
  encodeV03Task,
  internalDocument,
  internalFromAcp,
  internalFromTask,
  traceRoundTrip,
} from '../../model/adapters/adapters.ts';
import { invariant } from '../../model/base/assert.ts';
import type { Json } from '../../model/base/json.ts';
import type { TranslationStrategy } from '../../model/kernel/strategies.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { Task } from '../../model/protocol/task.ts';
import type { AgentIo } from '../agent-io.ts';

/** Writes the three facts; none where no task has come back. */
export function translate({ fact, now }: AgentIo, task: Task | undefined, { way }: Pick<TranslationStrategy, 'way'>): void {
  if (!task) return;
  const { taskId } = task;
  if (way === 'run') {
    const date = new Date(VIRTUAL_EPOCH + now()).toISOString();
    const trip = traceRoundTrip(JSON.parse(JSON.stringify(encodeV03Task(task, () => date))) as Json, way);
    invariant(trip, 'R.30', 'a task of ours is a whole task');
    const { internal, acp, back } = trip.documents;
    fact({ kind: 'translated', step: 'a2a-to-internal', taskId, document: internal });
    fact({ kind: 'translated', step: 'internal-to-acp', taskId, document: acp });
    fact({ kind: 'translated', step: 'acp-to-internal', taskId, document: back });
    return;
  }
  const internal = internalFromTask(task);
  invariant(internal.ok, 'R.1', 'a task in a state of ours has an internal form');
  fact({ kind: 'translated', step: 'a2a-to-internal', taskId, document: internalDocument(internal.value) });
  const envelope = acpFromInternal(internal.value);
  fact({ kind: 'translated', step: 'internal-to-acp', taskId, document: envelope });
  const back = internalFromAcp(envelope);
  invariant(back.ok, 'R.1', 'an envelope of our own can be read');
  fact({ kind: 'translated', step: 'acp-to-internal', taskId, document: internalDocument(back.value) });
}
