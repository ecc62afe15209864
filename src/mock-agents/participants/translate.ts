// The round trip of a task through the internal form and ACP, as three facts. Translating is the adapters' business.

import { acpFromInternal, internalDocument, internalFromAcp, internalFromTask } from '../../model/adapters/adapters.ts';
import { invariant } from '../../model/base/assert.ts';
import type { Task } from '../../model/protocol/task.ts';
import type { AgentIo } from '../agent-io.ts';

/** Writes the three facts; none where no task has come back. */
export function translate({ fact }: AgentIo, task: Task | undefined): void {
  if (!task) return;
  const { taskId } = task;
  const internal = internalFromTask(task);
  invariant(internal.ok, 'R.1', 'a task in a state of ours has an internal form');
  fact({ kind: 'translated', step: 'a2a-to-internal', taskId, document: internalDocument(internal.value) });
  const envelope = acpFromInternal(internal.value);
  fact({ kind: 'translated', step: 'internal-to-acp', taskId, document: envelope });
  const back = internalFromAcp(envelope);
  invariant(back.ok, 'R.1', 'an envelope of our own can be read');
  fact({ kind: 'translated', step: 'acp-to-internal', taskId, document: internalDocument(back.value) });
}
