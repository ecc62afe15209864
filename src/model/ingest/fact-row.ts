// A kernel fact as a row. Its value is parsed again when it is shown; here only what the columns hold.

import { unreachable } from '../base/assert.ts';
import type { Fact } from '../log/fact.ts';
import { clampLabel, stated } from './row-content.ts';
import type { RowParts } from './reading.ts';

type FactContent = Pick<RowParts, 'taskId' | 'contextId' | 'state' | 'label' | 'failed' | 'peer'>;

/** What the columns say about a fact. A member that a stranger's file spells otherwise is left out, never guessed. */
export function factContent(fact: Fact): Partial<FactContent> {
  const { label, ...content } = described(fact);
  const texts = Object.entries(content).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean');
  return {
    ...stated<FactContent>(Object.fromEntries(texts) as Partial<FactContent>),
    ...(label === undefined ? {} : { label: clampLabel(label) }),
  };
}

interface Described {
  readonly taskId?: string | undefined;
  readonly contextId?: string;
  readonly state?: FactContent['state'];
  readonly peer?: string;
  readonly failed?: boolean;
  readonly label?: string;
}

function described(fact: Fact): Described {
  switch (fact.kind) {
    case 'card-published':
      return { label: String(fact.card?.name) };
    case 'need-stated':
      return { label: listed(fact.tags) };
    case 'cards-ranked':
      return { label: listed(fact.names) };
    case 'delegation-admitted':
      return { taskId: fact.taskId, peer: fact.callee };
    case 'delegation-denied':
      return { taskId: fact.taskId, peer: fact.callee, failed: true, label: listed(fact.denials, (denial) => denial?.code) };
    case 'task-created':
      return { taskId: fact.taskId, contextId: fact.contextId, label: listed(fact.delegationChain) };
    case 'status-stored':
      return { taskId: fact.taskId, contextId: fact.contextId, state: fact.state, label: `${fact.state}@${fact.tick}` };
    case 'artifact-stored':
      return { taskId: fact.taskId, contextId: fact.contextId, label: String(fact.name) };
    case 'transition-refused':
      return { taskId: fact.taskId, failed: true, label: `${fact.from} → ${fact.to}` };
    case 'write-refused':
      return { taskId: fact.taskId, failed: true, label: String(fact.reason) };
    case 'push-config-set':
    case 'push-config-deleted':
      return { taskId: fact.taskId, label: String(fact.url) };
    case 'push-config-refused':
      return { taskId: fact.taskId, failed: true, label: String(fact.code) };
    case 'push-sent':
      return { taskId: fact.taskId, state: fact.state, label: String(fact.url) };
    case 'translated':
      return { taskId: fact.taskId, label: String(fact.step) };
    case 'worker-started':
      return { label: String(fact.agent) };
    case 'worker-ended':
      return { label: String(fact.why) };
    default:
      return unreachable(fact);
  }
}

function listed<T>(list: readonly T[], name: (item: T) => unknown = (item) => item): string {
  return Array.isArray(list) ? (list as readonly T[]).slice(0, 40).map(name).map(String).join(', ') : '';
}
