import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { TASK_STATES } from '../../protocol/task.ts';
import { arbitraryTask, PROPERTY } from '../../testing/arbitraries.ts';
import { encodeTask } from '../dialects/a2a-v03-encode.ts';
import { asJson } from '../dialects/a2a-v03-wire.ts';
import { encodeV1Task } from '../dialects/a2a-v1-encode.ts';
import { acpFromInternal, internalFromAcp } from '../dialects/acp-envelope.ts';
import { A2A_TO_INTERNAL, INTERNAL_TO_A2A, internalFromTask } from '../dialects/internal-task.ts';
import { leavesOf, pathOf } from './leaves.ts';
import { traceRoundTrip, vocabulary } from './trace-round-trip.ts';

const task = (members: JsonObject): JsonObject => ({ kind: 'task', id: 't', contextId: 'c', status: { state: 'completed' }, ...members });
const text = (words: string): JsonObject => ({ kind: 'text', text: words });
const said = (role: string, ...parts: readonly JsonObject[]): JsonObject => ({ kind: 'message', messageId: 'm', role, parts });
const artifact = (name: string, ...parts: readonly JsonObject[]): JsonObject => ({ artifactId: `a-${name}`, name, parts });

/** The lost fields that nobody declared: path and remark. */
function undeclared(document: Json): readonly string[] {
  const fields = traceRoundTrip(document)?.fields ?? [];
  return fields.filter(({ verdict }) => verdict === 'undeclared-loss').map(({ original, remark }) => `${original?.path ?? ''}: ${remark}`);
}
const fateAt = (document: Json, path: string) => traceRoundTrip(document)?.fields.find(({ original }) => original?.path === path);

describe('[R.3] the round trip of a wire task', () => {
  it('shows where each value is at each station', () => {
    const document = task({
      history: [said('user', text('Screen it'))],
      artifacts: [artifact('report', text('one match'), { kind: 'data', data: { matches: 1 } })],
      metadata: { 'delegation-inspector/chain': ['orchestrator'] },
    });
    expect(fateAt(document, 'history[0].parts[0].text')).toEqual({
      verdict: 'renamed',
      original: { path: 'history[0].parts[0].text', value: 'Screen it' },
      internal: { path: 'inputText', value: 'Screen it' },
      acp: { path: 'input[0].content', value: 'Screen it' },
      back: { path: 'inputText', value: 'Screen it' },
      remark: 'text → inputText → content',
    });
    expect(fateAt(document, 'artifacts[0].parts[1].data.matches')).toEqual({
      verdict: 'kept',
      original: { path: 'artifacts[0].parts[1].data.matches', value: '1' },
      internal: { path: 'structured.matches', value: '1' },
      acp: { path: 'output[0].parts[1].content.matches', value: '1' },
      back: { path: 'structured.matches', value: '1' },
      remark: '',
    });
    expect(fateAt(document, 'metadata["delegation-inspector/chain"][0]')).toMatchObject({
      verdict: 'renamed',
      acp: { path: 'metadata.delegation_chain[0]', value: 'orchestrator' },
    });
    expect(undeclared(document)).toEqual([]);
  });

  it('is equal and loses data all the same (R34 to R37)', () => {
    const documents: Readonly<Record<string, JsonObject>> = {
      file: task({ artifacts: [{ ...artifact('evidence', { kind: 'file', file: { uri: 'e.pdf' } }), description: 'Signed evidence' }] }),
      texts: task({ artifacts: [artifact('r', text('a'), text('b'))] }),
      scores: task({
        artifacts: [artifact('r', { kind: 'data', data: { score: 0.9 } }), artifact('s', { kind: 'data', data: { score: 0.1 } })],
      }),
      correction: task({
        status: { state: 'failed', message: said('agent', text('upstream down')) },
        history: [said('user', text('Screen it')), said('user', text('No, the other one'))],
      }),
    };
    expect(Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, traceRoundTrip(document)?.identical]))).toEqual({
      file: true,
      texts: true,
      scores: true,
      correction: true,
    });
    expect(Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, undeclared(document)]))).toEqual({
      file: ['artifacts[0].parts[0].file.uri: files are not read (R34)', 'artifacts[0].description: descriptions are not read (R34)'],
      texts: [
        'artifacts[0].parts[0].text: one of 2 texts joined by a space: where it begins and ends is lost (R35)',
        'artifacts[0].parts[1].text: one of 2 texts joined by a space: where it begins and ends is lost (R35)',
      ],
      scores: ['artifacts[0].parts[0].data.score: overwritten: another data part has the key "score" too (R36)'],
      correction: [
        'status.message.parts[0].text: the message of a status is not read (R37)',
        'history[1].parts[0].text: only the first text of the user is kept (R37)',
      ],
    });
  });

  it('[R.4] declares two states as lost, and no other', () => {
    const changed = TASK_STATES.filter((state) => traceRoundTrip(task({ status: { state } }))?.identical === false);
    expect(changed).toEqual(['auth-required', 'rejected']);
    for (const state of changed) expect(fateAt(task({ status: { state } }), 'status.state')?.verdict).toBe('declared-loss');
    expect(vocabulary().filter(({ lossy }) => lossy)).toEqual([
      { a2a: 'auth-required', internal: 'awaiting_auth', acp: 'awaiting', backInternal: 'awaiting_input', lossy: true },
      { a2a: 'rejected', internal: 'rejected', acp: 'failed', backInternal: 'failed', lossy: true },
    ]);
  });

  it('does not count a null inside lost data as nothing', () => {
    expect(undeclared(task({ history: [said('user', { kind: 'data', data: { a: null } })] }))).toHaveLength(1);
    expect(undeclared(task({ history: [said('user', { kind: 'data', data: {} })], metadata: {} }))).toEqual([]);
  });

  it('gives every leaf of the document exactly one fate, worst first, in both dialects', () => {
    fc.assert(
      fc.property(arbitraryTask, fc.boolean(), (given, modern) => {
        const document = JSON.parse(JSON.stringify(modern ? encodeV1Task(given) : asJson(encodeTask(given)))) as Json;
        const trip = traceRoundTrip(document);
        const fated = (trip?.fields ?? []).flatMap(({ original }) => (original ? [original.path] : []));
        expect(fated.toSorted()).toEqual(
          leavesOf(document)
            .map(({ tokens }) => pathOf(tokens))
            .toSorted(),
        );
        const order = ['undeclared-loss', 'declared-loss', 'defaulted', 'renamed', 'kept'];
        const ranks = (trip?.fields ?? []).map(({ verdict }) => order.indexOf(verdict));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(Object.values(trip?.counts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(trip?.fields.length);
      }),
      PROPERTY,
    );
  });

  it('calls nothing kept or renamed that is not there at the end', () => {
    fc.assert(
      fc.property(arbitraryTask, (given) => {
        for (const field of traceRoundTrip(asJson(encodeTask(given)))?.fields ?? []) {
          if (field.verdict !== 'kept' && field.verdict !== 'renamed') continue;
          expect(field.back?.value ?? '').toBe(field.internal?.value ?? '');
        }
      }),
      PROPERTY,
    );
  });

  it('finds the task inside whatever carried it, of any dialect', () => {
    const dump = (
      JSON.parse(readFileSync(new URL('../../testing/fixtures/traces/v10-jsonrpc-parts.events.json', import.meta.url), 'utf8')) as Json[]
    )[0];
    expect(traceRoundTrip(dump ?? null)).toMatchObject({ dialect: 'A2A 1.0, dumped objects', state: 'submitted', identical: true });
    expect(traceRoundTrip({ jsonrpc: '2.0', id: 1, result: task({}) })).toMatchObject({ taskId: 't', documents: { original: task({}) } });
    expect(traceRoundTrip(JSON.stringify(task({})))).toMatchObject({ taskId: 't', dialect: 'A2A 0.3' });
    expect(traceRoundTrip({ kind: 'message', messageId: 'm', role: 'agent', parts: [] })).toBeUndefined();
  });

  it('says why a task in an unknown state cannot go', () => {
    const trip = traceRoundTrip(task({ status: { state: 'paused' } }));
    expect(trip).toMatchObject({ identical: false, error: 'status.state is no state that the neutral task has a word for' });
    expect(trip?.counts['undeclared-loss']).toBe(4);
  });
});

describe('[R.2] invariants of the reference', () => {
  it('9: every state comes back from the internal vocabulary', () => {
    expect(TASK_STATES.map((state) => INTERNAL_TO_A2A[A2A_TO_INTERNAL[state]])).toEqual([...TASK_STATES]);
  });

  it('10: the round trip is the identity but for the declared states, the empty task included', () => {
    fc.assert(
      fc.property(arbitraryTask, (given) => {
        const internal = internalFromTask(given);
        if (!internal.ok) throw new Error('a state of ours has a word');
        const back = internalFromAcp(acpFromInternal(internal.value));
        const { state } = internal.value;
        const declared = state === 'rejected' ? 'failed' : state === 'awaiting_auth' ? 'awaiting_input' : state;
        expect(back.ok && back.value).toEqual({ ...internal.value, state: declared });
      }),
      PROPERTY,
    );
    const empty = { taskId: 't', contextId: 'c', status: { state: 'submitted' as const }, history: [], artifacts: [], delegationChain: [] };
    const internal = internalFromTask(empty);
    expect(internal.ok && (acpFromInternal(internal.value)['output'] as Json)).toEqual([{ role: 'agent', parts: [] }]);
  });

  it('never throws on an envelope, whatever is in it', () => {
    const key = fc.constantFrom(
      'status',
      'input',
      'output',
      'parts',
      'content',
      'content_type',
      'metadata',
      'delegation_chain',
      'artifacts',
    );
    const leaf = fc.constantFrom<Json>(null, true, 0, 1.5, '', 'completed', 'text/plain', 'abc', []);
    const envelope = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(envelope, (value) => {
        const read = internalFromAcp(value);
        if (!read.ok) expect(read.issues).toHaveLength(1);
      }),
      { ...PROPERTY, numRuns: 2000 },
    );
  });

  it('[L.9] names no leaf below 200 levels, so that a short hostile text is a short table', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`) as Json;
    const data = { kind: 'data', data: { deep } };
    const task = {
      kind: 'task',
      id: 't',
      contextId: 'c',
      status: { state: 'completed' },
      artifacts: [{ artifactId: 'a', name: 'n', parts: [data] }],
    };
    const trace = traceRoundTrip({ ...task, metadata: { deep } });
    const cut = trace?.fields.filter((field) => field.original?.value === 'deeper than 200 levels, see Source');
    expect(cut?.map(({ verdict, back }) => [verdict, back?.value])).toEqual([
      ['undeclared-loss', undefined],
      ['kept', 'deeper than 200 levels, see Source'],
    ]);
    expect(trace?.identical).toBe(true);
    expect(JSON.stringify(structuredClone(trace)).length).toBeLessThan(20_000);
  });
});
