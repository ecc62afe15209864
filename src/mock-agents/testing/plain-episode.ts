// Plays a small program against agents of the contract suite, and gives back what was recorded.

import type { RecordedLine } from '../../model/log/saved-form.ts';
import type { AgentIo } from '../agent-io.ts';
import { spawnInside } from '../in-process.ts';
import type { Spawn } from '../lanes.ts';
import { type EpisodeResult, playEpisode } from '../virtual-time/lab-core.ts';
import type { Participant } from '../virtual-time/seats.ts';
import { createWatchdog } from '../watchdog.ts';

export interface PlainEpisode extends EpisodeResult {
  /** What the program ended in; undefined when it did not end. */
  readonly value: unknown;
  readonly lines: readonly RecordedLine[];
  readonly text: string;
}
export interface PlainOptions {
  /** By agent name; an agent is booted as the behaviour of its name unless one is given. */
  readonly agents: readonly (string | { readonly agent: string; readonly behaviour: string; readonly restarts?: boolean })[];
  readonly far: Spawn;
  readonly seed?: string;
}
// Short verdicts keep the suite short; the bytes of a log do not depend on them.
const SETTINGS = { turnMillis: 400, bootMillis: 15_000, graceMillis: 50 };

/** Plays `program` as the client, in this thread, and everybody else where `far` seats them. */
export async function playPlain(program: (io: AgentIo) => Promise<unknown>, options: PlainOptions): Promise<PlainEpisode> {
  const lines: RecordedLine[] = [];
  const watchdog = createWatchdog(SETTINGS);
  const ended: { value?: unknown } = {};
  const inside = spawnInside({
    client: (io) => {
      void program(io).then(
        (value) => (ended.value = value),
        () => undefined,
      );
      return () => Promise.resolve({ status: 404, headers: {}, body: '' });
    },
  });
  const cast: readonly Participant[] = [
    ...options.agents.map((given): Participant => {
      const named = typeof given === 'string' ? { agent: given, behaviour: given } : given;
      return { settings: {}, spawn: options.far, place: 'worker', ...named };
    }),
    { agent: 'client', behaviour: 'client', settings: {}, spawn: inside, place: 'inside' },
  ];
  try {
    const result = await playEpisode({ cast, seed: options.seed ?? 'one', watchdog, record: (line) => lines.push(line) });
    return { ...result, value: ended.value, lines, text: lines.map((line) => JSON.stringify(line)).join('\n') };
  } finally {
    watchdog.close();
  }
}

/** Notes and deaths with their times, in words. */
export function notesOf(episode: PlainEpisode): string[] {
  return episode.lines.flatMap((line) => {
    if (line.line !== 'fact') return [];
    if (line.fact.kind === 'write-refused') return [`${line.at} ${line.by}: ${line.fact.reason}`];
    return line.fact.kind === 'worker-ended' ? [`${line.at} ${line.by} ended: ${line.fact.why}`] : [];
  });
}
