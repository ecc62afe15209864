import { describe, expect, it } from 'vitest';
import { pythonPrinted } from '../testing/python-printed.ts';
import type { Json } from '../base/json.ts';
import { gapsOf, readTrace, type ReadTrace } from '../testing/read-trace.ts';

const REQUEST = {
  jsonrpc: '2.0',
  id: 7,
  method: 'message/send',
  params: { message: { kind: 'message', role: 'user', messageId: 'm', parts: [{ kind: 'text', text: "it's {one}" }] } },
};
const ANSWER = {
  jsonrpc: '2.0',
  id: 7,
  result: { kind: 'task', id: 't', contextId: 'c', status: { state: 'working', timestamp: '2026-01-13T10:00:00Z' } },
};
const UPDATE = { taskId: 't', contextId: 'c', kind: 'status-update', status: { state: 'completed' }, final: true };
const json = (value: Json, space?: number): string => JSON.stringify(value, null, space);
const AT = Date.parse('2026-01-13T10:00:05.250Z');

/** Format, and one line a row: kind, channel, task, time after AT in milliseconds. */
function read(text: string, options: { readonly piece?: number } = {}): readonly string[] {
  return rowsOf(readTrace(text, options));
}
function rowsOf(trace: ReadTrace): readonly string[] {
  expect(gapsOf(trace)).toEqual([]);
  for (const row of trace.rows) if (row.kind !== 'record-unreadable') expect(trace.valueOf(row)).toBeDefined();
  return [
    trace.sources.get(0)?.format ?? '?',
    ...trace.rows
      .filter((row) => !row.kind.startsWith('record-'))
      .map((row) => [row.kind, row.channel, row.taskId ?? '-', row.time === undefined ? '-' : row.time - AT].join(' ')),
    ...trace.unread.map(({ why }) => why),
  ];
}
const PAIR = ['log', 'message-sent send - 0', 'call-settled send t 0'];
const FOUND: readonly (readonly [string, (value: Json) => string])[] = [
  ['Docker', (value) => json({ log: `${json(value)}\n`, stream: 'stdout', time: '2026-01-13T10:00:05.250Z' })],
  [
    'Docker around words',
    (value) => json({ log: `INFO got ${json(value)} in 3 ms\n`, stream: 'stdout', time: '2026-01-13T10:00:05.250Z' }),
  ],
  ['CRI', (value) => `2026-01-13T10:00:05.250000000Z stdout F ${json(value)}`],
  [
    'CRI around a structured record',
    (value) => `2026-01-13T10:00:05.25Z stderr F ${json({ level: 'debug', msg: 'wire', body: json(value) })}`,
  ],
  ['kubectl with a prefix', (value) => `[pod/agent-5d/agent] 2026-01-13T10:00:05.250Z INFO [main] ${json(value)}`],
  ['stern', (value) => `agent-5d agent 2026-01-13 10:00:05,250 DEBUG ${json(value)}`],
  ['Compose', (value) => `agent-1  | 2026-01-13T10:00:05.250Z ${json(value)}`],
  ['Python', (value) => `2026-01-13 10:00:05,250 - a2a.client - DEBUG - payload: ${pythonPrinted(value)}`],
  ['Python with bytes', (value) => `2026-01-13 10:00:05,250 DEBUG:httpx:body b'${json(value).replaceAll("'", "\\'")}'`],
  ['logfmt', (value) => `time=2026-01-13T10:00:05.250Z level=debug msg="wire" body=${json(json(value))}`],
  ['syslog', (value) => `<34>1 2026-01-13T10:00:05.250+00:00 host agent 17 - - ${json(value)}`],
  ['another zone', (value) => `2026-01-13T12:00:05.250+0200 host agent[17]: ${json(value)}`],
  ['Go', (value) => `2026/01/13 10:00:05.250000 wire ${json(value)}`],
  ['journald', (value) => json({ __REALTIME_TIMESTAMP: `${AT}000`, _HOSTNAME: 'h', MESSAGE: `wire: ${json(value)}` })],
  [
    'colours',
    (value) =>
      `\u001b[2m2026-01-13T10:00:05.250Z\u001b[0m \u001b[32mINFO\u001b[0m ${json(value).replaceAll('"id"', '\u001b[34m"id"\u001b[0m')}`,
  ],
  [
    'JSON in JSON in JSON',
    (value) => json({ timestamp: '2026-01-13T10:00:05.250Z', message: json({ level: 'info', data: json({ payload: value }) }) }),
  ],
  [
    'Google',
    (value) =>
      json({
        insertId: 'x',
        jsonPayload: { message: 'wire', body: value },
        timestamp: '2026-01-13T10:00:05.250Z',
        receiveTimestamp: '2026-01-13T10:00:06Z',
      }),
  ],
  ['Google text', (value) => json({ textPayload: `wire ${json(value)}`, timestamp: '2026-01-13T10:00:05.250Z' })],
  ['CloudWatch', (value) => json({ '@timestamp': '2026-01-13 10:00:05.250', '@message': `${json(value)}` })],
  ['Elastic', (value) => json({ _index: 'i', _source: { '@timestamp': '2026-01-13T10:00:05.250Z', message: json(value) } })],
  [
    'Datadog',
    (value) => json({ id: 'A', content: { timestamp: '2026-01-13T10:00:05.250Z', message: json(value), attributes: { level: 'info' } } }),
  ],
  ['CSV', (value) => `2026-01-13T10:00:05.250Z,info,"${json(value).replaceAll('"', '""')}"`],
  ['a piece of a JSON string', (value) => `2026-01-13T10:00:05.250Z wire ${json(json(value)).slice(1, -1)}`],
  [
    'structlog',
    (value) => json({ event: isAnswer(value) ? 'response' : 'request', timestamp: '2026-01-13T10:00:05.250Z', payload: value }),
  ],
  ['a console', (value) => `[2026-01-13T10:00:05.250Z] ${consolePrinted(value)}`],
];
function isAnswer(value: Json): boolean {
  return typeof value === 'object' && value !== null && 'result' in value;
}
function consolePrinted(value: Json): string {
  return pythonPrinted(value)
    .replace(/'(\w+)': /g, '$1: ')
    .replaceAll('None', 'null')
    .replaceAll('True', 'true')
    .replaceAll('False', 'false');
}

describe('a log', () => {
  it.each(FOUND)('[N.12] of %s: a request and its answer', (_name, wrap) => {
    const text = [REQUEST, ANSWER].map((value) => `${wrap(value)}\n`).join('');
    expect(read(text)).toEqual(PAIR);
    expect(read(text, { piece: 17 })).toEqual(PAIR);
  });
  it.each(FOUND)('[N.12] of %s: lines without traffic are set aside, and one at the end has no line feed', (_name, wrap) => {
    const trace = readTrace([`starting up`, wrap({ level: 'info' }), wrap(REQUEST), wrap({ pool: [1, 2] }), wrap(ANSWER)].join('\n'));
    expect(rowsOf(trace)).toEqual(PAIR);
    expect(trace.setAside.length).toBeGreaterThan(0);
  });
  it('[N.14] says by its words whether a value was an event, an answer or a delivery', () => {
    const channelOf = (words: string): string | undefined => read(`2026-01-13T10:00:05.250Z ${words} ${json(UPDATE)}\nnext\n`)[1];
    expect(channelOf('sse frame:')).toBe('status-update stream t 0');
    expect(channelOf('received event')).toBe('status-update stream t 0');
    expect(channelOf('data:')).toBe('status-update stream t 0');
    expect(channelOf('response:')).toBe('status-update poll t 0');
    expect(channelOf('tasks/get ->')).toBe('status-update poll t 0');
    expect(channelOf('webhook event')).toBe('status-update push t 0');
    expect(channelOf('')).toBe('status-update push t 0');
  });
  it('[N.12] has lines that were taken apart, by CRI and by Docker', () => {
    const [one, two] = [json(ANSWER).slice(0, 40), json(ANSWER).slice(40)];
    const cri = `2026-01-13T10:00:05.25Z stdout P ${one}\n2026-01-13T10:00:05.25Z stdout F ${two}\n`;
    expect(read(cri)).toEqual(['log', 'call-settled none t 0']);
    const docker = [one, `${two}\n`].map((log) => `${json({ log, stream: 'stdout', time: '2026-01-13T10:00:05.250Z' })}\n`).join('');
    expect(read(docker)).toEqual(['log', 'call-settled none t 0']);
  });
  it('[N.12] has values over many lines, with and without what stands before each line', () => {
    const pretty = json(ANSWER, 2);
    expect(read(`2026-01-13T10:00:05.250Z DEBUG answer\n2026-01-13T10:00:05.250Z DEBUG body: ${pretty}\nnext line\n`)).toEqual([
      'log',
      'call-settled none t 0',
    ]);
    expect(
      read(
        pretty
          .split('\n')
          .map((line) => `2026-01-13T10:00:05.25Z stdout F ${line}\n`)
          .join(''),
      ),
    ).toEqual(['log', 'call-settled none t 0']);
    expect(
      read(
        pretty
          .split('\n')
          .map((line) => `agent-1  | ${line}\n`)
          .join(''),
      ),
    ).toEqual(['log', 'call-settled none t -5250']);
    expect(
      read(
        pretty
          .split('\n')
          .map((line) => `${json({ log: `${line}\n`, stream: 'stdout', time: '2026-01-13T10:00:05.250Z' })}\n`)
          .join(''),
      ),
    ).toEqual(['log', 'call-settled none t 0']);
  });
  it('[N.12] has printed models', () => {
    const model =
      "root=SendMessageSuccessResponse(id='7', jsonrpc='2.0', result=Task(artifacts=None, context_id='c', id='t', kind='task', status=TaskStatus(message=None, state=<TaskState.working: 'working'>, timestamp='2026-01-13T10:00:00Z')))";
    expect(read(`2026-01-13 10:00:05,250 INFO ${model}\n`)).toEqual(['log', 'call-settled none t 0']);
  });
  it('[L.7] has its secrets cut, whatever stands around them', () => {
    const config = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tasks/pushNotificationConfig/set',
      params: { taskId: 't', pushNotificationConfig: { url: 'https://h.example', token: 'hush-hush-hush' } },
    };
    for (const [name, wrap] of FOUND) {
      const trace = readTrace(`${wrap(config)}\nend\n`);
      const shown = trace.rows.map((row) => json(trace.valueOf(row) ?? null)).join();
      expect([name, trace.cuts.length > 0, shown.includes('hush'), rowsOf(trace)[1]]).toEqual([name, true, false, 'message-sent send t 0']);
    }
  });
  it('[N.12] may be cut at its end', () => {
    const trace = readTrace(`2026-01-13T10:00:05.250Z a ${json(REQUEST)}\n2026-01-13T10:00:06Z b ${json(ANSWER).slice(0, 60)}`);
    expect(rowsOf(trace)).toEqual(['log', 'message-sent send - 0', 'the text stops inside a value: line 2, column 84']);
  });
});
