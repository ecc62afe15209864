// Times for statuses: the wire has times, the kernel ticks.

import type { DateStatus } from '../dialects/a2a-v03-encode.ts';

/** The date of a status is when this server first saw it, unless the kernel dated it. */
export function firstSeen(now: () => number): DateStatus {
  const seen = new Map<string, Map<number, string>>();
  return (taskId, status) => {
    const iso = (): string => new Date(now()).toISOString();
    if (status.tick === undefined) return iso();
    const ofTask = seen.get(taskId) ?? new Map<number, string>();
    seen.set(taskId, ofTask);
    const date = ofTask.get(status.tick) ?? iso();
    ofTask.set(status.tick, date);
    return date;
  };
}
