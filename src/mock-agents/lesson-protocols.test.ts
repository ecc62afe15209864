// The lessons that can be played in another protocol: the same agent does the same, and nobody complains about its words.

import { describe, expect, it } from 'vitest';
import { judgeText } from '../model/testing/judged.ts';
import { BEHAVIOURS } from './behaviours/behaviours.ts';
import { spawnInside } from './in-process.ts';
import { protocolKnob } from './lessons/knob-makers.ts';
import { played } from './testing/played-lesson.ts';

const OF_THE_CARD = new Set(['card-security-invalid', 'card-missing-field']);
const PROTOCOLS = (protocolKnob.choices ?? []).map(String);

async function play(lesson: string, protocol?: string) {
  return played({ lesson, ...(protocol !== undefined && { knobs: { protocol } }) }, spawnInside(BEHAVIOURS));
}

/** The kernel's side of an episode, whose ids are what the protocol wants. */
async function lives(lesson: string, protocol: string): Promise<readonly string[]> {
  const { lines } = await play(lesson, protocol);
  return lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'status-stored' ? [line.fact.state] : []));
}

describe.each(['streamed-delegation', 'input-required'])('[E.30] %s', (lesson) => {
  it.each(PROTOCOLS)('over %s: no finding above information', async (protocol) => {
    const { text } = await play(lesson, protocol);
    const { findings, rows } = judgeText(text);
    const above = findings.filter(({ severity, rule }) => severity !== 'info' && !OF_THE_CARD.has(rule));
    expect(above.map(({ rule, severity, why }) => `${rule} ${severity} ${why}`)).toEqual([]);
    expect(new Set(rows.flatMap(({ taskId }) => (taskId === undefined ? [] : [taskId]))).size).toBe(1);
  });

  it('is the same life of the task in every protocol', async () => {
    const [first, ...others] = await Promise.all(PROTOCOLS.map((protocol) => lives(lesson, protocol)));
    for (const other of others) expect(other).toEqual(first);
  });

  it('is byte for byte what it was where the protocol is its own', async () => {
    expect((await play(lesson, 'a2a-0.3/jsonrpc')).text).toBe((await play(lesson)).text);
  });
});
