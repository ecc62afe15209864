// Where cases go that are over: once a task has ended and nothing more came of it for a while, it is packed if nothing in it is odd.
// Whoever looks at a packed case reads it again, for as long as a judging lasts; whoever adds to one takes it out for good.

import type { CaseMarks, StreamCase, TaskCase } from './casebook.ts';
import { CommonWords } from './common-words.ts';
import { KeptStream, type CaseContents, type KeptTask, type PackedSource } from './kept-cases.ts';
import { PackedBytes, PackedWriter } from './packed-bytes.ts';
import { readCase, readMarks, writeCase } from './packed-case.ts';
import { isUneventful } from './uneventful.ts';

/** As many tasks that ended last are left as they are: what comes late mostly comes soon. */
const WAITING = 32;
/** As many packed cases are read again before what was read is dropped. */
const MOST_OPEN = 64;
const LONGEST = 1 << 16;

export class CaseArchive implements PackedSource {
  readonly #bytes = new PackedBytes();
  readonly #writer = new PackedWriter();
  readonly #words = new CommonWords();
  readonly #saysFinal: (task: TaskCase, stream: StreamCase) => boolean;
  #waiting: KeptTask[] = [];
  #open: KeptTask[] = [];

  constructor(saysFinal: (task: TaskCase, stream: StreamCase) => boolean) {
    this.#saysFinal = saysFinal;
  }

  /** A task was seen to have ended. */
  ended(task: KeptTask): void {
    if (this.#waiting.includes(task)) return;
    this.#waiting.push(task);
    if (this.#waiting.length < 2 * WAITING) return;
    for (let index = 0; index < WAITING; index += 1) this.#pack(this.#waiting[index] as KeptTask);
    this.#waiting = this.#waiting.slice(WAITING);
    if (this.#open.length > MOST_OPEN) this.closeAll();
  }

  /** Packs what may be packed: all is about to be judged. */
  settle(): void {
    for (const task of this.#waiting) this.#pack(task);
    this.#waiting = [];
  }

  /** Drops what was read of packed cases. */
  closeAll(): void {
    for (const task of this.#open) task.close();
    this.#open = [];
  }

  read(task: KeptTask): CaseContents {
    this.#open.push(task);
    return readCase(this.#bytes.at(task.place), this.#words, task);
  }

  /** What other cases are held against. */
  marksOf(task: KeptTask): CaseMarks {
    return readMarks(this.#bytes.at(task.place));
  }

  #pack(task: KeptTask): void {
    if (task.isPacked || !isUneventful(task, this.#saysFinal) || isAlwaysJudged(task)) return;
    this.#writer.reset();
    writeCase(this.#writer, this.#words, task);
    if (this.#writer.length <= LONGEST) task.pack(this.#bytes.keep(this.#writer.record), this);
  }
}

/** What is let pass is told of the first streams alone, and may be let pass for what comes later in the text. */
function isAlwaysJudged({ sightings }: KeptTask): boolean {
  const stream = sightings[0]?.stream;
  return stream instanceof KeptStream && stream.isAlwaysJudged;
}
