import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';

const SEND = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'message/send',
  params: { message: { kind: 'message', role: 'user', messageId: 'm', parts: [] } },
} satisfies Json);
const answer = (state: string, timestamp?: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: { kind: 'task', id: 't', contextId: 'c', status: { state, ...(timestamp && { timestamp }) } },
  });

/** The times of the rows that say something, as texts; `-` for none. */
function times(text: string, piece?: number): readonly string[] {
  const trace = readTrace(text, piece === undefined ? {} : { piece });
  expect(gapsOf(trace)).toEqual([]);
  return trace.rows
    .filter(({ kind }) => !kind.startsWith('record-'))
    .map(({ time }) => (time === undefined ? '-' : new Date(time).toISOString()));
}

describe('[N.72] times of a log without a year', () => {
  const heads: readonly (readonly [string, string, string])[] = [
    ['syslog', 'Nov 29 23:01:02 host app[7]:', '2026-11-29T23:01:02.000Z'],
    ['syslog with a priority', '<13>Nov 29 23:01:02 host app:', '2026-11-29T23:01:02.000Z'],
    ['syslog with a short day', 'Dec  1 03:01:02.250 host app:', '2026-12-01T03:01:02.250Z'],
    ['klog', 'I1129 23:01:02.123456       1 wire.go:12]', '2026-11-29T23:01:02.123Z'],
    ['logcat', '11-29 23:01:02.123  1  2 D wire:', '2026-11-29T23:01:02.123Z'],
    ['the day first', '[29/Nov 23:01:02] wire', '2026-11-29T23:01:02.000Z'],
    ['a clock of Python', '23:01:02,123 DEBUG wire', '2026-11-29T23:01:02.123Z'],
    ['a clock in brackets', '[23:01:02.5] wire', '2026-11-29T23:01:02.500Z'],
    ['a clock after a level', 'INFO 23:01:02 wire', '2026-11-29T23:01:02.000Z'],
  ];
  it.each(heads)('%s: the year is taken from a line that states one, before or after it', (_name, head, time) => {
    const line = `${head} ${SEND}\n`;
    expect(times(`2026-11-29T23:00:00Z started\n${line}`)).toEqual([time]);
    expect(times(`${line}2026-11-30 00:10:00 stopped\n`)).toEqual([time]);
    expect(times(`${line}2026-11-30 00:10:00 stopped\n`, 11)).toEqual([time]);
  });
  it.each(heads)('%s: no time where no line states a year', (_name, head) => {
    expect(times(`${head} ${SEND}\n${head} ${answer('working')}\n`)).toEqual(['-', '-']);
  });

  it('what crossed may state it: the status of a task', () => {
    expect(times(`Nov 29 23:01:02 a: ${SEND}\nNov 29 23:01:03 a: ${answer('working', '2026-11-29T23:01:03Z')}\n`)).toEqual([
      '2026-11-29T23:01:02.000Z',
      '2026-11-29T23:01:03.000Z',
    ]);
  });
  it('a year is not taken from an instant that is months away', () => {
    expect(times(`valid until 2027-06-30T00:00:00Z\nNov 29 23:01:02 a: ${SEND}\n`)).toEqual(['-']);
  });
  it('goes over the turn of the year and over midnight', () => {
    expect(times(`2026-12-31T23:00:00Z up\nDec 31 23:59:59 a: ${SEND}\nJan  1 00:00:01 a: ${answer('working')}\n`)).toEqual([
      '2026-12-31T23:59:59.000Z',
      '2027-01-01T00:00:01.000Z',
    ]);
    expect(times(`2026-12-31T23:00:00Z up\n23:59:59 a: ${SEND}\n00:00:01 a: ${answer('working')}\n`)).toEqual([
      '2026-12-31T23:59:59.000Z',
      '2027-01-01T00:00:01.000Z',
    ]);
  });
  it('what only looks like a time is none', () => {
    for (const head of ['99:01:02', 'Foo 29 23:01:02', 'I1329 23:01:02.1', 'Nov 32 23:01:02', '12:34:56:78'])
      expect(times(`2026-11-29T23:00:00Z up\n${head} ${SEND}\n`)).toEqual(['-']);
  });
  it('[N.13] tell that the newest comes first, without a year', () => {
    const lines = [`Nov 29 23:01:04 a: ${answer('completed')}`, `Nov 29 23:01:02 a: ${SEND}`];
    expect(readTrace(`${lines.join('\n')}\n`).rows[0]?.kind).toBe('message-sent');
    const clock = [`23:01:04,5 a: ${answer('completed')}`, `23:01:02,5 a: ${SEND}`];
    expect(readTrace(`${clock.join('\n')}\n`).rows[0]?.kind).toBe('message-sent');
    const midnight = [`23:59:59 a: ${SEND}`, `00:00:01 a: ${answer('working')}`];
    expect(readTrace(`${midnight.join('\n')}\n`).rows[0]?.kind).toBe('message-sent');
  });
});

describe('[N.72] other ways to state an instant', () => {
  const at = '2026-11-29T23:01:02.000Z';
  const second = Date.parse(at) / 1000;
  const heads: readonly (readonly [string, string])[] = [
    ['seconds', `${second} wire`],
    ['seconds with a fraction', `[${second}.000] wire`],
    ['milliseconds', `ts=${second}000, wire`],
    ['microseconds', `${second}000000 wire`],
    ['nanoseconds', `"${second}000000000" wire`],
    ['of audit', `msg=audit(${second}.000:42): wire`],
    ['of mail', 'Sun, 29 Nov 2026 23:01:02 GMT wire'],
    ['of mail with a zone', 'Mon, 30 Nov 2026 01:01:02 +0200 wire'],
    ['of Redis', '7:M 29 Nov 2026 23:01:02.000 * wire'],
    ['of ctime', '[Sun Nov 29 23:01:02.000000 2026] wire'],
  ];
  it.each(heads)('%s', (_name, head) => {
    expect(times(`${head} ${SEND}\n`)).toEqual([at]);
  });
  const records: readonly (readonly [string, Json])[] = [
    ['milliseconds of log4j', { timeMillis: second * 1000 }],
    ['instant of log4j', { instant: { epochSecond: second, nanoOfSecond: 0 } }],
    ['protobuf', { timestamp: { seconds: second, nanos: 0 } }],
    ['protobuf with texts', { timestamp: { seconds: String(second) } }],
    ['MongoDB', { ts: { $date: at } }],
    ['journald', { _SOURCE_REALTIME_TIMESTAMP: `${second}000000` }],
    ['OpenTelemetry', { timeUnixNano: `${second}000000000` }],
  ];
  it.each(records)('in a record: %s', (_name, record) => {
    expect(times(`${JSON.stringify({ ...(record as object), message: `wire ${SEND}` })}\n`)).toEqual([at]);
  });
});
