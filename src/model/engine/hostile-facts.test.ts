// Facts and headers as a stranger's file may hold them: whatever stands in a member's place, every answer is there, crosses a
// worker boundary, and says what was not read.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import { chaosRecording, FLAKY, HUNG } from '../testing/chaos-recordings.ts';
import { everyAnswer, opened } from '../testing/every-answer.ts';
import { PROPERTY } from '../testing/arbitraries.ts';
import { RECORDING } from '../testing/small-recording.ts';

const HOSTILE: readonly Json[] = [
  null,
  7,
  -1,
  1e300,
  true,
  '',
  '__proto__',
  'x'.repeat(100_000),
  {},
  [],
  [[]],
  [null],
  { length: 3 },
  { toString: 1 },
];

const lines = (text: string): readonly JsonObject[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject);
const CALLER = { agentId: 'a', tenant: 't', userId: 'u', scopes: [], dataClassification: 'internal', delegationChain: ['b'] };
const CARD = {
  ...{
    name: 'n',
    description: 'd',
    url: 'https://a.example/',
    version: '1',
    protocolVersion: '0.3',
    streaming: true,
    pushNotifications: true,
  },
  skills: [{ skillId: 's', name: 's', description: 'd', tags: ['x'], examples: [] }],
  ...{
    defaultInputModes: [],
    defaultOutputModes: [],
    securitySchemes: ['oauth2'],
    owner: 'o',
    tenants: [],
    maxDataClassification: 'internal',
  },
};
const fact = (at: number, said: JsonObject): JsonObject => ({ at, line: 'fact', by: 'orchestrator', fact: said });
/** Facts of every kind that a projection looks into, beside the wire that they are about. */
const OTHERS: readonly JsonObject[] = [
  fact(0, { kind: 'card-published', card: CARD }),
  fact(1, { kind: 'need-stated', caller: CALLER, tags: ['x'], maxDepth: 4 }),
  fact(2, { kind: 'cards-ranked', names: ['n'], skipped: [{ name: 'm', reason: 'r' }] }),
  fact(3, { kind: 'discovery-refused', caller: 'a', reason: 'r' }),
  fact(4, { kind: 'delegation-denied', caller: CALLER, callee: 'n', maxDepth: 4, denials: [{ code: 'CYCLE', reason: 'r' }] }),
  fact(5, { kind: 'delegation-admitted', caller: CALLER, callee: 'n', maxDepth: 4, taskId: 'task-1' }),
  fact(6, { kind: 'push-config-refused', taskId: 'task-1', url: 'u', code: 'c', reason: 'r' }),
  fact(7, { kind: 'step-logged', step: 's', status: 'DEGRADED', detail: 'd', report: { mean: 2 } }),
  fact(8, { kind: 'fault-injected', mode: 'hang', what: 'w' }),
  fact(9, { kind: 'late-completion', taskId: 'task-1', state: 'completed' }),
  fact(9, { kind: 'worker-ended', agent: 'specialist', why: 'crash' }),
  fact(9, { kind: 'parent-told', standIn: 'l-1', number: 1, state: 'working', text: 't', note: true }),
];
const EPISODES = [RECORDING, chaosRecording(FLAKY), chaosRecording(HUNG)].map((text) => {
  const [header = {}, ...rest] = lines(text);
  return [header, ...OTHERS, ...rest];
});

/** A value with one of its members, at any depth, put in another's place or taken away. */
function wounded(value: Json, draw: (below: number) => number): Json {
  if (typeof value !== 'object' || value === null) return HOSTILE[draw(HOSTILE.length)] ?? null;
  const keys = Object.keys(value);
  const key = keys[draw(keys.length + 1)];
  if (key === undefined) return HOSTILE[draw(HOSTILE.length)] ?? null;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => (String(index) === key ? wounded(item, draw) : item));
  const { [key]: inner = null, ...others } = value as JsonObject;
  return draw(5) === 0 ? others : { ...others, [key]: wounded(inner, draw) };
}

describe('a recording that a stranger wrote', () => {
  it('[N.10] breaks no answer, whatever a fact or the header holds', async () => {
    const wounds = fc.array(fc.nat(), { minLength: 60, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...EPISODES), wounds, fc.nat({ max: 60 }), async (episode, numbers, cursor) => {
        let next = 0;
        const draw = (below: number): number => (numbers[next++ % numbers.length] ?? 0) % below;
        const text = episode.map((line) => {
          const hurts = line['line'] === 'fact' || 'delegationInspector' in line ? draw(2) === 0 : false;
          if (!hurts) return JSON.stringify(line);
          const what = line['line'] === 'fact' ? 'fact' : (['episode', 'settings', 'name', 'version'][draw(4)] ?? '');
          return JSON.stringify({ ...line, [what]: wounded(line[what] ?? null, draw) });
        });
        const there = await opened(`${text.join('\n')}\n`);
        expect(there.engine.query(there.log, 'summary', {}).notices.join()).not.toContain('the reader failed');
        for (const at of [cursor, Number.MAX_SAFE_INTEGER]) {
          for (const [name, given] of Object.entries(everyAnswer(there, 'task-1', at))) {
            const answer = JSON.stringify(structuredClone(given)) ?? '';
            // The word is in no text of ours: where it stands, a member was told that is not there.
            expect(answer.includes('undefined') ? `${name}: ${answer.slice(0, 400)}` : '').toBe('');
          }
        }
        const rows = there.engine.query(there.log, 'summary', {}).rowCount;
        for (let seq = 0; seq < rows; seq += 1) there.engine.query(there.log, 'row', { seq });
      }),
      { ...PROPERTY, numRuns: 60 },
    );
  }, 120_000);
});
