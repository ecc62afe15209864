// A policy is composed: ordered tables of checks and four strategies. `reference` is the first composition, with the
// semantics that the golden vectors pin, weaknesses included. Nothing below this file reads a policy's id.

import { quotedText } from '../base/quoted-text.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { Task, TaskState } from '../protocol/task.ts';
import { REFERENCE_ADMISSION, type AdmissionCheck } from './admission.ts';
import { hostOf } from './callback-host.ts';
import type { Check } from './policy-entry.ts';
import {
  CALLER_EXTENDS_CHAIN,
  EMIT_AS_YIELDED,
  END_MEANS_NOTHING,
  WRITE_THE_COPY,
  type EmissionStrategy,
  type EndStrategy,
  type OriginStrategy,
  type WriteStrategy,
} from './strategies.ts';
import { isTerminal } from './transition-table.ts';

/** Where a server is asked to call back. */
interface CallbackQuestion {
  readonly task: Task;
  readonly config: PushNotificationConfig;
  readonly allowedHosts: readonly string[];
}
/** A message on its way in; `task` when it answers one. */
interface MessageQuestion {
  readonly caller: CallerContext;
  readonly message: Message;
}
interface ReplyQuestion extends MessageQuestion {
  readonly task: Task;
}
/** A write by a handler: its copy, what is stored, and what it wants to write. */
export interface WriteQuestion {
  readonly copy: Task;
  readonly stored: Task | undefined;
  readonly write: { readonly kind: 'status'; readonly state: TaskState } | { readonly kind: 'artifact' };
}

export interface Policy {
  readonly id: string;
  readonly admission: readonly AdmissionCheck[];
  readonly callback: readonly Check<CallbackQuestion>[];
  readonly card: readonly Check<AgentCard>[];
  readonly message: readonly Check<MessageQuestion>[];
  readonly reply: readonly Check<ReplyQuestion>[];
  readonly write: readonly Check<WriteQuestion>[];
  readonly writeTarget: WriteStrategy;
  readonly emission: EmissionStrategy;
  readonly handlerEnd: EndStrategy;
  readonly origin: OriginStrategy;
}

const CALLBACK_HOST: Check<CallbackQuestion> = {
  id: 'callback-host',
  title: 'The callback host is on the allow-list; an empty list allows every host',
  critique: 'R01',
  default: true,
  check: ({ config, allowedHosts }) => {
    const host = hostOf(config.url);
    if (allowedHosts.length === 0 || allowedHosts.includes(host)) return undefined;
    return { code: 'CALLBACK_NOT_ALLOWED', message: `callback host ${quotedText(host)} is not in the allow-list` };
  },
};

const CALLBACK_TOKEN: Check<CallbackQuestion> = {
  id: 'callback-token',
  title: 'The callback carries a token',
  critique: 'R05',
  default: true,
  check: ({ config }) =>
    config.token !== ''
      ? undefined
      : { code: 'CALLBACK_UNAUTHENTICATED', message: 'a push notification config must carry a token the receiver can verify' },
};

const REPLY_TO_LIVE_TASK: Check<ReplyQuestion> = {
  id: 'reply-to-live-task',
  title: 'A reply needs a task that is not terminal',
  critique: 'R29',
  default: true,
  check: ({ task }) =>
    isTerminal(task.status.state) ? { code: 'TASK_TERMINAL', message: `task ${task.taskId} is ${task.status.state}` } : undefined,
};

/** The semantics that the golden vectors pin. */
export const reference: Policy = {
  id: 'reference',
  admission: REFERENCE_ADMISSION,
  callback: [CALLBACK_HOST, CALLBACK_TOKEN],
  card: [],
  message: [],
  reply: [REPLY_TO_LIVE_TASK],
  write: [],
  writeTarget: WRITE_THE_COPY,
  emission: EMIT_AS_YIELDED,
  handlerEnd: END_MEANS_NOTHING,
  origin: CALLER_EXTENDS_CHAIN,
};

/** Every policy that an episode may name. */
export const POLICIES: Readonly<Record<string, Policy>> = { reference };
