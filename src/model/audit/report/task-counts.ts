// The counts of all tasks: open ones as they are, those that are over as bytes.

import { CommonWords } from '../casebook/common-words.ts';
import { PackedBytes, PackedWriter } from '../casebook/packed-bytes.ts';
import { isOver, readCount, writeCount, type OpenTask } from './task-count.ts';

/** As many tasks that ended last are left open: what comes late mostly comes soon. */
const WAITING = 32;
const LONGEST = 1 << 16;

export class TaskCounts {
  /** A task, or the place at which it is packed. In order of first sight. */
  readonly #tasks = new Map<object, OpenTask | number>();
  readonly #bytes = new PackedBytes();
  readonly #writer = new PackedWriter();
  readonly #words = new CommonWords();
  #ended: object[] = [];

  /** The task of a key, open from now on; undefined for one that was not set. */
  get(key: object): OpenTask | undefined {
    const known = this.#tasks.get(key);
    if (typeof known !== 'number') return known;
    const task = readCount(this.#bytes.at(known), this.#words);
    this.#tasks.set(key, task);
    this.ended(key);
    return task;
  }

  set(key: object, task: OpenTask): void {
    this.#tasks.set(key, task);
  }

  /** A task that may be over: it is packed after a while, if it still is. */
  ended(key: object): void {
    if (this.#ended.includes(key)) return;
    this.#ended.push(key);
    if (this.#ended.length < 2 * WAITING) return;
    for (let index = 0; index < WAITING; index += 1) this.#pack(this.#ended[index] as object);
    this.#ended = this.#ended.slice(WAITING);
  }

  /** Each in turn; what is packed stays so. */
  *all(): Generator<OpenTask, void, void> {
    for (const task of this.#tasks.values()) yield typeof task === 'number' ? readCount(this.#bytes.at(task), this.#words) : task;
  }

  #pack(key: object): void {
    const task = this.#tasks.get(key);
    if (task === undefined || typeof task === 'number' || !isOver(task)) return;
    this.#writer.reset();
    writeCount(this.#writer, this.#words, task);
    if (this.#writer.length <= LONGEST) this.#tasks.set(key, this.#bytes.keep(this.#writer.record));
  }
}
