import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/base/json.ts';
import type { WatchAction } from '../watch-scene.ts';
import { applyKnobs } from './apply-knobs.ts';
import { LESSONS, lessonById } from './catalogue.ts';
import { MOST_ACTIONS, refuseActions } from './watch-actions.ts';

const HORIZON = 700_000;
const refused = (...actions: readonly Json[]): string | undefined => refuseActions(actions, HORIZON);
const ring = (members: Readonly<Record<string, Json>>): Json => ({ at: 0, do: 'ring', ...members });

describe('[E.8] what happens on the way of a watch', () => {
  it('takes each kind of action, at any time of the episode', () => {
    const actions: readonly WatchAction[] = [
      { at: 0, do: 'reply', text: 'The UN list.' },
      { at: 1, do: 'cancel' },
      { at: 2, do: 'roll' },
      { at: HORIZON, do: 'kill' },
      { at: 3, do: 'ring' },
      {
        at: 4,
        do: 'ring',
        by: 'stranger',
        token: 'none',
        body: 'no-json',
        of: 'other',
        claims: 'canceled',
        localTaskId: 'x',
        bytes: 0,
        declaredBytes: 9_000_000,
        times: 200,
      },
      { at: 5, do: 'ring', claims: null, localTaskId: null, bytes: null, declaredBytes: null },
    ];
    expect(refuseActions(actions as unknown as Json, HORIZON)).toBeUndefined();
    expect(refuseActions([], HORIZON)).toBeUndefined();
  });

  it('takes fifty and no more, and nothing that is no list', () => {
    const cancels = Array.from({ length: MOST_ACTIONS }, (): Json => ({ at: 0, do: 'cancel' }));
    expect(refuseActions(cancels, HORIZON)).toBeUndefined();
    expect(refuseActions([...cancels, { at: 0, do: 'cancel' }], HORIZON)).toBe('must be a list of up to 50 actions');
    for (const value of [null, 'kill', { at: 0, do: 'kill' }, 7])
      expect(refuseActions(value, HORIZON)).toBe('must be a list of up to 50 actions');
  });

  it('takes no more rings, and no more bytes, than can be played in a moment', () => {
    const floods = (count: number, members: Readonly<Record<string, Json>> = {}): readonly Json[] =>
      Array.from({ length: count }, (_, at) => ring({ at, times: 200, ...members }));
    expect(refused(...floods(10))).toBeUndefined();
    expect(refused(...floods(50))).toBe('must ring 2000 times at most, all actions together, and not 10000 times');
    expect(refused(ring({ bytes: 200_000, times: 20 }))).toBeUndefined();
    expect(refused(...floods(5, { bytes: 200_000 }))).toBe('must send 4000000 bytes at most, all rings together, and not 200000000');
    expect(refused(ring({ bytes: null, times: 200 }), ring({ declaredBytes: 9_000_000, times: 200 }))).toBeUndefined();
    const large = LESSONS.flatMap((lesson) =>
      lesson.knobs.flatMap(({ name, path }) => (path.endsWith('.bytes') ? [{ lesson, name }] : [])),
    );
    expect(large).toHaveLength(1);
    for (const { lesson, name } of large) {
      expect(applyKnobs(lesson, { [name]: 500_000_000 }), lesson.id).toMatchObject({
        ok: false,
        issues: [{ path: name, message: 'Bytes of the large push: must be a whole number from 0 to 200000, not 500000000' }],
      });
    }
  });

  it('says which action is wrong, and what it must be', () => {
    expect(refused({ at: 0, do: 'kill' }, 'kill')).toBe('action 2 must be an object');
    expect(refused({ at: 0, do: 'sing' })).toBe('action 1 must do one of reply, cancel, roll, kill, ring');
    expect(refused({ do: 'kill' })).toBe('action 1 must say when, as at');
    expect(refused({ at: 0, do: 'reply' })).toBe('action 1 must say what is answered, as text');
    expect(refused({ at: 0, do: 'reply', text: '' })).toBe('action 1 has a wrong text: it must be a text of 1 to 1000 characters');
    expect(refused({ at: 0, do: 'cancel', text: 'x' })).toBe('action 1 has no member "text"; it has at');
    for (const at of [-1, 0.5, HORIZON + 1, '7', null]) {
      expect(refused({ at, do: 'kill' }), String(at)).toBe('action 1 has a wrong at: it must be a whole number from 0 to 700000');
    }
  });

  it('checks every member of a call at the push address', () => {
    expect(refused(ring({ by: 'me' }))).toContain('it must be one of agent, stranger');
    expect(refused(ring({ token: 'left' }))).toContain('one of right, wrong, none');
    expect(refused(ring({ body: '' }))).toContain('one of push, no-json, no-task-id');
    expect(refused(ring({ of: 'mine' }))).toContain('one of own, other');
    expect(refused(ring({ claims: 'asleep' }))).toContain('canceled');
    expect(refused(ring({ localTaskId: '' }))).toContain('a text of 1 to 1000 characters, or null');
    expect(refused(ring({ bytes: 200_001 }))).toContain('a whole number from 0 to 200000, or null');
    expect(refused(ring({ declaredBytes: -1 }))).toContain('or null');
    expect(refused(ring({ times: 201 }))).toContain('a whole number from 1 to 200');
    expect(refused(ring({ times: 0 }))).toContain('a whole number from 1 to 200');
    expect(refused(ring({ colour: 'red' }))).toContain('has no member "colour"; it has at, by, token');
  });

  it('knows no inherited names', () => {
    expect(refused(JSON.parse('{"at":0,"do":"cancel","__proto__":{}}') as Json)).toContain('has no member "__proto__"');
    expect(refused({ at: 0, do: 'constructor' })).toContain('must do one of');
    expect(refused({ at: 0, do: 'ring', toString: 1 })).toContain('has no member "toString"');
  });

  it('answers whatever a link holds, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const why = refuseActions(value as Json, HORIZON);
        expect(why === undefined || why.length < 300).toBe(true);
      }),
    );
  });

  it('is asked by the knobs of every lesson that has actions, with the horizon of the lesson', () => {
    const withActions = LESSONS.filter(({ knobs }) => knobs.some(({ editor }) => editor === 'actions'));
    expect(withActions.length).toBeGreaterThan(5);
    for (const lesson of withActions) {
      const late = applyKnobs(lesson, { actions: [{ at: (lesson.horizonMs ?? 0) + 1, do: 'kill' }] });
      expect(late.ok, lesson.id).toBe(false);
      expect(applyKnobs(lesson, { actions: [{ at: lesson.horizonMs ?? 0, do: 'kill' }] }).ok, lesson.id).toBe(true);
    }
  });

  it('takes the actions that lessons begin with, and those that their knobs stand for', () => {
    for (const { id, watch, horizonMs = 0, knobs } of LESSONS.filter((lesson) => lesson.watch)) {
      expect(refuseActions((watch?.actions ?? []) as unknown as Json, horizonMs), id).toBeUndefined();
      const meant = knobs.filter(({ path }) => /^watch\.actions\[\d+\]$/.test(path)).flatMap(({ means = [] }) => means);
      expect(refuseActions(meant, horizonMs), id).toBeUndefined();
    }
    expect(lessonById('three-watches')?.watch?.actions).toEqual([]);
  });
});
