// A kernel fact as a row. Its value is parsed again when it is shown; here only what the columns hold.

import { member, textMember } from '../base/json.ts';
import type { Fact, FactKind } from '../log/fact.ts';
import { TASK_STATES } from '../protocol/task.ts';
import { clampLabel } from './row-content.ts';
import type { RowColumns } from './reading.ts';

/** What the columns say about a fact. A member that a stranger's file spells otherwise is left out, never guessed. */
export function factContent(fact: Fact): RowColumns {
  const describe = DESCRIBE[fact.kind] as (fact: Fact) => Described;
  const { taskId, contextId, state, peer, failed, label } = describe(fact);
  return { taskId: text(taskId), contextId: text(contextId), state: known(state), peer: text(peer), failed, label: labelOf(label) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function known(state: unknown): RowColumns['state'] | undefined {
  return TASK_STATES.find((word) => word === state);
}

function labelOf(label: unknown): string | undefined {
  return typeof label === 'string' ? clampLabel(label) : undefined;
}

interface Described {
  readonly taskId?: string | undefined;
  readonly contextId?: string;
  readonly state?: RowColumns['state'];
  readonly peer?: string;
  readonly failed?: boolean;
  readonly label?: string;
}

type Describe = { readonly [K in FactKind]: (fact: Extract<Fact, { kind: K }>) => Described };

/** One row a kind: which of its members go into columns, and which make the label. */
const DESCRIBE: Describe = {
  'card-published': ({ card }) => ({ label: textOf(card, 'name') }),
  'need-stated': ({ tags }) => ({ label: listed(tags) }),
  'cards-ranked': ({ names }) => ({ label: listed(names) }),
  'discovery-refused': ({ reason }) => ({ failed: true, label: reason }),
  'delegation-admitted': ({ taskId, callee }) => ({ taskId, peer: callee }),
  'delegation-denied': ({ taskId, callee, denials }) => ({
    taskId,
    peer: callee,
    failed: true,
    label: listed(denials, (denial) => textOf(denial, 'code')),
  }),
  'task-created': ({ taskId, contextId, delegationChain }) => ({ taskId, contextId, label: listed(delegationChain) }),
  'status-stored': ({ taskId, contextId, state, tick }) => ({ taskId, contextId, state, label: `${word(state)}@${word(tick)}` }),
  'artifact-stored': ({ taskId, contextId, name }) => ({ taskId, contextId, label: name }),
  'transition-refused': ({ taskId, from, to }) => ({ taskId, failed: true, label: `${word(from)} → ${word(to)}` }),
  'write-refused': ({ taskId, reason }) => ({ taskId, failed: true, label: reason }),
  'push-config-set': ({ taskId, url }) => ({ taskId, label: url }),
  'push-config-refused': ({ taskId, code }) => ({ taskId, failed: true, label: code }),
  'push-config-deleted': ({ taskId, url }) => ({ taskId, label: url }),
  'push-sent': ({ taskId, state, url }) => ({ taskId, state, label: url }),
  translated: ({ taskId, step }) => ({ taskId, label: step }),
  'worker-started': ({ agent }) => ({ label: agent }),
  'worker-ended': ({ why }) => ({ label: why }),
  'retry-scheduled': ({ taskId, failure }) => ({
    taskId,
    failed: true,
    label: `${textOf(failure, 'kind')} ${word(member(failure, 'status'))}`.trim(),
  }),
  'outcome-decided': ({ taskId, outcome, attempts }) => ({
    taskId,
    failed: outcome !== 'ok',
    label: `${word(outcome)}/${word(attempts)}`,
  }),
  'late-completion': ({ taskId, state }) => ({ taskId, state, label: state }),
  'fault-injected': ({ mode }) => ({ label: mode }),
  'stand-in-moved': ({ taskId, event, to }) => ({ taskId, label: `${word(event)} → ${word(to)}` }),
  'turn-started': ({ taskId, turn }) => ({ taskId, label: `turn ${word(turn)}` }),
  parked: ({ taskId, state }) => ({ taskId, label: word(state) }),
  registered: ({ taskId, agent }) => ({ taskId, peer: agent, label: agent }),
  'registration-failed': ({ taskId, agent, errorType }) => ({ taskId, peer: agent, failed: true, label: errorType }),
  'watch-changed': ({ taskId, mode }) => ({ taskId, label: mode }),
  'task-fetched': ({ taskId, state, errorType }) => ({ taskId, failed: errorType !== undefined, label: word(state ?? errorType) }),
  'recheck-waiting': ({ taskId, recheck, waitMs }) => ({ taskId, label: `recheck ${word(recheck)}, ${word(waitMs)} ms` }),
  'follow-subscribed': ({ taskId, followRun }) => ({ taskId, label: `follow ${word(followRun)}` }),
  'follow-ended': ({ taskId, why }) => ({ taskId, failed: why === 'failed' || why === 'gone' || why === 'error', label: why }),
  'follow-cancelled': ({ taskId, why }) => ({ taskId, label: why }),
  'parent-told': ({ taskId, state }) => ({ taskId, label: state }),
  'stand-in-closed': ({ taskId, state }) => ({ taskId, label: state }),
  'history-rolled': ({ taskId, kept }) => ({ taskId, label: listed(kept) }),
  'push-accepted': ({ taskId, claimed }) => ({ taskId, label: word(claimed) }),
  'push-refused': ({ taskId, status, category }) => ({ taskId, failed: true, label: `${word(status)} ${word(category)}` }),
  'push-deletion-failed': ({ taskId, errorType }) => ({ taskId, failed: true, label: errorType }),
  'step-logged': ({ step, status }) => ({ failed: status !== 'OK', label: `${word(step)} ${word(status)}` }),
};

function textOf(holder: unknown, name: string): string {
  return textMember(holder, name) ?? '';
}

/** Only what is a word already: a list turned into text calls itself once a level, and a hostile one has more levels than a stack. */
function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function listed<T>(list: readonly T[], name: (item: T) => unknown = (item) => item): string {
  return Array.isArray(list) ? (list as readonly T[]).slice(0, 40).map(name).map(word).join(', ') : '';
}
