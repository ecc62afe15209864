import { describe, expect, it } from 'vitest';
import { observe } from '../../adapters/adapters.ts';
import type { ObserveHint } from '../../adapters/observation.ts';
import type { Sight } from '../../adapters/sight.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { answered, asked, v03, v10 } from '../../testing/small-traces.ts';
import { NewClues, NoteLimit } from './first-sightings.ts';
import { shapeNotesOf } from './shape-notes.ts';
import { versionCluesOf } from './version-clues.ts';

function seen(value: Json, hint: ObserveHint = {}, as: Sight['as'] = 'event'): Sight {
  return { as, value, observation: observe(value, hint) };
}

const notes = (value: Json): readonly string[] => shapeNotesOf(seen(value)).map(({ kind, path }) => `${kind} ${path}`);
const clues = (value: Json, as: Sight['as'] = 'event'): readonly string[] =>
  versionCluesOf(seen(value, {}, as)).map(({ where, by }) => `${by} ${where}`);

describe('[J.64] shapes are noted while a value is read', () => {
  it('where in the payload, and what', () => {
    const task = v03.task('t', 'working', { history: [v03.message('m'), v03.message('n', { parts: [] })] });
    expect(notes(answered(1, task))).toEqual(['empty-message-parts history[1]']);
    const artifact = { artifact_id: 'a', parts: [{ kind: 'file', file: { uri: 'x', mime_type: 'y' } }] };
    expect(notes(answered(1, v03.artifact('t', 'a', { artifact })))).toEqual([
      'snake-case artifact.artifact_id',
      'snake-case artifact.parts[0].file.mime_type',
    ]);
  });
  it('the same empty list for all that is in order', () => {
    const [one, other] = [
      shapeNotesOf(seen(answered(1, v03.task('t', 'working')))),
      shapeNotesOf(seen(answered(1, v10.update('t', 'working')))),
    ];
    expect(one).toEqual([]);
    expect(one).toBe(other);
  });
  it('at most 50 of one value', () => {
    const history = Array.from({ length: 10_000 }, () => v03.message('m', { parts: [] }));
    expect(shapeNotesOf(seen(answered(1, v03.task('t', 'working', { history }))))).toHaveLength(50);
  });
  it('own members alone: names of Object.prototype are none', () => {
    const task = JSON.parse(
      '{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t","contextId":"c","status":{"state":"working"},"__proto__":{"artifacts":[{"parts":[]}]}}}',
    ) as Json;
    expect(notes(task)).toEqual([]);
  });
});

describe('[J.65] evidence of versions', () => {
  it('by the side that wrote it', () => {
    expect(clues(asked(1, 'message/send', { message: v03.message('m'), configuration: { blocking: true } }), 'request')).toEqual([
      'client method',
      'client kind',
      'client part-kind',
      'client enum',
      'client blocking',
    ]);
    expect(clues(answered(1, v10.update('t', 'working')))).toEqual(['server wrapper', 'server enum']);
  });
  it('none in metadata and data, in other protocols, in what an SDK prints', () => {
    const data = { kind: 'message', role: 'ROLE_USER', state: 'TASK_STATE_WORKING' };
    const message: JsonObject = { messageId: 'm', role: 'ROLE_USER', parts: [{ data }], metadata: data };
    expect(clues({ message })).not.toContain('server kind');
    expect(clues({ type: 'run.created', run: { run_id: 'r', agent_name: 'w', status: 'created', output: [] } })).toEqual([]);
    expect(clues({ payload: { $case: 'statusUpdate', value: { taskId: 't', contextId: 'c', status: { state: 2 } } } })).toEqual([]);
  });
  it('once a conversation and side; a lone value by all that it shows', () => {
    const [fresh, stream] = [new NewClues(), {}];
    const update = seen(answered(1, v10.update('t', 'working')));
    expect(fresh.of(update, stream)).toHaveLength(2);
    expect(fresh.of(update, stream)).toEqual([]);
    expect(fresh.of(update, {})).toHaveLength(2);
    const task = seen(v03.task('t', 'working'), {}, 'value');
    expect(fresh.ofLoose(task, stream)).toHaveLength(2);
    expect(fresh.ofLoose(task, stream)).toEqual([]);
  });
  it('notes of one sort are kept for some rows of every task', () => {
    const [limit, one, other] = [new NoteLimit(), {}, {}];
    const [note] = shapeNotesOf(seen(answered(1, { ...v03.task('t', 'working'), kind: null })));
    const taken = Array.from({ length: 1000 }, () => note !== undefined && limit.takes(note, one)).filter((is) => is);
    expect(taken).toHaveLength(20);
    expect(note !== undefined && limit.takes(note, other)).toBe(true);
  });
});
