import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { playLife, randomStandInLife } from '../../testing/random-stand-in.ts';
import { parkedWith } from '../../testing/watch-bench.ts';
import { ScenarioPlayer } from '../../testing/watch-scenario.ts';
import type { StandInEvent } from './stand-in-event.ts';
import { parseHistory } from './stand-in-history.ts';

const FILE = new URL('../../testing/fixtures/oracle/watch.json', import.meta.url);
const SCENARIOS = (JSON.parse(readFileSync(FILE, 'utf8')) as { cases: readonly { name: string; input: JsonObject }[] }).cases.filter(
  ({ input }) => input['op'] === 'scenario',
);
const printed = (history: readonly unknown[]): string[] => history.map((event) => JSON.stringify(event));

/** What is said of a history that is not believed. */
function objection(...events: readonly unknown[]): string {
  const parsed = parseHistory(printed(events));
  return parsed.ok ? 'believed' : `${parsed.issues[0]?.path ?? ''} ${parsed.issues[0]?.message ?? ''}`;
}

describe('[W.24] a saved history', () => {
  it.each(SCENARIOS)('is what was lived, once it is read again: $name', async ({ input }) => {
    const player = new ScenarioPlayer(input);
    await player.play();
    const { history } = player.bench;
    expect(parseHistory(printed(history))).toEqual({ ok: true, value: history, issues: [] });
  });

  it('is what was lived, whatever was lived', async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(randomStandInLife, async (life) => {
        const { history } = await playLife(life);
        history.forEach(({ kind }) => kinds.add(kind));
        expect(parseHistory(printed(history))).toEqual({ ok: true, value: history, issues: [] });
      }),
      { numRuns: 150 },
    );
    expect(kinds.size).toBeGreaterThan(16);
  });

  it('is believed whole or not at all, whatever became of one member', async () => {
    await fc.assert(
      fc.asyncProperty(randomStandInLife, fc.nat(), fc.nat(), fc.jsonValue(), async (life, place, which, value) => {
        const { history } = await playLife(life);
        const spoilt = history.map((event) => JSON.parse(JSON.stringify(event)) as Record<string, Json>);
        const event = spoilt[place % spoilt.length];
        const names = Object.keys(event ?? {});
        const name = names[which % names.length];
        if (event && name !== undefined) event[name] = value as Json;
        const parsed = parseHistory(printed(spoilt));
        if (parsed.ok) expect(parsed.value).toEqual(spoilt);
        else expect(parsed.issues[0]?.message).toMatch(/^event \d+/);
      }),
      { numRuns: 150 },
    );
  });

  const first = parkedWith('push');
  const rung: StandInEvent = { kind: 'push-accepted', at: 1, claimed: 'working' };
  const fetched: StandInEvent = { kind: 'task-fetched', at: 1, call: 1, turn: { state: 'working', text: null } };

  it('is empty where nothing was saved', () => {
    expect(parseHistory([])).toEqual({ ok: true, value: [], issues: [] });
  });

  it('is refused with the event and the member that are wrong', () => {
    expect(parseHistory(['{"kind":'])).toMatchObject({ ok: false, issues: [{ path: '[0]' }] });
    expect(objection(first, { kind: 'constructor', at: 1 })).toBe('[1].kind event 2 is of no kind that a history knows');
    expect(objection(first, { ...rung, claimed: 'asleep' })).toMatch(
      /^\[1\]\.claimed event 2, push-accepted: "claimed" is not one of .*, or null$/,
    );
    expect(objection(first, { kind: 'push-accepted', at: 1 })).toContain('[1].claimed');
    expect(objection(first, rung, { ...fetched, turn: { state: 'working' } })).toBe(
      '[2].turn.text event 3, task-fetched: "turn.text" is not there',
    );
    expect(objection({ ...first, kept: { watch: { mode: 'push' } } })).toContain('[0].kept.');
    expect(objection(parkedWith('push'), first)).toBe('[1] event 2, stand-in-resumed: it cannot follow those before it');
  });

  it('is refused where an event is missing, twice there, or out of place', () => {
    expect(objection(first, rung, fetched)).toBe('believed');
    expect(objection(first, fetched)).toBe('[1] event 2, task-fetched: it cannot follow those before it');
    expect(objection(first, rung, fetched, fetched)).toContain('[3]');
    expect(objection(rung, fetched)).toBe('[0].kind event 1, push-accepted: a history does not begin with it');
  });
});
