// A policy is composed: ordered tables of checks, and strategies. `reference` is the first composition, with the semantics
// that the golden vectors pin, weaknesses included; `hardened` mends them. Nothing below this file reads a policy's id.

import { quotedText } from '../base/quoted-text.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { Artifact, ContextId, Task, TaskId, TaskState } from '../protocol/task.ts';
import { REFERENCE_ADMISSION, type AdmissionCheck } from './admission.ts';
import { hostOf } from './callback-host.ts';
import { HARDENED_ADMISSION } from './hardened/admission-checks.ts';
import { HARDENED_CALLBACK } from './hardened/callback-checks.ts';
import {
  ASK_BEFORE_SENDING,
  CALLBACKS_BY_ID,
  CHAINS_SIGNED,
  DISCOVER_ADMISSIBLE,
  OWN_CONTEXTS,
  PUBLISH_STRICT_CARD,
  TIGHT_LIMITS,
  TRANSLATE_AS_RUN,
} from './hardened/keeping.ts';
import { HARDENED_MESSAGES, REPEATS_BY_MESSAGE, TAKE_AS_USER } from './hardened/message-checks.ts';
import { HARDENED_ACCESS, HARDENED_REPLIES } from './hardened/task-access.ts';
import { EMIT_WHAT_IS_STORED, NO_OPEN_END, WORK_APART } from './hardened/turns.ts';
import { ASSEMBLE_BY_ID, HARDENED_WRITES, WRITE_THE_STORED } from './hardened/writes.ts';
import { GENEROUS_LIMITS, type Limits } from './limits.ts';
import type { Check } from './policy-entry.ts';
import {
  ARTIFACTS_PILE_UP,
  CALLER_EXTENDS_CHAIN,
  CHAINS_CLAIMED,
  DISCOVER_ALL_OR_NOTHING,
  DRIVEN_BY_READER,
  EMIT_AS_YIELDED,
  END_MEANS_NOTHING,
  ONE_CALLBACK,
  PUBLISH_PINNED_CARD,
  REPEATS_BY_NAME,
  SEND_UNASKED,
  TAKE_AS_SENT,
  TRANSLATE_AS_ENVELOPE,
  WRITE_THE_COPY,
  type ArtifactStrategy,
  type CallbackStrategy,
  type ChainStrategy,
  type DiscoveryStrategy,
  type DrivingStrategy,
  type EmissionStrategy,
  type EndStrategy,
  type IntakeStrategy,
  type OriginStrategy,
  type PublishingStrategy,
  type RepeatStrategy,
  type SendingStrategy,
  type TranslationStrategy,
  type WriteStrategy,
} from './strategies.ts';
import type { TaskRecord } from './task-record.ts';
import { isTerminal } from './transition-table.ts';

/** Where a server is asked to call back. */
export interface CallbackQuestion {
  readonly task: Task;
  readonly config: PushNotificationConfig;
  readonly allowedHosts: readonly string[];
}
/** A message on its way in. */
export interface MessageQuestion {
  readonly caller: CallerContext;
  readonly message: Message;
  readonly card: AgentCard;
  readonly isStream: boolean;
  /** The tenant whose context it asks for; undefined where it asks for none, or for one that nobody has yet. */
  readonly contextTenant: string | undefined;
}
/** One task, and somebody who asks for it. */
export interface AccessQuestion {
  readonly caller: CallerContext;
  readonly task: Task;
  readonly record: TaskRecord;
}
/** A message that answers a task. */
export interface ReplyQuestion extends AccessQuestion {
  readonly message: Message;
  readonly contextId: ContextId | undefined;
  /** Whether a handler is at work on the task. */
  readonly isAtWork: boolean;
}
/** A write: the writer's copy, what is stored, and what it wants to write. */
export interface WriteQuestion {
  readonly copy: Task;
  readonly stored: Task | undefined;
  readonly write: { readonly kind: 'status'; readonly state: TaskState } | { readonly kind: 'artifact'; readonly artifact: Artifact };
  /** The task that a handler was called for; undefined where the server itself writes. */
  readonly writer: TaskId | undefined;
}

export interface Policy {
  readonly id: string;
  readonly admission: readonly AdmissionCheck[];
  /** Asked wherever a caller names a task; an objection is told as if there were no such task. */
  readonly access: readonly Check<AccessQuestion>[];
  readonly callback: readonly Check<CallbackQuestion>[];
  readonly card: readonly Check<AgentCard>[];
  readonly message: readonly Check<MessageQuestion>[];
  readonly reply: readonly Check<ReplyQuestion>[];
  readonly write: readonly Check<WriteQuestion>[];
  readonly writeTarget: WriteStrategy;
  readonly artifacts: ArtifactStrategy;
  readonly intake: IntakeStrategy;
  readonly repeats: RepeatStrategy;
  readonly callbacks: CallbackStrategy;
  readonly driving: DrivingStrategy;
  readonly chains: ChainStrategy;
  readonly sending: SendingStrategy;
  readonly publishing: PublishingStrategy;
  readonly translation: TranslationStrategy;
  readonly discovery: DiscoveryStrategy;
  readonly limits: Limits;
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
  access: [],
  callback: [CALLBACK_HOST, CALLBACK_TOKEN],
  card: [],
  message: [],
  reply: [REPLY_TO_LIVE_TASK],
  write: [],
  writeTarget: WRITE_THE_COPY,
  artifacts: ARTIFACTS_PILE_UP,
  intake: TAKE_AS_SENT,
  repeats: REPEATS_BY_NAME,
  callbacks: ONE_CALLBACK,
  driving: DRIVEN_BY_READER,
  chains: CHAINS_CLAIMED,
  sending: SEND_UNASKED,
  publishing: PUBLISH_PINNED_CARD,
  translation: TRANSLATE_AS_ENVELOPE,
  discovery: DISCOVER_ALL_OR_NOTHING,
  limits: GENEROUS_LIMITS,
  emission: EMIT_AS_YIELDED,
  handlerEnd: END_MEANS_NOTHING,
  origin: CALLER_EXTENDS_CHAIN,
};

/** The weaknesses of the reference mended, each by an entry that says which (weaknesses.ts). */
export const hardened: Policy = {
  id: 'hardened',
  admission: HARDENED_ADMISSION,
  access: HARDENED_ACCESS,
  callback: HARDENED_CALLBACK,
  card: [],
  message: HARDENED_MESSAGES,
  reply: HARDENED_REPLIES,
  write: HARDENED_WRITES,
  writeTarget: WRITE_THE_STORED,
  artifacts: ASSEMBLE_BY_ID,
  intake: TAKE_AS_USER,
  repeats: REPEATS_BY_MESSAGE,
  callbacks: CALLBACKS_BY_ID,
  driving: WORK_APART,
  chains: CHAINS_SIGNED,
  sending: ASK_BEFORE_SENDING,
  publishing: PUBLISH_STRICT_CARD,
  translation: TRANSLATE_AS_RUN,
  discovery: DISCOVER_ADMISSIBLE,
  limits: TIGHT_LIMITS,
  emission: EMIT_WHAT_IS_STORED,
  handlerEnd: NO_OPEN_END,
  origin: OWN_CONTEXTS,
};

/** Every policy that an episode may name. */
export const POLICIES: Readonly<Record<string, Policy>> = { reference, hardened };

/** The policy of that id; undefined where there is none. */
export function policyNamed(id: string | undefined): Policy | undefined {
  return id !== undefined && Object.hasOwn(POLICIES, id) ? POLICIES[id] : undefined;
}
