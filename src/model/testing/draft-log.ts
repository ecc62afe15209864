// A log made of drafts with their values beside them, for tests of projections: no text, no reader, order as given.

import type { Json } from '../base/json.ts';
import type { Fact } from '../log/fact.ts';
import { Interner } from '../log/interner.ts';
import type { LogView, WordColumn, WordColumnName } from '../log/log-view.ts';
import type { ExchangeFacts, RowDraft } from '../log/row.ts';
import type { RowKind } from '../log/row-kind.ts';
import { DEFAULT_SETTINGS } from '../log/saved-form.ts';
import { TaskKeys, type TaskNames } from '../log/task-keys.ts';

export type DraftRow = Partial<Omit<RowDraft, 'kind'>> & {
  readonly kind: RowKind;
  readonly value?: Json;
  readonly fact?: Fact;
};
export interface DraftLogOptions {
  readonly hasKernelRows?: boolean;
  readonly exchanges?: readonly ExchangeFacts[];
}

/** A kernel row from its fact, decided by an agent. */
export function factRow(by: string, fact: Fact, more: Partial<DraftRow> = {}): DraftRow {
  const taskId = 'taskId' in fact ? fact.taskId : undefined;
  const contextId = 'contextId' in fact ? fact.contextId : undefined;
  return {
    kind: fact.kind,
    channel: 'kernel',
    agent: by,
    fact,
    ...(taskId === undefined ? {} : { taskId }),
    ...(contextId === undefined ? {} : { contextId }),
    ...(fact.kind === 'status-stored' ? { state: fact.state } : {}),
    ...more,
  };
}

/** A reader over drafts: row number, place in the order and position in the list are the same. */
export function draftLog(drafts: readonly DraftRow[], options: DraftLogOptions = {}): LogView {
  const full = drafts.map((draft, index): RowDraft => {
    const { value: _value, fact: _fact, ...row } = draft;
    return { channel: 'none', source: 0, from: index, to: index + 1, path: '', provenance: 'received', ...row };
  });
  const at = (row: number): RowDraft => {
    const found = full[row];
    if (found === undefined) throw new Error(`no row ${row}`);
    return found;
  };
  const exchanges = exchangeKeys(full);
  return {
    rowCount: full.length,
    settings: DEFAULT_SETTINGS,
    episode: undefined,
    hasKernelRows: options.hasKernelRows ?? full.some((row) => row.channel === 'kernel'),
    rowAt: (seq) => seq,
    seqOf: (row) => row,
    row: at,
    kind: (row) => at(row).kind,
    time: (row) => at(row).time,
    state: (row) => at(row).state,
    taskKey: (row) => at(row).taskId,
    tasks: namesOf(full),
    agent: (row) => at(row).agent,
    ...listsOf(full, at),
    exchangeOf: (row) => {
      const { exchange, source } = at(row);
      return options.exchanges?.find((facts) => facts.exchange === exchange && facts.source === source);
    },
    source: () => undefined,
    channel: (row) => at(row).channel,
    peer: (row) => at(row).peer,
    label: (row) => at(row).label,
    failed: (row) => at(row).failed ?? false,
    exchangeKey: (row) => exchanges[row] ?? 0,
    exchangeNumber: (row) => at(row).exchange ?? 0,
    wordColumn: (name) => columnOf(at, name === 'task' ? 'taskId' : name),
    times: undefined,
    sourceCount: 0,
    sourceView: () => undefined,
    value: (row) => drafts[row]?.value,
    fact: (row) => drafts[row]?.fact,
  };
}

/** Nothing says who keeps a task: equal ids are one. */
function namesOf(rows: readonly RowDraft[]): TaskNames {
  const keys = new TaskKeys();
  for (const { taskId } of rows) keys.add(taskId, '');
  return keys;
}

/** The lists of rows per key. */
function listsOf(full: readonly RowDraft[], at: (row: number) => RowDraft) {
  const rowsWhere = (holds: (row: RowDraft) => boolean) => full.flatMap((row, index) => (holds(row) ? [index] : []));
  return {
    taskKeys: () => distinct(full, (row) => row.taskId),
    agents: () => distinct(full, (row) => row.agent),
    rowsOfTask: (taskId: string) => rowsWhere((row) => row.taskId === taskId),
    rowsOfAgent: (agent: string) => rowsWhere((row) => row.agent === agent),
    rowsOfKind: (kind: RowKind) => rowsWhere((row) => row.kind === kind),
    rowsOfExchange: (row: number) => {
      const { exchange, source } = at(row);
      return exchange === undefined ? [row] : rowsWhere((other) => other.exchange === exchange && other.source === source);
    },
  };
}

function columnOf(at: (row: number) => RowDraft, member: 'taskId' | Exclude<WordColumnName, 'task'>): WordColumn {
  const words = new Interner();
  return { at: (row) => words.add(at(row)[member]), text: (id) => words.text(id) };
}

/** The number of each row's exchange among all of them, 0 for none. */
function exchangeKeys(rows: readonly RowDraft[]): readonly number[] {
  const keys = new Map<string, number>();
  return rows.map(({ source, exchange }) => {
    if (exchange === undefined) return 0;
    const name = `${source} ${exchange}`;
    const key = keys.get(name) ?? keys.size + 1;
    keys.set(name, key);
    return key;
  });
}

function distinct(rows: readonly RowDraft[], pick: (row: RowDraft) => string | undefined): readonly string[] {
  return [...new Set(rows.map(pick).filter((name) => name !== undefined))];
}
