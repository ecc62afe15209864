// A text of a few kilobytes nests a value deeper than any stack. Whatever is asked about it must be answered, and the answer
// must cross a worker boundary.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import { RECORDING } from '../testing/small-recording.ts';
import { everyAnswer, opened } from '../testing/every-answer.ts';

const END = Number.MAX_SAFE_INTEGER;
const CUT = 'deeper than 200 levels, see Source';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Every projection's answer as it arrives on the other side, as text. */
function arrivals(there: Parameters<typeof everyAnswer>[0], taskId: string, cursor?: number): Readonly<Record<string, string>> {
  const answers = Object.entries(everyAnswer(there, taskId, cursor));
  return Object.fromEntries(answers.map(([name, answer]) => [name, JSON.stringify(structuredClone(answer)) ?? '']));
}

const taskText = (id: string, deep: string) =>
  `{"kind":"task","id":"${id}","contextId":"c","status":{"state":"completed","message":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"data","data":${deep}}]}},` +
  `"artifacts":[{"artifactId":"a","name":"n","parts":[{"kind":"data","data":{"deep":${deep}}}],"metadata":{"deep":${deep}}}],` +
  `"history":[{"kind":"message","messageId":"h","role":"user","parts":[{"kind":"data","data":${deep}}]}],"metadata":{"delegation-inspector/chain":${deep},"deep":${deep}}}`;
const updateText = (id: string, deep: string) =>
  `{"kind":"status-update","taskId":"${id}","contextId":"c","final":false,"status":{"state":"working"},"metadata":{"deep":${deep}}}`;
const chunkText = (id: string, deep: string) =>
  `{"kind":"artifact-update","taskId":"${id}","contextId":"c","append":true,"artifact":{"artifactId":"a","parts":[{"kind":"data","data":${deep}}]}}`;
const cardText = (deep: string) =>
  `{"name":"hostile","description":"d","url":"https://a.example/","version":"1","protocolVersion":"0.3.0","capabilities":{"extensions":${deep}},"skills":[{"id":"s","name":"s","description":"s","tags":${deep}}],"defaultInputModes":[],"defaultOutputModes":[],"deep":${deep}}`;
const requestText = (deep: string) =>
  `{"jsonrpc":"2.0","id":${deep},"method":"message/send","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"data","data":${deep}}],"metadata":${deep}},"metadata":${deep}}}`;
const errorText = (deep: string) => `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no","data":${deep}}}`;

const part = { kind: 'data', data: { a: 1 }, metadata: {} };
const v1Task = {
  id: 't',
  contextId: 'c',
  status: { state: 'TASK_STATE_COMPLETED', message: { role: 'ROLE_AGENT', messageId: 'm', parts: [{ data: { a: 1 }, mediaType: 'x' }] } },
  artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }, { data: { data: { a: 1 } } }] }],
};
/** One document of every dialect and every way in. */
const SHAPES: readonly Json[] = [
  {
    kind: 'task',
    id: 't',
    contextId: 'c',
    status: { state: 'working', timestamp: 'x', message: { kind: 'message', messageId: 'm', role: 'agent', parts: [part] } },
    artifacts: [{ artifactId: 'a', name: 'n', description: 'd', parts: [part] }],
    history: [{ kind: 'message', messageId: 'h', role: 'user', parts: [{ kind: 'text', text: 'x' }], referenceTaskIds: ['r'] }],
    metadata: { 'delegation-inspector/chain': ['a'] },
  },
  v1Task,
  { task: v1Task },
  { jsonrpc: '2.0', id: 1, result: v1Task },
  {
    id: 't',
    status: { state: 3 },
    artifacts: [{ artifactId: 'a', parts: [{ content: { $case: 'data', value: { a: 1 } }, metadata: {} }] }],
  },
  { id: 't', status: { state: 'TASK_STATE_CANCELLED', update: { role: 'ROLE_AGENT', content: [{ data: { data: { a: 1 } } }] } } },
  { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' }, metadata: { a: 1 } } },
  { kind: 'artifact-update', taskId: 't', contextId: 'c', append: true, lastChunk: true, artifact: { artifactId: 'a', parts: [part] } },
  { tasks: [v1Task], nextPageToken: '' },
  { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 't', historyLength: 1, metadata: {} } },
  { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'no', data: [{ a: 1 }] } },
  { error: { code: 404, status: 'NOT_FOUND', message: 'no', details: [{ reason: 'x', metadata: {} }] } },
  { url: 'https://a.example/', token: 'x', authentication: { schemes: ['x'] }, taskId: 't' },
  {
    direction: 'request',
    conn: 1,
    time: 1,
    method: 'POST',
    url: 'https://a.example/',
    headers: { a: 'b' },
    body: { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message: { role: 'user', parts: [part] }, configuration: {} } },
  },
  { direction: 'response', conn: 1, status: 200, headers: { a: 'b' }, body: { jsonrpc: '2.0', id: 1, result: {} } },
  { url: 'https://a.example/', method: 'POST', status: 200, request: { headers: {}, body: {} }, response: { headers: {}, body: {} } },
  { dir: 'in', message: { jsonrpc: '2.0', id: 1, result: {} } },
  {
    name: 'hostile',
    description: 'd',
    url: 'https://a.example/',
    version: '1',
    provider: { organization: 'x' },
    capabilities: { streaming: true, extensions: [{ uri: 'x', params: {} }] },
    supportedInterfaces: [{ url: 'x', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    securitySchemes: { a: { type: 'x' } },
    security: [{ a: [] }],
    signatures: [{ protected: 'x', header: {} }],
    skills: [{ id: 's', name: 's', description: 's', tags: ['t'], examples: ['e'] }],
  },
];

const CALLER = { agentId: 'n', tenant: 'x', userId: 'u', scopes: ['s'], dataClassification: 'internal', delegationChain: ['a'] };
const FACTS: readonly Json[] = [
  {
    kind: 'card-published',
    card: {
      ...{ name: 'n', description: 'd', url: 'https://a.example/', version: '1', protocolVersion: '0.3' },
      skills: [{ skillId: 's', name: 's', description: 'd', tags: ['t'], examples: [] }],
      ...{ streaming: true, pushNotifications: false, defaultInputModes: [], defaultOutputModes: [], securitySchemes: ['oauth2'] },
      ...{ owner: 'o', tenants: ['x'], maxDataClassification: 'internal' },
    },
  },
  { kind: 'need-stated', caller: CALLER, tags: ['t'], maxDepth: 5 },
  { kind: 'cards-ranked', names: ['n'] },
  { kind: 'delegation-denied', caller: CALLER, taskId: 't', callee: 'c', maxDepth: 5, denials: [{ code: 'x', reason: 'm' }] },
  { kind: 'task-created', taskId: 't', contextId: 'c', delegationChain: ['a'] },
  { kind: 'status-stored', taskId: 't', contextId: 'c', state: 'working', tick: 1 },
  { kind: 'transition-refused', taskId: 't', from: 'completed', to: 'working', reason: 'r' },
  { kind: 'translated', taskId: 't', step: 'a2a-to-internal', document: { a: 1 } },
  { kind: 'step-logged', step: 's', status: 'OK', detail: 'd', report: { a: 1 } },
  { kind: 'outcome-decided', outcome: 'ok', attempts: 1, why: 'w', artifacts: 0, complete: 'yes' },
];

/** The texts of a document with each of its values in turn put in another's place. */
function withEachValue(shape: Json, text: string): readonly string[] {
  const mark = '@here@';
  const texts: string[] = [];
  const visit = (value: Json, rebuilt: (inner: Json) => Json) => {
    texts.push(JSON.stringify(rebuilt(mark)).replace(`"${mark}"`, text));
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      const put = (inner: Json): Json =>
        Array.isArray(value)
          ? (value as readonly Json[]).map((item, index) => (String(index) === key ? inner : item))
          : { ...value, [key]: inner };
      visit((value as JsonObject)[key] as Json, (inner) => rebuilt(put(inner)));
    }
  };
  visit(shape, (inner) => inner);
  return texts;
}

describe('values nested deeper than a stack', () => {
  it.each([
    ['lists', lists],
    ['objects', objects],
  ])('[L.9] are answered for by every projection: 20 000 %s', async (_name, nested) => {
    const deep = nested(20_000);
    const inText = `{"direction":"request","method":"POST","url":"https://a.example/","body":${JSON.stringify(requestText(deep))}}`;
    const lines = [
      taskText('t', deep),
      updateText('t', deep),
      chunkText('t', deep),
      cardText(deep),
      cardText(nested(20_001)),
      requestText(deep),
      errorText(deep),
      inText,
      `{"id":"t","result":${JSON.stringify(taskText('t', deep))},"jsonrpc":"2.0"}`,
    ];
    const there = await opened(`${lines.join('\n')}\n`);
    const answers = arrivals(there, 't');
    expect(there.engine.query(there.log, 'summary', {})).toMatchObject({ reading: 'read', taskCount: 1, unreadCount: 0, notices: [] });
    for (const name of ['row', 'task', 'roundTrip', 'cards', 'log'] as const) expect(answers[name], name).toContain(CUT);
    expect(there.engine.query(there.log, 'cards', { cursor: END })).toHaveLength(1);
    expect(there.engine.save(there.log)).toContain('"text"');
  });

  it('[L.9] stop no reader, whatever member they stand for', async () => {
    const deep = lists(20_000);
    const unread: string[] = [];
    for (const shape of SHAPES) {
      for (const text of withEachValue(shape, deep)) {
        const there = await opened(`${text}\n`);
        const { notices } = there.engine.query(there.log, 'summary', {});
        unread.push(
          ...notices.filter((notice) => notice.includes('the reader failed')).map((notice) => `${notice}: ${text.replace(deep, 'DEEP')}`),
        );
        arrivals(there, 't');
      }
    }
    expect(unread).toEqual([]);
  }, 60_000);

  it('[L.9] stop no reader as members of a fact either', async () => {
    const [header = ''] = RECORDING.split('\n');
    let kernelRows = 0;
    for (const fact of FACTS) {
      // What a member may hold is what its kind says; only a document and a report may hold anything.
      for (const text of withEachValue(fact, lists(20_000))) {
        const there = await opened(`${header}\n{"line":"fact","at":0,"by":"a","fact":${text}}\n`);
        const { notices, hasKernelRows } = there.engine.query(there.log, 'summary', {});
        expect(notices.filter((notice) => notice.includes('the reader failed'))).toEqual([]);
        if (hasKernelRows) kernelRows += 1;
      }
    }
    expect(kernelRows).toBe(4);
  }, 60_000);

  it('[L.9] are wide too: more members than a call takes arguments', async () => {
    const many = (one: string) => Array.from({ length: 150_000 }, () => one).join(',');
    const headers = Array.from({ length: 150_000 }, (_, index) => `"h${index}":"x"`).join(',');
    const lines = [
      `{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"},"metadata":{"wide":[${many('1')}]}}`,
      `{"name":"wide","url":"https://a.example/","skills":[${many('1')}]}`,
      `{"direction":"request","conn":1,"method":"GET","url":"https://a.example/","headers":{${headers}}}`,
    ];
    const { engine, log } = await opened(`${lines.join('\n')}\n`);
    expect(engine.query(log, 'summary', {})).toMatchObject({ reading: 'read', unreadCount: 0, notices: [] });
    expect(engine.query(log, 'roundTrip', { taskId: 't', cursor: END })?.fields.length).toBeGreaterThan(150_000);
    expect(engine.query(log, 'cards', { cursor: END })[0]?.problems.length).toBeGreaterThanOrEqual(150_000);
  }, 60_000);

  it('[L.9] open alone, a hundred thousand levels deep', async () => {
    for (const text of [lists(100_000), objects(100_000), taskText('t', objects(100_000))]) {
      const there = await opened(text);
      expect(there.engine.query(there.log, 'summary', {}).reading).toBe('read');
      arrivals(there, 't');
    }
  });

  it('[L.9] cost what their text costs: a thousand rows of them', async () => {
    const deep = lists(8_000);
    const lines = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? updateText('t', deep) : chunkText('t', deep)));
    const there = await opened(`${lines.join('\n')}\n`);
    expect(there.engine.query(there.log, 'summary', {})).toMatchObject({ rowCount: 1000, unreadCount: 0 });
    expect(arrivals(there, 't')['roundTrip']).toContain(CUT);
  }, 60_000);
});
