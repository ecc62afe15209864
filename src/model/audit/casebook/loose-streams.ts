// Streams whose requests are not in the trace, told apart: a dump of several holds frames of one JSON-RPC id among those of others,
// or one stream after the other. Servers that make up an id for every frame are known too: there the task tells.

import type { Json } from '../../base/json.ts';
import type { Observation, Said } from '../../adapters/observation.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import type { StreamCase } from './casebook.ts';

/** As many of the last streams of a source as are asked whether a frame under a new id is of their task. */
const MOST_ASKED = 64;
/** As many of the last frames of a stream as are asked whether it is over. */
const MOST_FRAMES = 8;

interface OfSource {
  last: StreamCase | undefined;
  lastId: Json | undefined;
  /** Open streams, and those that may go on after the end of another was told. */
  readonly byId: Map<Json, StreamCase>;
  readonly streams: StreamCase[];
  count: number;
}

/** The streams of each source that belong to no call. */
export class LooseStreams {
  readonly #bySource = new Map<number, OfSource>();

  /** The stream that brought the last frame of a source; undefined before the first and after its end. */
  current(source: number): StreamCase | undefined {
    return this.#bySource.get(source)?.last;
  }

  /** How many streams of a source there have been. */
  countOf(source: number): number {
    return this.#bySource.get(source)?.count ?? 0;
  }

  /** The stream that an event belongs to; undefined where it begins one. */
  of(source: number, observation: Observation | undefined): StreamCase | undefined {
    const known = this.#bySource.get(source);
    if (!known) return undefined;
    const id = idOf(observation);
    if (id === undefined) return known.last;
    if (id === known.lastId && known.last) return known.last;
    const own = known.byId.get(id);
    const stream = own ? (isAnother(own, observation) ? undefined : own) : joined(known, observation?.said);
    if (!stream) return undefined;
    // The end of another stream was told for all of the source: this one goes on.
    if (stream.ended !== undefined) {
      stream.ended = undefined;
      stream.end = undefined;
      known.streams.push(stream);
    }
    known.byId.set(id, stream);
    [known.last, known.lastId] = [stream, id];
    return stream;
  }

  add(source: number, observation: Observation | undefined, stream: StreamCase): void {
    let known = this.#bySource.get(source);
    if (!known) {
      known = { last: undefined, lastId: undefined, byId: new Map<Json, StreamCase>(), streams: [], count: 0 };
      this.#bySource.set(source, known);
    }
    const id = idOf(observation);
    if (id !== undefined) known.byId.set(id, stream);
    known.streams.push(stream);
    known.count += 1;
    [known.last, known.lastId] = [stream, id];
  }

  /** Ends what is open in a source, the last one first; what was told to have ended before stays as it is. */
  end(source: number): readonly StreamCase[] {
    const known = this.#bySource.get(source);
    if (!known?.last) return [];
    const { last } = known;
    const open = known.streams.filter((stream) => stream !== last && stream.ended === undefined);
    [known.last, known.lastId] = [undefined, undefined];
    known.streams.length = 0;
    return [last, ...open];
  }
}

function idOf(observation: Observation | undefined): string | number | undefined {
  const id = observation?.rpcId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** Whether a stream that was told to have ended is over, and the event begins another under the same id. */
function isAnother(stream: StreamCase, observation: Observation | undefined): boolean {
  if (stream.ended === undefined || observation?.said.kind !== 'task') return false;
  if (stream.task && observation.said.task.taskId !== stream.task.id) return true;
  return stream.frames.slice(-MOST_FRAMES).some(({ sighting }) => isTerminal(sighting?.state));
}

/** The stream that a frame under a new id goes on with; undefined where it is the first of its own. */
function joined({ streams, last }: OfSource, said: Said | undefined): StreamCase | undefined {
  switch (said?.kind) {
    case 'status-update':
    case 'artifact-update': {
      const { taskId } = said.update;
      return streams.slice(-MOST_ASKED).findLast(({ task }) => task?.id === taskId);
    }
    case 'task':
    case 'message':
    case 'error':
      return undefined;
    default:
      return last;
  }
}
