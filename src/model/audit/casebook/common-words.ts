// Words that are few and come again and again, as numbers.

/** States as they are spelled, versions, methods: numbers from 1, 0 for none. */
export class CommonWords {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];

  number(word: string | undefined): number {
    if (word === undefined) return 0;
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.push(word);
    this.#numbers.set(word, number);
    return number;
  }

  word(number: number): string | undefined {
    return this.#words[number - 1];
  }
}
