import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '../base/json.ts';
import { answerAdapters, answerCardWire } from './oracle-adapters.ts';

interface VectorFile {
  readonly cases: readonly { readonly name: string; readonly input: Json; readonly expected: Json }[];
}

function read(file: string): { readonly document: Json; readonly cases: VectorFile['cases'] } {
  const document = JSON.parse(readFileSync(new URL(`./fixtures/oracle/${file}.json`, import.meta.url), 'utf8')) as Json & VectorFile;
  return { document, cases: document.cases };
}

/** Where the reference dies, its text is its own business: only the refusal counts. */
function comparable(answer: Json): Json {
  const error = isJsonObject(answer) ? answer['error'] : undefined;
  return isJsonObject(error) && error['type'] === 'crash' ? { error: { type: 'crash' } } : answer;
}

describe.each([
  ['adapters', answerAdapters],
  ['card-wire', answerCardWire],
] as const)('[R.2] golden vectors of %s', (file, answer) => {
  const { document, cases } = read(file);
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, { input, expected }) => {
    expect(comparable(answer(input, document))).toEqual(comparable(expected));
  });
});
