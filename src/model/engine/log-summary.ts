// A log in figures.

import type { Log } from '../log/log.ts';
import type { SourceView } from '../log/log-view.ts';
import { doubtInWords } from '../log/read-as.ts';
import type { SourceFacts } from '../log/row.ts';
import { taskMovesOf } from '../projections/task-moves.ts';
import type { OpenLog } from './open-log.ts';
import type { LogSummary } from './query.ts';

const MOST_NOTICES = 5;
/** A hostile text may name a million. */
const MOST_AGENTS = 1_000;

export function summaryOf(open: OpenLog): LogSummary {
  const { log } = open;
  const sources = Array.from({ length: log.sourceCount }, (_, index) => log.sourceView(index)).filter((source) => source !== undefined);
  const facts = sources.flatMap((source) => source.facts ?? []);
  return {
    log: open.id,
    name: log.savedName ?? open.name,
    revision: open.revision,
    reading: open.reading,
    rowCount: log.rowCount,
    read: open.read,
    length: open.length,
    ...(open.bytes === undefined ? {} : { bytes: open.bytes }),
    format: log.source(0)?.format ?? 'unknown',
    protocol: oneWord(union(facts, 'protocols')),
    versions: union(facts, 'versions'),
    bindings: union(facts, 'bindings'),
    agents: log.agents().slice(0, MOST_AGENTS),
    taskCount: taskMovesOf(log).taskCountUpTo(log.rowCount),
    unreadCount: sources.reduce((sum, source) => sum + source.unread.length, 0),
    unreadLength: sources.reduce((sum, source) => sum + source.unreadLength, 0),
    setAsideCount: sources.reduce((sum, source) => sum + source.setAside.length, 0),
    redacted: sources.reduce((sum, source) => sum + source.cuts.length, 0),
    cutShapes: cutShapesOf(log),
    ...(log.times ? { firstTime: log.times.first, lastTime: log.times.last } : {}),
    ...(log.episode ? { episode: log.episode } : {}),
    settings: log.settings,
    notices: noticesOf(log),
    ...doubtsOf(log),
    hasKernelRows: log.hasKernelRows,
  };
}

function cutShapesOf(log: Log): LogSummary['cutShapes'] {
  const shapes = new Map<string, { readonly numbers: Set<number>; places: number }>();
  for (let index = 0; index < log.sourceCount; index += 1) {
    for (const [shape, { numbers, places }] of log.sourceView(index)?.cutShapes ?? []) {
      const known = shapes.get(shape);
      shapes.set(shape, { numbers: new Set([...(known?.numbers ?? []), ...numbers]), places: places + (known?.places ?? 0) });
    }
  }
  return [...shapes]
    .map(([shape, { numbers, places }]) => ({ shape, secrets: numbers.size, places }))
    .toSorted((a, b) => b.places - a.places || (a.shape < b.shape ? -1 : 1));
}

/** Several sources may each say what they are: every word once, in order of first sight. */
function union(facts: readonly SourceFacts[], member: 'protocols' | 'versions' | 'bindings'): readonly string[] {
  return [...new Set(facts.flatMap((source) => source[member]))];
}

function oneWord(protocols: readonly string[]): string {
  return protocols.length > 1 ? 'mixed' : (protocols[0] ?? 'none');
}

/** A saved file may hold many sources. */
const MOST_DOUBTS = 20;

function doubtsOf(log: Log): Pick<LogSummary, 'doubts'> {
  const doubts: string[] = [];
  for (let index = 0; index < log.sourceCount && doubts.length < MOST_DOUBTS; index += 1) {
    const source = log.sourceView(index);
    if (source?.doubt) doubts.push(`${log.sourceCount > 1 ? `${source.name}: ` : ''}${doubtInWords(source.doubt)}`);
  }
  return doubts.length === 0 ? {} : { doubts };
}

/** A reason that says itself where it is. */
const TELLS_PLACE = /\bline \d+, column \d+/;

function placeInWords(source: SourceView, from: number): string {
  const line = source.lineOf(from);
  return `line ${line}, column ${from - source.lineRange(line).from + 1}`;
}

function noticesOf(log: Log): readonly string[] {
  const notices: string[] = [];
  for (let index = 0; index < log.sourceCount && notices.length < MOST_NOTICES; index += 1) {
    const source = log.sourceView(index);
    if (!source) continue;
    const prefix = log.sourceCount > 1 ? `${source.name}, ` : '';
    for (const { from, why } of source.unread.slice(0, MOST_NOTICES - notices.length)) {
      notices.push(`${prefix}${TELLS_PLACE.test(why) ? why : `${placeInWords(source, from)}: ${why}`}`);
    }
  }
  return notices;
}
