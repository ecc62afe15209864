// Which lesson the Watch panel shows a log as.

import type { Lesson } from '../../mock-agents/lesson.ts';
import type { LogSummary } from '../../model/engine/query.ts';
import { watchLesson } from './watch-play.ts';

/**
 * The watch lesson that a log is an episode of. One of which only the wire is left, without a fact, is none that can be shown as played:
 * of a stand-in that nobody tells of it is not known that it never moved.
 * @param inPane the lesson that the page itself plays into the log
 */
export function lessonOfLog(
  summary: Pick<LogSummary, 'episode' | 'reading' | 'rowCount' | 'hasKernelRows'> | undefined,
  inPane: string | undefined,
): Lesson | undefined {
  const isWireAlone = summary?.reading === 'read' && summary.rowCount > 0 && !summary.hasKernelRows;
  return isWireAlone ? undefined : watchLesson(summary?.episode?.lesson ?? inPane);
}
