import { describe, expect, it } from 'vitest';
import { joinSplitLines, unprefixedEvent, writtenLine } from './split-lines.ts';
import { resolveValuePath } from './value-path.ts';

const AT = '2026-05-27T14:03:12.123456789Z';

describe('lines that were one', () => {
  it('[L.5] are joined as the container wrote them', () => {
    expect(joinSplitLines(`${AT} stdout P {"a":\n${AT} stdout F 1}\r\n`)).toBe('{"a":1}\n');
    expect(joinSplitLines('{"log":"{\\"a\\":","stream":"stdout"}\n{"log":"1}\\n"}\n')).toBe('{"a":1}\n');
    expect(resolveValuePath(`${AT} stderr P {"a":\n${AT} stderr F 1}`, 'joined/part:0:7/json/.a')).toMatchObject({ ok: true, value: 1 });
    expect(joinSplitLines('agent-1  | {\nagent-1  |   "a": 1}\n')).toBe('{\n  "a": 1}\n');
    expect(writtenLine(`${AT} stdout P x`)).toMatchObject({ by: 'cri', time: AT, partial: true });
    for (const line of ['stdout P x', '{"log":"x', '{"log":"a"} b', 'a | b'.repeat(100)]) expect(writtenLine(line)?.by).not.toBe('docker');
    expect(writtenLine('stdout P x')).toBeUndefined();
  });
  it('[L.5] are found again in the line they stand in', () => {
    const line = '{"log":"a\\"b\\n","stream":"stdout","time":"2026-01-01T00:00:00Z"}';
    const found = writtenLine(line);
    expect(found).toMatchObject({ by: 'docker', partial: false, time: '2026-01-01T00:00:00Z' });
    expect([found?.written.value, line[found?.written.at(2) ?? 0]]).toEqual(['a"b\n', 'b']);
  });
  it('[L.5] make one event where documents print it', () => {
    expect(unprefixedEvent('event: x\n: ping\ndata: {\n  "a": 1\n}\n\n')).toBe('{\n  "a": 1\n}');
    expect(resolveValuePath('data: {\n "a": 1}\n\n', 'event/json/.a')).toMatchObject({ ok: true, value: 1 });
  });
  it('[L.5] and printed values, coloured texts and single lines have steps of their own', () => {
    expect(resolveValuePath("\u001b[1mx\u001b[0m {'a': None}", 'plain/part:2:13/printed/.a')).toMatchObject({ ok: true, value: null });
    expect(resolveValuePath('a\r\nb', 'line:1')).toMatchObject({ ok: true, value: 'b' });
    for (const path of ['printed', 'line:7', 'part:a:b', 'printed/plain'])
      expect(resolveValuePath('words', path)).toMatchObject({ ok: false });
  });
});
