// What is ordered, read from the messages of a task. They come from a stranger: what cannot be worked on is refused with a
// reason, before anything is begun.

import { SKILL_KEY } from '../../model/adapters/adapters.ts';
import { isJsonObject, type JsonObject } from '../../model/base/json.ts';
import { failure, success, type Result } from '../../model/base/result.ts';
import { messageText } from '../../model/kernel/parts.ts';
import type { Message } from '../../model/protocol/message.ts';
import type { Task } from '../../model/protocol/task.ts';
import { MOST_FIGURES } from './statistics.ts';
import { MOST_ROWS } from './table.ts';

export type Order =
  | { readonly skill: 'statistics'; readonly values: readonly number[] }
  | { readonly skill: 'format_table'; readonly metrics: JsonObject };

/** How an answer says that it does not want everything. */
const WITHOUT_EXTREMES = /\bwithout\b/i;

/** The order that a task began with; `answer` is what was said since, where something was asked. */
export function readOrder(task: Task, answer: Message | undefined): Result<Order> {
  const [first] = task.history;
  const data = dataOf(first);
  const isTrimmed = answer !== undefined && WITHOUT_EXTREMES.test(messageText(answer));
  switch (first?.metadata?.[SKILL_KEY]) {
    case 'statistics':
      return readFigures(data, isTrimmed);
    case 'format_table':
      return readMetrics(data, isTrimmed);
    default:
      return refused('This agent makes statistics and tables.');
  }
}

function readFigures(data: JsonObject, isTrimmed: boolean): Result<Order> {
  const values = data['values'];
  if (!Array.isArray(values) || values.length === 0) return refused('Statistics need values, a list of numbers.');
  if (values.length > MOST_FIGURES) return refused(`At most ${MOST_FIGURES} values are taken.`);
  if (!values.every((value): value is number => typeof value === 'number' && Number.isFinite(value))) {
    return refused('Statistics are made of numbers only.');
  }
  return success({ skill: 'statistics', values: isTrimmed ? withoutExtremes(values) : values });
}

function readMetrics(data: JsonObject, isTrimmed: boolean): Result<Order> {
  const metrics = data['metrics'];
  if (!isJsonObject(metrics)) return refused('A table needs metrics, an object.');
  const rows = Object.keys(metrics).length;
  if (rows === 0 || rows > MOST_ROWS) return refused(`A table has 1 to ${MOST_ROWS} rows.`);
  const { min: _min, max: _max, ...others } = metrics;
  return success({ skill: 'format_table', metrics: isTrimmed ? others : metrics });
}

/** All data of a message as one object; a later part wins. */
function dataOf(message: Message | undefined): JsonObject {
  const data = message?.parts.flatMap((part) => (part.kind === 'data' && isJsonObject(part.data) ? [part.data] : [])) ?? [];
  return Object.assign({}, ...data) as JsonObject;
}

/** Without the least and the greatest one, as long as something is left. */
function withoutExtremes(values: readonly number[]): readonly number[] {
  if (values.length <= 2) return values;
  return [...values].sort((one, other) => one - other).slice(1, -1);
}

function refused(message: string): Result<never> {
  return failure({ path: '', message });
}
