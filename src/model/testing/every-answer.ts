// Whatever can be asked of a log, asked at once: for tests in which the log is somebody's trap.

import type { Claim } from '../log/claim.ts';
import { createEngine } from '../engine/engine.ts';
import type { Engine, LogId, Projection } from '../engine/query.ts';
import { countedSlices } from './slice-ports.ts';

/** A text that has been read to its end. */
export async function opened(text: string): Promise<{ readonly engine: Engine; readonly log: LogId }> {
  const engine = createEngine(countedSlices(1000));
  const log = engine.open(text, { name: 'hostile' });
  await engine.settled(log);
  return { engine, log };
}

const UPDATED = { of: { kind: 'status-update' }, path: 'metadata.deep' } as const;

const CLAIMS: readonly Claim[] = [
  { say: 'one value', check: 'value', of: { kind: 'status-update' }, path: 'metadata', is: {} },
  { say: 'all values', check: 'values', of: { kind: 'status-update' }, path: 'metadata', are: [] },
  { say: 'every value', check: 'every', of: { kind: 'status-update' }, path: 'metadata', is: null },
  { say: 'the same', check: 'same', a: UPDATED, b: UPDATED },
  { say: 'not the same', check: 'same', a: UPDATED, b: { of: { kind: 'status-update' }, path: 'metadata' } },
];

/** Every projection's answer; at the end where no cursor is given. */
export function everyAnswer(
  { engine, log }: { readonly engine: Engine; readonly log: LogId },
  taskId: string,
  cursor = Number.MAX_SAFE_INTEGER,
): Readonly<Record<Projection, unknown>> {
  return {
    summary: engine.query(log, 'summary', {}),
    rows: engine.query(log, 'rows', { from: 0, count: 1000, filter: { find: 'deeper' } }),
    row: engine.query(log, 'row', { seq: 0 }),
    place: engine.query(log, 'place', { seq: 0 }),
    overview: engine.query(log, 'overview', {}),
    neighbour: engine.query(log, 'neighbour', { seq: 0, step: 1 }),
    timeline: engine.query(log, 'timeline', { grouping: 'agent', width: 600, laneFrom: 0, laneCount: 10, cursor }),
    density: engine.query(log, 'density', { buckets: 10 }),
    tasks: engine.query(log, 'tasks', { cursor, from: 0, count: 100 }),
    task: engine.query(log, 'task', { taskId, cursor }),
    lifecycle: engine.query(log, 'lifecycle', {}),
    chains: engine.query(log, 'chains', { cursor, limit: 100 }),
    discovery: engine.query(log, 'discovery', { cursor }),
    admission: engine.query(log, 'admission', { cursor }),
    chaos: engine.query(log, 'chaos', { cursor }),
    gaps: engine.query(log, 'gaps', {}),
    peerStory: engine.query(log, 'peerStory', {}),
    movePairs: engine.query(log, 'movePairs', {}),
    watch: engine.query(log, 'watch', { cursor }),
    doorbell: engine.query(log, 'doorbell', { cursor }),
    standIn: engine.query(log, 'standIn', { cursor }),
    wire: engine.query(log, 'wire', {}),
    roundTrips: engine.query(log, 'roundTrips', { cursor }),
    roundTrip: engine.query(log, 'roundTrip', { taskId, cursor }),
    cards: engine.query(log, 'cards', { cursor }),
    cardCount: engine.query(log, 'cardCount', { cursor }),
    source: engine.query(log, 'source', { source: 0, from: 1, count: 2 }),
    sources: engine.query(log, 'sources', {}),
    claims: engine.query(log, 'claims', {
      claims: CLAIMS,
    }),
    kernelVerdicts: engine.query(log, 'kernelVerdicts', { cursor }),
    findings: engine.query(log, 'findings', { from: 0, count: 1000 }),
    findingTotals: engine.query(log, 'findingTotals', {}),
    findingMarks: engine.query(log, 'findingMarks', {}),
    report: engine.query(log, 'report', {}),
    log: engine.query(log, 'log', { from: 0, count: 1000 }),
  };
}
