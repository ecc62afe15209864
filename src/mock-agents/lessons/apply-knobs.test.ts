import { describe, expect, it } from 'vitest';
import { LESSONS, lessonById } from './catalogue.ts';
import { applyKnobs, asTaken, changedKnobs, knobValue, type KnobValues, refuseKnob } from './apply-knobs.ts';
import type { Lesson } from '../lesson.ts';

function setup(id: string): { lesson: Lesson; why: (values: KnobValues) => unknown; turned: (values: KnobValues) => Lesson | undefined } {
  const lesson = lessonById(id);
  if (!lesson) throw new Error(`no lesson ${id}`);
  return {
    lesson,
    why: (values) => {
      const result = applyKnobs(lesson, values);
      return result.ok ? 'accepted' : result.issues;
    },
    turned: (values) => {
      const result = applyKnobs(lesson, values);
      return result.ok ? result.value.lesson : undefined;
    },
  };
}

describe('turning knobs', () => {
  it('[E.8] leaves the lesson as it is, and gives a changed copy', () => {
    const { lesson, turned } = setup('may-i-hand-over');
    const before = JSON.stringify(lesson);
    const changed = turned({ tenant: 'retail', schemes: ['mtls'], maxDepth: 7 });
    expect(changed?.caller.tenant).toBe('retail');
    expect(changed?.agents[2]?.card.securitySchemes).toEqual(['mtls']);
    expect(changed?.maxDepth).toBe(7);
    expect(JSON.stringify(lesson)).toBe(before);
  });

  it('[E.8] reaches into steps and agents', () => {
    expect(setup('push-and-ssrf').turned({ capability: false })?.agents[0]?.card.pushNotifications).toBe(false);
    expect(setup('cancel-and-terminal').turned({ cancelAt: 150 })?.steps[2]).toMatchObject({ at: 150, do: 'cancel' });
  });

  it('[E.11] forgets values that are the own ones, and puts the others in order', () => {
    const { lesson } = setup('who-can-do-this');
    const result = applyKnobs(lesson, { tags: [], tenant: 'wholesale', callerId: 'b' });
    expect(result.ok && Object.entries(result.value.knobs)).toEqual([
      ['tags', []],
      ['callerId', 'b'],
    ]);
  });

  it('[E.8] refuses an unknown classification, naming the known ones', () => {
    expect(setup('who-can-do-this').why({ classification: 'secret' })).toEqual([
      {
        path: 'classification',
        message: "Data the caller carries: unknown data classification: 'secret'; known are public, internal, confidential, restricted",
      },
    ]);
  });

  it('[E.8] refuses wrong types, negative depths and choices that are not there', () => {
    const { why } = setup('may-i-hand-over');
    expect(why({ maxDepth: -1, tenant: 7, schemes: ['oauth2', ''] })).toEqual([
      { path: 'tenant', message: 'Tenant of the caller: must be a text of up to 1000 characters, not 7' },
      { path: 'maxDepth', message: 'Depth limit: must be a whole number from 0, not -1' },
      {
        path: 'schemes',
        message: 'Schemes that marketing offers: must be a list of up to 50 texts, none of them empty, not ["oauth2",""]',
      },
    ]);
    expect(setup('push-and-ssrf').why({ capability: 'yes' })).toEqual([
      { path: 'capability', message: 'Push on the card: must be one of true, false, not "yes"' },
    ]);
  });

  it('[E.8] refuses texts and lists that are too long, and empty ones where something must stand', () => {
    const { lesson, why } = setup('who-can-do-this');
    expect(why({ callerId: '', tenant: '' })).toEqual([
      { path: 'callerId', message: 'Name of the caller: must be a text of 1 to 1000 characters, not ""' },
    ]);
    expect(why({ tenant: 'x'.repeat(1_000), tags: Array.from({ length: 50 }, String) })).toBe('accepted');
    expect(refuseKnob(lesson, 'tenant', 'x'.repeat(1_001))).toBe(`must be a text of up to 1000 characters, not "${'x'.repeat(58)}…`);
    expect(why({ tags: Array.from({ length: 51 }, String) })).toMatchObject([{ path: 'tags' }]);
    expect(why({ tags: ['ok', 7] })).toMatchObject([{ path: 'tags' }]);
  });

  it('[E.8] accepts every own value, as the page asks it', () => {
    for (const lesson of LESSONS) {
      for (const knob of lesson.knobs)
        expect(refuseKnob(lesson, knob.name, knobValue(lesson, knob)), `${lesson.id} ${knob.name}`).toBeUndefined();
    }
  });

  it('[E.8] takes no number where that has a name, and nowhere else', () => {
    const { why, turned } = setup('chaos-hang');
    expect(turned({ deadline: null })?.experiment?.client.deadlineMs).toBeNull();
    expect(why({ deadline: 0 })).toBe('accepted');
    expect(why({ deadline: 'never', attempts: null })).toEqual([
      { path: 'deadline', message: 'Deadline in ms: must be a whole number from 0 or null (no deadline), not "never"' },
      { path: 'attempts', message: 'Tries in all: must be a whole number from 0, not null' },
    ]);
  });

  it('[E.8] takes lists of numbers, none of them empty or made of anything else', () => {
    const { why, turned } = setup('chaos-flaky');
    expect(turned({ backoff: [0, 10] })?.experiment?.client.backoffMs).toEqual([0, 10]);
    for (const backoff of [[], ['500'], [-1], [1.5], 500, Array.from({ length: 51 }, () => 1)]) {
      expect(why({ backoff }), JSON.stringify(backoff)).toMatchObject([{ path: 'backoff' }]);
    }
  });

  it('[E.8] sets what a choice stands for, and finds the choice again in what the lesson has', () => {
    const { lesson, why, turned } = setup('chaos-none');
    const knob = lesson.knobs.find(({ name }) => name === 'client');
    expect(knob && knobValue(lesson, knob)).toBe('careful');
    const naive = turned({ client: 'naive', deadline: 5_000 });
    expect(naive?.experiment?.client).toMatchObject({ clientRef: false, deadlineMs: 5_000 });
    expect(turned({ client: 'naive' })?.experiment?.client.deadlineMs).toBeNull();
    expect(naive && knob && knobValue(naive, knob)).toBeNull();
    expect(why({ client: 'reckless' })).toEqual([
      { path: 'client', message: 'Client of the orchestrator: must be one of "careful", "naive", not "reckless"' },
    ]);
    const applied = applyKnobs(lesson, { client: 'careful' });
    expect(applied.ok && applied.value.knobs).toEqual({});
  });

  it('[E.8] sets nothing where that is what a choice stands for', () => {
    const { lesson, turned } = setup('watch-choose');
    const knob = lesson.knobs.find(({ name }) => name === 'base');
    expect(knob && knobValue(lesson, knob)).toBe('https://host.example');
    const without = turned({ base: 'none' });
    expect(without?.watch?.host.baseUrl).toBeNull();
    expect(without && knob && knobValue(without, knob)).toBe('none');
  });

  it('[E.31] turns knobs after what a take has set, and measures them by it', () => {
    const { lesson } = setup('gap-3-hang-or-slow');
    const inTake = (take: string, knobs: KnobValues): unknown => {
      const taken = asTaken(lesson, take);
      const turned = taken && applyKnobs(taken.lesson, knobs);
      const { experiment } = (turned?.ok && turned.value.lesson) || {};
      return turned?.ok && { knobs: turned.value.knobs, deadline: experiment?.client.deadlineMs, mode: experiment?.fault.mode };
    };
    expect(inTake('hang-naive', {})).toEqual({ knobs: {}, deadline: null, mode: 'hang' });
    expect(inTake('hang-naive', { deadline: 30_000 })).toEqual({ knobs: { deadline: 30_000 }, deadline: 30_000, mode: 'hang' });
    expect(inTake('slow-careful', { deadline: 30_000 })).toEqual({ knobs: {}, deadline: 30_000, mode: 'slow' });
    expect(asTaken(lesson, 'none')).toBeUndefined();
  });

  it('[E.8] keeps a name that the lesson does not have, so that it is refused', () => {
    const { lesson, why } = setup('who-can-do-this');
    expect(Object.keys(changedKnobs(lesson, { colour: 1, tags: ['a'], tenant: 'wholesale' }))).toEqual(['tags', 'colour']);
    const [issue] = why({ colour: 1 }) as readonly { readonly message: string }[];
    expect(issue?.message).toMatch(/^this lesson has no knob "colour"; it has tenant,/);
  });

  it('[E.8] knows no inherited names', () => {
    expect(setup('who-can-do-this').why(JSON.parse('{"__proto__": 1, "constructor": 2}') as KnobValues)).toMatchObject([
      { path: '__proto__' },
      { path: 'constructor' },
    ]);
  });
});

describe('the catalogue', () => {
  it('[E.10] numbers its lessons from 1, and each refers to lessons before it', () => {
    LESSONS.forEach(({ number, after }, index) => {
      expect(number).toBe(index + 1);
      for (const id of after) expect(lessonById(id)?.number).toBeLessThan(number);
    });
  });

  it('[E.10] points every knob at something that is there, and every what-if at a knob', () => {
    for (const lesson of LESSONS) {
      for (const knob of lesson.knobs) {
        const value = knobValue(lesson, knob);
        if (knob.none === undefined) expect(value, `${lesson.id} ${knob.name}`).not.toBeNull();
        if (knob.editor === 'choice') expect(knob.choices, `${lesson.id} ${knob.name}`).toContainEqual(value);
      }
      for (const { set, say } of lesson.whatIf) expect(applyKnobs(lesson, set).ok, `${lesson.id}: ${say}`).toBe(true);
      for (const { id } of lesson.takes ?? []) {
        const taken = asTaken(lesson, id)?.lesson ?? lesson;
        for (const knob of lesson.knobs) expect(refuseKnob(taken, knob.name, knobValue(taken, knob)), `${id} ${knob.name}`).toBeUndefined();
      }
    }
  });

  it('[E.10] has exactly one right answer to each choice', () => {
    for (const { predict, id } of LESSONS) {
      if (predict.kind === 'choice')
        expect(
          predict.options.filter((option) => option.right),
          id,
        ).toHaveLength(1);
    }
  });

  it('is data: it survives being written and read', () => {
    expect(JSON.parse(JSON.stringify(LESSONS))).toEqual(LESSONS);
  });
});
