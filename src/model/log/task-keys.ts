// Tasks as numbers and as keys. Who keeps a task and its id identify it: two agents may well give one id to tasks of theirs, and
// then they are two. Where nothing says who keeps it, an id that is known already means the task known by it, and a keeper that
// becomes known later is the keeper of that task. A key never changes; the name that is shown tells the keeper where two tasks
// have one id (SPEC.md L.13).

import { invariant } from '../base/assert.ts';

/** Stands between id and keeper in a name. */
const AT = ' @ ';

export interface TaskNames {
  /** As it is shown: the id, with its keeper where another task has the same id. */
  nameOf(key: string): string;
  /** The id as its keeper gave it. */
  idOf(key: string): string;
  /** The tasks that a name means: all with that id, or the one of a keeper. None where it names no task. */
  named(name: string): readonly string[];
  /** The key of the task with this id at this keeper; the first with the id where the keeper is not known to have one. */
  at(id: string, keeper: string): string;
  /** Whether a keeper is known to keep a task under an id. */
  isKept(id: string, keeper: string): boolean;
  /** How many ids more than one keeper uses: a name is as good as the time at which this was asked. */
  readonly sharedCount: number;
}

export class TaskKeys implements TaskNames {
  readonly #ids: string[] = [];
  readonly #keepers: string[] = [];
  /** The first task of each id. */
  readonly #first = new Map<string, number>();
  /** Tasks of the ids that several keepers use, by keeper. */
  readonly #shared = new Map<string, Map<string, number>>();
  /** Keys that are not the id itself, and whose they are. */
  readonly #oddKeys = new Map<number, string>();
  readonly #oddNumbers = new Map<string, number>();
  /** What was asked for last: rows of one task come one after the other. */
  #lastId: string | undefined;
  #lastKeeper = '';
  #lastNumber = 0;

  get count(): number {
    return this.#ids.length;
  }
  get sharedCount(): number {
    return this.#shared.size;
  }

  /** The number of a task, from 1 in order of first sight; 0 for none. `keeper`: '' where nothing tells. */
  add(id: string | undefined, keeper: string): number {
    if (id === undefined) return 0;
    if (id === this.#lastId && keeper === this.#lastKeeper) return this.#lastNumber;
    const first = this.#first.get(id);
    const number = first === undefined ? this.#enterFirst(id, keeper) : this.#among(first, id, keeper);
    this.#lastId = id;
    this.#lastKeeper = keeper;
    this.#lastNumber = number;
    return number;
  }

  /** Who keeps a task; '' where that is not known so far. */
  keeperOf(number: number): string {
    return this.#keepers[number - 1] ?? '';
  }

  /** The key of a number; undefined for 0. */
  text(number: number): string | undefined {
    if (number === 0) return undefined;
    const id = this.#ids[number - 1];
    if (id === undefined) invariant(false, 'L.1', `no task has the number ${number}`);
    return this.#oddKeys.size === 0 ? id : (this.#oddKeys.get(number) ?? id);
  }

  /** The id of a number; undefined for 0. */
  id(number: number): string | undefined {
    return this.#ids[number - 1];
  }

  /** The name of a number; undefined for 0. */
  name(number: number): string | undefined {
    const id = this.#ids[number - 1];
    return id !== undefined && this.#shared.has(id) ? `${id}${AT}${this.keeperOf(number)}` : id;
  }

  /** The number of a key that may not be there: 0. */
  find(key: string): number {
    return this.#oddNumbers.get(key) ?? this.#first.get(key) ?? 0;
  }

  /** All keys, in order of first sight. */
  all(): readonly string[] {
    return this.#ids.map((id, index) => this.#oddKeys.get(index + 1) ?? id);
  }

  nameOf(key: string): string {
    return this.name(this.find(key)) ?? key;
  }

  idOf(key: string): string {
    return this.#ids[this.find(key) - 1] ?? key;
  }

  named(name: string): readonly string[] {
    const first = this.#first.get(name);
    const numbers = new Set(first === undefined ? [] : [first, ...(this.#shared.get(name)?.values() ?? [])]);
    const cut = name.lastIndexOf(AT);
    const kept = cut < 0 ? undefined : this.#kept(name.slice(0, cut), name.slice(cut + AT.length));
    if (kept !== undefined) numbers.add(kept);
    return [...numbers].flatMap((number) => this.text(number) ?? []);
  }

  at(id: string, keeper: string): string {
    return this.text(this.#kept(id, keeper) ?? this.#first.get(id) ?? 0) ?? id;
  }

  isKept(id: string, keeper: string): boolean {
    return this.#kept(id, keeper) !== undefined;
  }

  /** The task that a keeper is known to keep under an id. */
  #kept(id: string, keeper: string): number | undefined {
    const first = this.#first.get(id);
    const shared = this.#shared.get(id);
    if (shared !== undefined) return shared.get(keeper);
    return first !== undefined && this.keeperOf(first) === keeper ? first : undefined;
  }

  #among(first: number, id: string, keeper: string): number {
    if (keeper === '') return first;
    const known = this.#kept(id, keeper);
    if (known !== undefined) return known;
    // Only the first can be without a keeper: whoever comes next is its keeper.
    if (this.keeperOf(first) !== '') return this.#enterAnother(first, id, keeper);
    this.#keepers[first - 1] = keeper;
    return first;
  }

  #enterFirst(id: string, keeper: string): number {
    const number = this.#enter(id, keeper);
    this.#first.set(id, number);
    if (this.#oddNumbers.has(id)) this.#giveKey(number, `${id}${AT}${keeper}`);
    return number;
  }

  #enterAnother(first: number, id: string, keeper: string): number {
    const number = this.#enter(id, keeper);
    const shared = this.#shared.get(id);
    if (shared) shared.set(keeper, number);
    else
      this.#shared.set(
        id,
        new Map([
          [this.keeperOf(first), first],
          [keeper, number],
        ]),
      );
    this.#giveKey(number, `${id}${AT}${keeper}`);
    return number;
  }

  #enter(id: string, keeper: string): number {
    this.#keepers.push(keeper);
    return this.#ids.push(id);
  }

  /** An id of a hostile trace may read like the key of another task. */
  #giveKey(number: number, wanted: string): void {
    let key = wanted;
    while (this.#oddNumbers.has(key) || this.#first.has(key)) key += '′';
    this.#oddKeys.set(number, key);
    this.#oddNumbers.set(key, number);
  }
}
