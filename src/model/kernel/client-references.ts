// Which task a caller's own name for its wish belongs to, so that asking twice does the work once (gap 2 of SPEC.md family Q).
// A name belongs to one caller: what another one calls the same is another wish. SPEC.md I.5.

import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { TaskId } from '../protocol/task.ts';
import { refusal } from './kernel-error.ts';

export interface ClientReferences {
  /** The task of an earlier wish. Throws CLIENT_REF_REUSED where the earlier wish was another one. */
  find(caller: CallerContext, clientRef: string, message: Message): TaskId | undefined;
  keep(caller: CallerContext, clientRef: string, wish: { readonly message: Message; readonly taskId: TaskId }): void;
  /** Lets go of the wish of a task that is no longer known. */
  forget(taskId: TaskId): void;
}

/** No references yet. */
export function createClientReferences(): ClientReferences {
  const all = new Map<string, { readonly taskId: TaskId; readonly wanted: string }>();
  const keyOfTask = new Map<TaskId, string>();
  return {
    find(caller, clientRef, message) {
      const earlier = all.get(keyOf(caller, clientRef));
      if (earlier && earlier.wanted !== wantedIn(message)) {
        throw refusal('CLIENT_REF_REUSED', `${clientRef} names another request of the same caller`);
      }
      return earlier?.taskId;
    },
    keep(caller, clientRef, { message, taskId }) {
      const key = keyOf(caller, clientRef);
      all.set(key, { taskId, wanted: wantedIn(message) });
      keyOfTask.set(taskId, key);
    },
    forget(taskId) {
      const key = keyOfTask.get(taskId);
      if (key !== undefined) all.delete(key);
      keyOfTask.delete(taskId);
    },
  };
}

function keyOf({ tenant, agentId, userId }: CallerContext, clientRef: string): string {
  return JSON.stringify([tenant, agentId, userId, clientRef]);
}

/** What a message wants, whatever it is called: a repeated one may have another id. Clients repeat what they sent, byte for byte. */
function wantedIn({ parts, metadata }: Message): string {
  return JSON.stringify([parts, metadata ?? null]);
}
