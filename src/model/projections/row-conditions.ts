// The conditions of a find as questions about a row. Strings are judged once each and remembered by their numbers, so that a look
// at a million rows reads columns and compares nothing twice.

import type { Judgement } from '../audit/audit.ts';
import type { LogView, WordColumn, WordColumnName } from '../log/log-view.ts';
import { VIRTUAL_EPOCH } from '../log/saved-form.ts';
import { exchangeDurationsOf } from './exchange-durations.ts';
import type { FindColumn, FindCondition } from './find-language.ts';
import { isWithin, stretchOf } from './find-values.ts';

export type RowTest = (row: number) => boolean;
/** A test, and a text that is another one whenever the test would answer otherwise about a row that it has answered about. */
export interface KeyedTest {
  readonly key: string;
  readonly test: RowTest;
}

/** The columns that a plain word is looked for in. */
const WORD_COLUMNS: readonly WordColumnName[] = ['kind', 'agent', 'peer', 'task', 'label'];
/** An agent is whoever sent a row or was meant by it. */
const COLUMNS: Readonly<Record<FindColumn, readonly WordColumnName[]>> = {
  task: ['task'],
  agent: ['agent', 'peer'],
  channel: ['channel'],
  kind: ['kind'],
  state: ['state'],
  label: ['label'],
};

/** One condition as a test of the rows of a log as it is now. @param judgement asked for where findings are meant */
export function testOf(log: LogView, condition: FindCondition, judgement: () => Judgement): KeyedTest {
  const { key, test } = plainTestOf(log, condition, judgement);
  return condition.except ? { key: `not ${key}`, test: (row) => !test(row) } : { key, test };
}

function plainTestOf(log: LogView, condition: FindCondition, judgement: () => Judgement): KeyedTest {
  const key = JSON.stringify(condition);
  switch (condition.kind) {
    case 'word':
      return { key: byNames(log, key), test: anyColumn(log, WORD_COLUMNS, [condition.text]) };
    case 'column':
      return {
        key: condition.column === 'task' ? byNames(log, key) : key,
        test: anyColumn(log, COLUMNS[condition.column], condition.texts),
      };
    case 'exchange': {
      const numbers = new Set(condition.numbers);
      return { key, test: (row) => numbers.has(log.exchangeNumber(row)) && log.exchangeKey(row) > 0 };
    }
    case 'failed':
      return { key, test: (row) => log.failed(row) };
    case 'finding':
      return findingTest(condition.texts, log, judgement());
    case 'time': {
      const { first = 0, last = 0 } = log.times ?? {};
      const stretch = stretchOf(condition.bounds, { start: log.episode ? VIRTUAL_EPOCH : first, end: last });
      // By the instants: what a clock time means may change while the beginning of a log is still to come.
      return { key: `time ${stretch.from} ${stretch.to} ${key}`, test: (row) => isWithin(log.time(row) ?? Number.NaN, stretch) };
    }
    case 'duration': {
      const { bounds } = condition;
      const durations = exchangeDurationsOf(log);
      // An exchange grows with its rows.
      return { key: `${log.rowCount} ${key}`, test: (row) => isWithin(durations.durationOf(log, row) ?? Number.NaN, bounds) };
    }
  }
}

/** A task gets another name when a second one with its id is met. */
function byNames({ tasks }: LogView, key: string): string {
  return tasks.sharedCount === 0 ? key : `${tasks.sharedCount} names ${key}`;
}

function anyColumn(log: LogView, names: readonly WordColumnName[], texts: readonly string[]): RowTest {
  const tests = names.map((name) => columnTest(log.wordColumn(name), texts));
  const [first, second] = tests;
  if (first && !second) return first;
  return (row) => {
    for (const test of tests) if (test(row)) return true;
    return false;
  };
}

const YES = 1;
const NO = 2;

function columnTest(column: WordColumn, texts: readonly string[]): RowTest {
  let verdicts = new Uint8Array(256);
  return (row) => {
    const id = column.at(row);
    if (id >= verdicts.length) {
      const grown = new Uint8Array(Math.max(id + 1, verdicts.length * 2));
      grown.set(verdicts);
      verdicts = grown;
    }
    const known = verdicts[id];
    if (known !== 0) return known === YES;
    const text = column.text(id)?.toLowerCase();
    const passes = text !== undefined && texts.some((each) => text.includes(each));
    verdicts[id] = passes ? YES : NO;
    return passes;
  };
}

/** Rows that findings name; a finding names its first hundred. */
function findingTest(texts: readonly string[], log: LogView, { findings }: Judgement): KeyedTest {
  const rows = new Set<number>();
  for (const { rule, severity, rows: shown } of findings) {
    if (!texts.some((text) => text === severity || rule.includes(text))) continue;
    for (const row of shown) rows.add(row);
  }
  // Rows of the same findings are the same rows; what has come since may have made others of them.
  return { key: `finding ${texts.join(',')} ${findings.length} ${log.rowCount} ${rows.size}`, test: (row) => rows.has(row) };
}
