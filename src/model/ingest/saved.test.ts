import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import type { Fact } from '../log/fact.ts';
import type { RowDraft } from '../log/row.ts';
import type { RecordedLine, SavedLine } from '../log/saved-form.ts';
import { DEFAULT_SETTINGS, savedLine, VIRTUAL_EPOCH } from '../log/saved-form.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';

const HEADER = { delegationInspector: 'saved', version: 2, name: 'a lesson', settings: DEFAULT_SETTINGS } as const;
const JSON_TYPE = { 'content-type': 'application/json' };
const STREAM_TYPE = { 'content-type': 'text/event-stream' };

function read(lines: readonly (SavedLine | RecordedLine)[]): ReturnType<typeof readTrace> {
  return readTrace(lines.map(savedLine).join(''));
}

/** The columns of rows without ranges, times since the virtual epoch. */
function columns(rows: readonly RowDraft[]): readonly object[] {
  return rows.map(({ from: _from, to: _to, source: _source, provenance: _provenance, time, ...row }) => ({
    ...row,
    ...(time === undefined ? {} : { at: time - VIRTUAL_EPOCH }),
  }));
}

const ask = (exchange: number, method: string, params: object): RecordedLine => ({
  at: exchange * 100,
  line: 'request',
  exchange,
  from: 'planner',
  to: 'flights',
  method: 'POST',
  path: '/a2a',
  headers: JSON_TYPE,
  body: JSON.stringify({ jsonrpc: '2.0', id: exchange, method, params }),
});
const message = { kind: 'message', role: 'user', messageId: 'm-1', parts: [{ kind: 'text', text: 'go' }] };
const task = (state: string): object => ({
  kind: 'task',
  id: 'task-1',
  contextId: 'ctx-1',
  status: { state, timestamp: '2026-01-01T00:00:00.110Z' },
});
const frame = (result: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`;
const update = (state: string, final = false): object => ({
  kind: 'status-update',
  taskId: 'task-1',
  contextId: 'ctx-1',
  status: { state },
  final,
});

describe('the saved form', () => {
  it('[N.5] reads a whole call: request, then the answer with the task in it', () => {
    const trace = read([
      HEADER,
      ask(1, 'message/send', { message }),
      {
        at: 120,
        line: 'response',
        exchange: 1,
        status: 200,
        headers: JSON_TYPE,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: task('completed') }),
      },
    ]);
    const who = { exchange: 1, channel: 'send' };
    expect(columns(trace.rows)).toEqual([
      { kind: 'message-sent', ...who, agent: 'planner', peer: 'flights', path: 'json/.body/json', label: 'message/send', at: 100 },
      {
        kind: 'call-settled',
        ...who,
        agent: 'flights',
        peer: 'planner',
        path: 'json/.body/json/.result',
        taskId: 'task-1',
        contextId: 'ctx-1',
        state: 'completed',
        at: 120,
      },
    ]);
    expect(trace.rows.map((row) => trace.valueOf(row))).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } },
      task('completed'),
    ]);
    expect([...trace.exchanges.values()]).toEqual([
      { source: 0, exchange: 1, from: 'planner', to: 'flights', operation: 'send', binding: 'jsonrpc', version: '0.3' },
    ]);
    expect(trace.saved).toEqual([{ name: 'a lesson', settings: DEFAULT_SETTINGS }]);
    expect(trace.sources.get(0)).toEqual({
      source: 0,
      name: 'trace',
      format: 'saved',
      protocols: ['a2a'],
      versions: ['0.3'],
      bindings: ['jsonrpc'],
    });
  });
  it('[N.5] reads the events of a stream, and why it ended', () => {
    const trace = read([
      HEADER,
      ask(1, 'message/stream', { message }),
      { at: 110, line: 'head', exchange: 1, status: 200, headers: STREAM_TYPE },
      { at: 120, line: 'chunk', exchange: 1, text: frame(task('submitted')) + frame(update('working')) },
      { at: 130, line: 'lost', exchange: 1, why: 'worker ended' },
    ]);
    const who = { exchange: 1, channel: 'stream', agent: 'flights', peer: 'planner', taskId: 'task-1', contextId: 'ctx-1' };
    expect(columns(trace.rows).slice(1)).toEqual([
      { kind: 'task-snapshot', ...who, path: 'json/.text/sse:0/json/.result', state: 'submitted', at: 120 },
      { kind: 'status-update', ...who, path: 'json/.text/sse:1/json/.result', state: 'working', at: 120 },
      { kind: 'stream-ended', ...who, path: 'json', label: 'lost: worker ended', failed: true, at: 130 },
    ]);
    expect(gapsOf(trace)).toEqual([]);
  });
  it('[N.5] puts an event together that is spread over chunks, between those of another stream', () => {
    const whole = frame(update('completed', true));
    const trace = read([
      HEADER,
      ask(1, 'message/stream', { message }),
      ask(2, 'message/stream', { message }),
      { at: 210, line: 'head', exchange: 1, status: 200, headers: STREAM_TYPE },
      { at: 220, line: 'chunk', exchange: 1, text: frame(update('working')) + whole.slice(0, 20) },
      { at: 221, line: 'chunk', exchange: 2, text: frame(update('working')) },
      { at: 230, line: 'chunk', exchange: 1, text: whole.slice(20, -1) },
      { at: 240, line: 'chunk', exchange: 1, text: '\n' },
      { at: 250, line: 'end', exchange: 1 },
    ]);
    const events = trace.rows.filter((row) => row.kind === 'status-update' && row.exchange === 1);
    expect(events.map((row) => [row.path, row.final ?? false, (row.time ?? 0) - VIRTUAL_EPOCH])).toEqual([
      ['json/.text/sse:0/json/.result', false, 220],
      ['chunks:1/sse:1/json/.result', true, 240],
    ]);
    expect(events.map((row) => trace.valueOf(row))).toEqual([update('working'), update('completed', true)]);
    expect(gapsOf(trace)).toEqual([]);
  });
  it('[N.5] reads a delivery, whose answer is the row that was received', () => {
    const trace = read([
      HEADER,
      {
        at: 10,
        line: 'request',
        exchange: 4,
        from: 'flights',
        to: 'inbox',
        method: 'POST',
        path: '/hook',
        headers: { 'x-a2a-notification-token': '[cut 1: token]' },
        body: JSON.stringify(task('working')),
      },
      { at: 20, line: 'response', exchange: 4, status: 401, headers: {}, body: '' },
    ]);
    const about = { exchange: 4, channel: 'push', taskId: 'task-1', contextId: 'ctx-1', state: 'working' };
    expect(columns(trace.rows)).toEqual([
      { kind: 'message-sent', ...about, agent: 'flights', peer: 'inbox', path: 'json/.body/json', label: 'POST /hook', at: 10 },
      { kind: 'push-received', ...about, agent: 'inbox', peer: 'flights', path: 'json', label: '401', failed: true, at: 20 },
    ]);
    expect(trace.cuts.map(({ number, shape, place }) => ({ number, shape, place }))).toEqual([
      { number: 1, shape: 'token', place: 'header x-a2a-notification-token' },
    ]);
  });
  it('[N.5] reads a card twice: as the answer, and as the card that was seen', () => {
    const card = {
      name: 'Flight Finder',
      description: '',
      url: 'http://flights.example/a2a',
      version: '1',
      protocolVersion: '0.3.0',
      skills: [],
      capabilities: {},
      defaultInputModes: [],
      defaultOutputModes: [],
    };
    const trace = read([
      HEADER,
      {
        at: 0,
        line: 'request',
        exchange: 1,
        from: 'planner',
        to: 'flights',
        method: 'GET',
        path: '/.well-known/agent-card.json',
        headers: {},
        body: '',
      },
      { at: 20, line: 'response', exchange: 1, status: 200, headers: JSON_TYPE, body: JSON.stringify(card) },
    ]);
    expect(trace.rows.map(({ kind, channel, label }) => [kind, channel, label])).toEqual([
      ['message-sent', 'card', 'GET /.well-known/agent-card.json'],
      ['call-settled', 'card', 'Flight Finder'],
      ['card-seen', 'card', 'Flight Finder'],
    ]);
    expect(trace.valueOf(trace.rows[2] ?? (trace.rows[0] as RowDraft))).toEqual(card);
  });
  it('[N.5] tells an error answer, and a call that never got one', () => {
    const trace = read([
      HEADER,
      ask(1, 'tasks/get', { id: 'nope' }),
      {
        at: 120,
        line: 'response',
        exchange: 1,
        status: 200,
        headers: JSON_TYPE,
        body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found"}}',
      },
      ask(2, 'tasks/get', { id: 'nope' }),
      { at: 300, line: 'lost', exchange: 2, why: 'hang' },
    ]);
    const settled = { kind: 'call-settled', channel: 'poll', agent: 'flights', peer: 'planner', taskId: 'nope', failed: true };
    expect(columns(trace.rows.filter((row) => row.kind === 'call-settled'))).toEqual([
      { ...settled, exchange: 1, path: 'json/.body/json', label: 'error -32001', at: 120 },
      { ...settled, exchange: 2, path: 'json', label: 'lost: hang', at: 300 },
    ]);
  });
  it('[N.5] reads what a client decided about a peer as kernel rows, and tells of what is none', () => {
    const facts: readonly Json[] = [
      { kind: 'retry-scheduled', attempt: 1, waitMs: 500, step: 'create', failure: { kind: 'status', status: 503, detail: '503' } },
      { kind: 'outcome-decided', outcome: 'failed', attempts: 2, taskId: 'task-1', why: 'it failed', artifacts: 0, complete: 'no' },
      { kind: 'outcome-decided', outcome: 'ok', attempts: 1, taskId: 'task-1', why: 'done', artifacts: 1, complete: 'yes' },
      { kind: 'late-completion', taskId: 'task-1', state: 'completed' },
      { kind: 'fault-injected', mode: 'crash', what: 'the worker dies' },
      { kind: 'step-logged', step: 'assembly', status: 'OK', detail: 'report', report: { mean: 2 } },
      { kind: 'step-logged', step: 'format_table', status: 'DEGRADED', detail: 'unavailable' },
      { kind: 'retry-scheduled', failure: [] },
      { kind: 'outcome-decided', outcome: {}, attempts: [] },
    ];
    const trace = read([
      HEADER,
      ...facts.map((fact, at) => ({ at, line: 'fact', by: 'orchestrator', fact: fact as unknown as Fact }) as const),
    ]);
    expect(trace.rows.map(({ kind, taskId, state, failed, label }) => [kind, taskId, state, failed ?? false, label])).toEqual([
      ['retry-scheduled', undefined, undefined, true, 'status 503'],
      ['outcome-decided', 'task-1', undefined, true, 'failed/2'],
      ['outcome-decided', 'task-1', undefined, false, 'ok/1'],
      ['late-completion', 'task-1', 'completed', false, 'completed'],
      ['fault-injected', undefined, undefined, false, 'crash'],
      ['step-logged', undefined, undefined, false, 'assembly OK'],
      ['step-logged', undefined, undefined, true, 'format_table DEGRADED'],
      ['record-unreadable', undefined, undefined, true, undefined],
      ['record-unreadable', undefined, undefined, true, undefined],
    ]);
    expect(trace.unread.map(({ why }) => why)).toEqual([
      expect.stringContaining('a retry-scheduled fact whose "fact.attempt" is not a whole number, 0 or more'),
      expect.stringContaining('a outcome-decided fact whose "fact.outcome" is not one of ok, unavailable'),
    ]);
  });
  it('[N.5] reads facts as kernel rows, and the end of the episode', () => {
    const trace = read([
      HEADER,
      {
        at: 5,
        line: 'fact',
        by: 'flights',
        fact: { kind: 'status-stored', taskId: 'task-1', contextId: 'ctx-1', state: 'working', tick: 2 },
      },
      {
        at: 6,
        line: 'fact',
        by: 'planner',
        fact: { kind: 'transition-refused', taskId: 'task-1', from: 'completed', to: 'working', reason: 'terminal' },
      },
      { at: 9, line: 'episode-ended', end: 'done', open: [], turns: 12 },
    ]);
    expect(columns(trace.rows)).toEqual([
      {
        kind: 'status-stored',
        channel: 'kernel',
        path: 'json/.fact',
        agent: 'flights',
        taskId: 'task-1',
        contextId: 'ctx-1',
        state: 'working',
        label: 'working@2',
        at: 5,
      },
      {
        kind: 'transition-refused',
        channel: 'kernel',
        path: 'json/.fact',
        agent: 'planner',
        taskId: 'task-1',
        label: 'completed → working',
        failed: true,
        at: 6,
      },
      { kind: 'episode-ended', channel: 'kernel', path: 'json', label: 'done', at: 9 },
    ]);
  });
  it('[L.6] opens embedded sources and reads them as what they are', () => {
    const trace = read([
      HEADER,
      { line: 'source', source: 0, name: 'a.sse' },
      { line: 'text', source: 0, text: frame(task('working')).slice(0, 30) },
      { line: 'text', source: 0, text: frame(task('working')).slice(30) },
      { line: 'source', source: 1, name: 'b.json' },
      { line: 'text', source: 1, text: JSON.stringify(task('completed')) },
    ]);
    expect(trace.texts.slice(1)).toEqual([frame(task('working')), JSON.stringify(task('completed'))]);
    expect(trace.rows.map(({ source, kind, state }) => [source, kind, state])).toEqual([
      [1, 'task-snapshot', 'working'],
      [2, 'task-snapshot', 'completed'],
    ]);
    expect([...trace.sources.values()].map(({ name, format }) => [name, format])).toEqual([
      ['trace', 'saved'],
      ['a.sse', 'sse'],
      ['b.json', 'json'],
    ]);
    expect([0, 1, 2].map((source) => gapsOf(trace, source))).toEqual([[], [], []]);
  });
  it('[L.7] cuts a secret of an embedded source in both texts, and counts one that was cut before once', () => {
    const trace = read([
      HEADER,
      { line: 'source', source: 0, name: 'a.json' },
      { line: 'text', source: 0, text: '{"headers":{"cookie":"s3cret","authorization":"[cut 4: authorization]"}}' },
    ]);
    expect(trace.cuts.map(({ source, number, shape }) => [source, number, shape])).toEqual([
      [0, 1, 'cookie'],
      [1, 1, 'cookie'],
      [1, 4, 'authorization'],
    ]);
  });
  it('[L.6] brings thresholds of version 1 up to date: those that nobody had chosen', () => {
    const settingsIn = (settings: object) => read([{ ...HEADER, version: 1, settings } as never]).saved[0]?.settings;
    expect(settingsIn({ stallSeconds: 30, depth: 5, retrySeconds: 10 })).toEqual(DEFAULT_SETTINGS);
    expect(settingsIn({ stallSeconds: 20, depth: 3, retrySeconds: 10 })).toEqual({ ...DEFAULT_SETTINGS, stallSeconds: 20, depth: 3 });
    expect(read([{ ...HEADER, version: 1 }]).unread).toEqual([]);
    expect(read([{ ...HEADER, settings: { stallSeconds: 30, depth: 5, retrySeconds: 10 } }]).saved[0]?.settings).toEqual({
      stallSeconds: 30,
      depth: 5,
      retrySeconds: 10,
    });
  });
  it('[L.6] says that another version is another, and reads what is the same', () => {
    const trace = read([{ ...HEADER, version: 7 }, ask(1, 'message/send', { message })]);
    expect(trace.unread.map(({ why }) => why)).toEqual([
      'saved form version 7; this page reads version 2: lines that are the same in both are read all the same',
    ]);
    expect(trace.rows.map(({ kind }) => kind)).toEqual(['record-unreadable', 'message-sent']);
  });
  it('[N.1] leaves a line unread that is none of the form, and names what is wrong', () => {
    const text = `${savedLine(HEADER)}{"at":"soon","line":"end","exchange":1}\n{"at":1,"line":"fact","by":"a","fact":{"kind":"dreamt"}}\n{"line":"what"}\n`;
    expect(readTrace(text).unread.map(({ why }) => why)).toEqual([
      'line 2, column 1: "at" should be a number',
      'line 3, column 1: a fact of an unknown kind',
      'line 4, column 1: this is no line of the saved form',
    ]);
  });
  it.each([
    [{ version: '1' }, 'version should be a number, and is a text'],
    [{ name: 7 }, 'name should be a text, and is 7; the name of the file is used'],
    [{ settings: [] }, 'settings should be an object, and is a list; the defaults are used'],
    [
      { settings: { stallSeconds: -1, depth: 2.5, retrySeconds: 'soon' } },
      'settings.stallSeconds should be a number from 0 to 1000000000, and is -1; its default 300 is used. ' +
        'settings.depth should be a whole number from 0 to 1000000000, and is 2.5; its default 5 is used. ' +
        'settings.retrySeconds should be a number from 0 to 1000000000, and is a text; its default 60 is used',
    ],
    [
      { episode: { lesson: 3, seed: '1', policy: 'p', knobs: {} } },
      'episode.lesson should be a text, and is 3; the log is read as that of no episode',
    ],
    [
      { episode: { lesson: 'l', seed: '1', policy: 'p', knobs: null } },
      'episode.knobs should be an object, and is null; the log is read as that of no episode',
    ],
    [
      { episode: { lesson: 'l', seed: '1', policy: 'p', take: 1, knobs: {} } },
      'episode.take should be a text, and is 1; the log is read as that of no episode',
    ],
    [{ episode: 'l' }, 'episode should be an object, and is a text; the log is read as that of no episode'],
  ])('[N.1] says what of a header could not be used: %j', (members, why) => {
    const text = `${JSON.stringify({ ...HEADER, ...members })}\n${savedLine(ask(1, 'message/send', { message }))}`;
    const trace = readTrace(text, { name: 'a.jsonl' });
    expect(trace.unread).toEqual([{ source: 0, from: 0, to: text.indexOf('\n') + 1, why }]);
    expect(trace.saved).toEqual([{ name: 'name' in members ? 'a.jsonl' : HEADER.name, settings: DEFAULT_SETTINGS }]);
    expect(trace.rows.map(({ kind }) => kind)).toEqual(['record-unreadable', 'message-sent']);
  });
  it('[N.1] reads which of several episodes it is', () => {
    const episode = { lesson: 'l', seed: '1', policy: 'p', take: 'naive', knobs: {} };
    expect(readTrace(savedLine({ ...HEADER, episode })).saved).toMatchObject([{ episode }]);
  });
  it('[N.1] a setting that a header does not state takes its default', () => {
    const trace = readTrace(`${JSON.stringify({ ...HEADER, settings: { depth: 2 } })}\n`);
    expect([trace.unread, trace.saved]).toEqual([[], [{ name: HEADER.name, settings: { ...DEFAULT_SETTINGS, depth: 2 } }]]);
  });
  it("[N.1] the first header counts: a second one, and one of a file inside, are not the log's", () => {
    const trace = read([
      HEADER,
      { ...HEADER, name: 'another' },
      { line: 'source', source: 0, name: 'inner' },
      { line: 'text', source: 0, text: savedLine({ ...HEADER, name: 'inside' }) },
    ]);
    expect(trace.saved).toEqual([{ name: HEADER.name, settings: DEFAULT_SETTINGS }]);
    expect(trace.unread.map(({ why }) => why)).toEqual(['line 2, column 1: a second header; the first one counts']);
  });
  it.each([[-1], [1e13], ['1e400']])('[N.1] leaves a line unread whose time is %s', (at) => {
    const trace = readTrace(`${savedLine(HEADER)}{"at":${at},"line":"episode-ended","end":"done","open":[],"turns":1}\n`);
    expect(trace.unread.map(({ why }) => why)).toEqual(['line 2, column 1: "at" should be a number from 0 to 1000000000000']);
  });
});
