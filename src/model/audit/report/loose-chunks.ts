// Chunks of one task that come through several streams of one text that tells no ends of streams: who subscribes again is told the
// same once more. Calls tell such streams apart, and JSON-RPC ids where requests are not in the text and ids are those of streams: servers that make up an id for every frame
// are known too, so only an id that brought two frames is one. A chunk that another open stream has brought is no news, and
// neither is what another stream says after one has told the end of the task. SPEC.md P.57.

import type { Part } from '../../protocol/part.ts';
import type { TaskArtifactUpdate } from '../../protocol/stream-event.ts';

export type StreamId = string | number;

/** Chunks of an artifact that are looked through: streams that are open at once are not far apart. */
const MOST_CHUNKS = 64;
const MOST_STREAMS = 16;

type Chunk = Pick<TaskArtifactUpdate, 'append' | 'artifact'>;

interface OpenStream {
  readonly id: StreamId;
  frames: number;
  /** How many chunks of each artifact it has brought, those before it included. */
  readonly places: Map<string, number>;
}
interface Brought {
  /** How many came before those that are kept. */
  left: number;
  readonly chunks: Chunk[];
}

/** What loose streams have brought of one task. */
export class LooseChunks {
  readonly #streams: OpenStream[] = [];
  readonly #brought = new Map<string, Brought>();
  #last: OpenStream | undefined;
  #endedBy: StreamId | undefined;
  /** Two streams were open at once: a late one may still tell what was told. */
  #wasShared = false;

  /** Takes note of a frame. */
  frame(id: StreamId): void {
    this.#streamOf(id).frames += 1;
  }

  /** Takes in a chunk of a frame that was noted. @returns false where another stream has told it */
  takes(id: StreamId, chunk: Chunk): boolean {
    const { artifactId } = chunk.artifact;
    if (this.#endedBy !== undefined && this.#endedBy !== id && this.#brought.has(artifactId)) return false;
    const stream = this.#streamOf(id);
    const brought = this.#brought.get(artifactId);
    if (!brought) {
      this.#brought.set(artifactId, { left: 0, chunks: [chunk] });
      stream.places.set(artifactId, 1);
      return true;
    }
    const known = this.#haveIds() ? placeOf(brought, chunk, stream.places.get(artifactId)) : undefined;
    if (known !== undefined) {
      stream.places.set(artifactId, known + 1);
      return false;
    }
    brought.chunks.push(chunk);
    // In steps: a shift for every chunk of a long stream is dear.
    if (brought.chunks.length > 2 * MOST_CHUNKS) brought.left += brought.chunks.splice(0, MOST_CHUNKS).length;
    stream.places.set(artifactId, brought.left + brought.chunks.length);
    return true;
  }

  /** Whether no stream is open, and none beside another that could go on. */
  get isAtRest(): boolean {
    return this.#streams.length === 0 && !this.#wasShared;
  }

  /** Whether another stream is open. */
  isBeside(id: StreamId): boolean {
    return this.#streams.length > 1 && this.#streams.some((stream) => stream.id !== id && stream.frames > 1);
  }

  /** Whether ids are those of streams here: one of several brought two frames. */
  #haveIds(): boolean {
    return this.#streams.length > 1 && this.#streams.some(({ frames }) => frames > 1);
  }

  /** A stream is over; with `task`, the task too. */
  end(id: StreamId, task: boolean): void {
    const place = this.#streams.findIndex((stream) => stream.id === id);
    if (place < 0) return;
    const [over] = this.#streams.splice(place, 1);
    if (this.#last === over) this.#last = undefined;
    if (!task || (over?.frames ?? 0) < 2) return;
    this.#endedBy ??= id;
    this.#streams.length = 0;
    this.#last = undefined;
    for (const brought of this.#brought.values()) brought.chunks.length = 0;
  }

  #streamOf(id: StreamId): OpenStream {
    if (this.#last?.id === id) return this.#last;
    let stream = this.#streams.find((each) => each.id === id);
    if (!stream) {
      if (this.#streams.length >= MOST_STREAMS) this.#streams.shift();
      this.#wasShared ||= this.#streams.length > 0;
      stream = { id, frames: 0, places: new Map() };
      this.#streams.push(stream);
    }
    this.#last = stream;
    return stream;
  }
}

/** Where a chunk stands among those that were brought, from the place that its stream has come to; undefined where it is new. */
function placeOf({ left, chunks }: Brought, chunk: Chunk, place: number | undefined): number | undefined {
  const from = Math.max(0, place === undefined ? chunks.length - MOST_CHUNKS : place - left);
  for (let index = from; index < chunks.length; index += 1) if (isSame(chunks[index], chunk)) return left + index;
  return undefined;
}

function isSame(one: Chunk | undefined, other: Chunk): boolean {
  if (one?.append !== other.append) return false;
  const [some, others] = [one.artifact.parts, other.artifact.parts];
  return some.length === others.length && some.every((part, index) => isSamePart(part, others[index]));
}

function isSamePart(one: Part, other: Part | undefined): boolean {
  if (one.text !== other?.text) return false;
  return one.text !== undefined || JSON.stringify(one) === JSON.stringify(other);
}
