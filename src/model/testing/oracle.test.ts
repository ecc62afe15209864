import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import { answer } from './oracle.ts';

interface VectorFile extends JsonObject {
  readonly cases: readonly { readonly name: string; readonly input: JsonObject; readonly expected: JsonObject }[];
}

/** Executable cases per file; a file that loses cases must not pass. */
const COUNTS = {
  lifecycle: 161,
  discovery: 359,
  admission: 650,
  parts: 158,
  'card-wire': 64,
  streams: 398,
  push: 398,
  adapters: 677,
  'worked-example': 8,
  outcomes: 115,
  watch: 241,
};

function load(file: string): VectorFile {
  return JSON.parse(readFileSync(new URL(`./fixtures/oracle/${file}.json`, import.meta.url), 'utf8')) as VectorFile;
}

/** Members of outcomes.json and watch.json that tell people what is meant. */
const READING_MATTER: ReadonlySet<string> = new Set([
  'peer_behaviour',
  'purpose',
  'peer_task_state',
  'rule',
  'must',
  'report',
  'defence',
  'items',
  'sentence',
  'logged',
]);

function compared(file: string, input: JsonObject, expected: JsonObject): JsonObject {
  if (file !== 'outcomes' && file !== 'watch') return expected;
  const isProse = input['name'] === 'TOKEN_DIGEST';
  return Object.fromEntries(Object.entries(expected).filter(([name]) => !READING_MATTER.has(name) && !(isProse && name === 'value')));
}

function isCrash(expected: Json): boolean {
  return JSON.stringify(expected).includes('"type":"crash"');
}

describe.each(Object.entries(COUNTS))('golden vectors: %s.json', (file, count) => {
  const document = load(file);
  it(`has its ${count} cases`, () => {
    expect(document.cases).toHaveLength(count);
  });
  it.each(document.cases.map((vector, index) => [index, vector.name, vector] as const))(
    '%i %s',
    async (_index, _name, { input, expected }) => {
      const answered = await answer(file, input, document);
      if (isCrash(expected)) expect(answered).toHaveProperty('error');
      else expect(answered).toEqual(compared(file, input, expected));
    },
  );
});

describe('the oracle', () => {
  it('says so when a file is none of those it answers', async () => {
    await expect(answer('weather', {}, {})).rejects.toThrow('no answers for weather.json');
  });
});
