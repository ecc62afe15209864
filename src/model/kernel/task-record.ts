// What a server knows of a task and never says: who began it, and how guarded the data in it is.

import type { CallerContext } from '../protocol/caller-context.ts';
import { rankOf } from './classification.ts';

export type TaskRecord = Pick<CallerContext, 'tenant' | 'agentId' | 'userId' | 'dataClassification'>;

/** The record of a task that this caller begins. */
export function recordFrom({ tenant, agentId, userId, dataClassification }: CallerContext): TaskRecord {
  return { tenant, agentId, userId, dataClassification };
}

/** The record after a message of the caller: the more guarded of the two labels (critique R53). */
export function raisedRecord(record: TaskRecord, { dataClassification }: CallerContext): TaskRecord {
  const isHigher = (rankOf(dataClassification) ?? -1) > (rankOf(record.dataClassification) ?? -1);
  return isHigher ? { ...record, dataClassification } : record;
}
