// Every lesson as it is played, from the text of its recording; in this thread, where agents are seated inside.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filtersAgainst } from '../model/kernel/discovery.ts';
import { BEHAVIOURS } from './behaviours/behaviours.ts';
import { spawnInside } from './in-process.ts';
import type { PlayRequest } from './lab-face.ts';
import { playLesson, playTurned } from './lab.ts';
import { applyKnobs, type KnobValues } from './lessons/apply-knobs.ts';
import { PAYMENTS_INVESTIGATOR } from './lessons/cast.ts';
import { LESSONS } from './lessons/catalogue.ts';
import { pushAndSsrf } from './lessons/push-and-ssrf.ts';
import { ATTACK_STORIES } from './testing/lesson-stories-attacks.ts';
import { CHAIN_STORIES } from './testing/lesson-stories-chains.ts';
import { END_STORIES } from './testing/lesson-stories-ends.ts';
import { LESSON_STORIES } from './testing/lesson-stories.ts';
import { played, rememberedPlays, story } from './testing/played-lesson.ts';

const inside = spawnInside(BEHAVIOURS);
const play = rememberedPlays(inside);

const STORIES = [...LESSON_STORIES, ...ATTACK_STORIES, ...CHAIN_STORIES, ...END_STORIES];

describe('lessons, from their recordings', () => {
  for (const { story: expected, ...request } of STORIES) {
    const { lesson, take = '', policy = '', knobs = {} } = request;
    it(`[E.10] ${[lesson, take, policy, JSON.stringify(knobs)].filter((word) => word !== '').join(' ')}`, async () => {
      expect(story(await play(request))).toEqual(expected);
    });
  }

  it('[E.10] reads the beneficiary from the data part', async () => {
    const { text } = await play({ lesson: 'streamed-delegation', knobs: { data: { beneficiary: 'Globex' } } });
    expect(text).toContain('Globex: 1 possible match (score 0.83) against SDN list');
  });

  it('[E.10] puts three delegations into one context, and counts ids and ticks on', async () => {
    const { lines } = await play({ lesson: 'streamed-delegation', knobs: { context: 'case-1', repeat: 3 } });
    const stored = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'status-stored' ? [line.fact] : []));
    const completed = stored.filter(({ state }) => state === 'completed');
    expect(completed.map(({ taskId, contextId, tick }) => ({ taskId, contextId, tick }))).toEqual([
      { taskId: 'task-1', contextId: 'case-1', tick: 3 },
      { taskId: 'task-2', contextId: 'case-1', tick: 6 },
      { taskId: 'task-3', contextId: 'case-1', tick: 9 },
    ]);
  });

  it('[E.10] tells one delivery when the caller cancels instead of answering', async () => {
    const told = story(await play({ lesson: 'push-and-ssrf', knobs: { afterwards: 'cancel' } }));
    expect(told.filter((line) => line.includes('push-sent') || line.includes('204'))).toEqual([
      '1310 push-sent canceled@4',
      '1320 response 204',
    ]);
  });

  it('[E.10] brings a task around: what comes back equals what went in, except where ACP has no word', async () => {
    const states = async (behaviour: string): Promise<unknown[]> => {
      const { lines } = await play({ lesson: 'acp-round-trip', knobs: { behaviour } });
      const facts = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'translated' ? [line.fact.document] : []));
      return facts.map((document) => (document as { state?: string; status?: string }).state ?? (document as { status?: string }).status);
    };
    expect(await states('sanctions')).toEqual(['succeeded', 'completed', 'succeeded']);
    expect(await states('reject')).toEqual(['rejected', 'failed', 'failed']);
    expect(await states('auth_resume')).toEqual(['awaiting_auth', 'awaiting', 'awaiting_input']);
    const { lines } = await play({ lesson: 'acp-round-trip' });
    const [there, , back] = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'translated' ? [line.fact.document] : []));
    expect(back).toEqual(there);
  });

  it('[E.10] shows ten members on every card, however little there is to say', async () => {
    for (const agent of ['kyc-refresh-agent', 'a']) {
      const { lines } = await play({ lesson: 'card-on-the-wire', knobs: { agent } });
      const body = lines.flatMap((line) => (line.line === 'response' ? [JSON.parse(line.body) as Record<string, unknown>] : []))[0];
      expect(Object.keys(body ?? {})).toHaveLength(10);
      expect({ name: body?.['name'], schemes: body?.['securitySchemes'] }).toEqual({ name: agent, schemes: ['oauth2'] });
    }
  });

  it('[E.10] tells a story of every what-if of every lesson', () => {
    const told = STORIES.map(({ lesson, knobs = {} }) => `${lesson} ${JSON.stringify(knobs)}`);
    const untold = LESSONS.filter(({ experiment, watch }) => !experiment && !watch).flatMap(({ id, whatIf }) =>
      whatIf.map(({ set }) => `${id} ${JSON.stringify(set)}`),
    );
    expect(untold.filter((trial) => !told.includes(trial))).toEqual([]);
  });

  it('[E.10] tells it in each take, where a lesson is about the difference', () => {
    const told = new Set(STORIES.map(({ lesson, take, knobs = {} }) => `${lesson} ${take} ${JSON.stringify(knobs)}`));
    const both = LESSONS.filter(({ policy }) => policy === 'both');
    const trials = both.flatMap(({ id, whatIf, takes = [] }) =>
      takes.flatMap((take) => [{}, ...whatIf.map(({ set }) => set)].map((set) => `${id} ${take.id} ${JSON.stringify(set)}`)),
    );
    expect(trials.length).toBeGreaterThan(70);
    expect(trials.filter((trial) => !told.has(trial))).toEqual([]);
  });

  it('[E.10] names every denial of a lesson that asks for it, and what the lesson says of it', async () => {
    const reasons = async (knobs: KnobValues): Promise<unknown> => {
      const { lines } = await play({ lesson: 'may-i-hand-over', knobs });
      const facts = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'delegation-denied' ? [line.fact] : []));
      return facts.filter(({ callee }) => callee === 'marketing-copy-agent').flatMap(({ denials }) => denials.map(({ reason }) => reason));
    };
    expect(await reasons({ classification: 'internal' })).toEqual(["marketing-copy-agent offers only ['apikey']"]);
    expect(await reasons({ schemes: ['apikey', 'oauth2'], marketingData: 'restricted' })).toEqual([]);
  });

  it('[E.10] lets the last of two scores win, or none, and keeps both in a run', async () => {
    const scores = async (take: string, behaviour: string): Promise<unknown> => {
      const { lines } = await play({ lesson: 'lost-in-translation', take, knobs: behaviour === 'two_scores' ? {} : { scores: behaviour } });
      const facts = lines.flatMap((line) =>
        line.line === 'fact' && line.fact.kind === 'translated' && line.at === 1_003 ? [line.fact] : [],
      );
      const [there, run] = facts.map(
        ({ document }) => document as { structured?: unknown; run?: { output: { parts: { content?: string }[] }[] } },
      );
      return take === 'reference' ? there?.structured : run?.run?.output.flatMap(({ parts }) => parts.map(({ content }) => content));
    };
    expect(await scores('reference', 'two_scores')).toEqual({ score: 0.1 });
    expect(await scores('reference', 'two_scores_turned')).toEqual({ score: 0.9 });
    expect(await scores('reference', 'two_names')).toEqual({ first_score: 0.9, second_score: 0.1 });
    expect(await scores('hardened', 'two_scores')).toEqual(['{"score":0.9}', '{"score":0.1}']);
    expect(await scores('hardened', 'two_scores_turned')).toEqual(['{"score":0.1}', '{"score":0.9}']);
    expect(await scores('hardened', 'two_names')).toEqual(['{"first_score":0.9}', '{"second_score":0.1}']);
  });

  it('[E.10] keeps the name of an artifact that is a file, and nothing else of it', async () => {
    const { lines } = await play({ lesson: 'acp-round-trip', knobs: { behaviour: 'file_only' } });
    const [there, envelope, back] = lines.flatMap((line) =>
      line.line === 'fact' && line.fact.kind === 'translated' ? [line.fact.document] : [],
    );
    expect(there).toMatchObject({ outputText: '', structured: {}, artifacts: ['sanctions-report'] });
    expect(envelope).toMatchObject({ status: 'completed', output: [{ parts: [] }] });
    expect(back).toEqual(there);
  });

  it('[E.10] publishes the same card whatever the platform knows, and says who may be let in', async () => {
    const body = async (knobs: KnobValues): Promise<string | undefined> => {
      const { lines } = await play({ lesson: 'card-on-the-wire', knobs });
      return lines.flatMap((line) => (line.line === 'response' ? [line.body] : []))[0];
    };
    const own = await body({});
    expect(await body({ tenants: ['retail'], clearance: 'public' })).toBe(own);
    expect(await body({ schemes: ['mtls'] })).toBe(own?.replace('["oauth2"]', '["mtls"]'));
    expect(JSON.parse((await body({ agent: 'kyc-refresh-agent' })) ?? '')).toMatchObject({ capabilities: { pushNotifications: false } });
  });

  it('[E.10] lets the directory stop a card by the next filter when the first lets it through', async () => {
    const excluded = { tags: [], kycTenants: ['retail', 'wholesale'] };
    const { lines } = await play({ lesson: 'who-can-do-this', knobs: excluded });
    const cards = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'card-published' ? [line.fact.card] : []));
    const kyc = cards.find(({ name }) => name === 'kyc-refresh-agent');
    const filters = kyc && filtersAgainst(PAYMENTS_INVESTIGATOR, kyc, []);
    expect(filters?.ok && filters.value).toEqual(['classification']);
  });

  it('[L.7] lets no token into a recording', async () => {
    const { text } = await play({ lesson: 'push-and-ssrf' });
    expect(JSON.stringify(pushAndSsrf)).toContain('s3cret');
    expect(text).not.toContain('s3cret');
    expect(text).not.toMatch(/"token\\?":\\?"x/);
    expect(text.match(/\[cut 2: [a-z-]+\]/g)).toHaveLength(4);
  });

  it('[L.7] lets no token into a recording, whatever it is and whatever becomes of its config', async () => {
    const token = fc
      .string({ unit: fc.constantFrom(...'ЖЩЫЭЮЯ"\\\n{,: '), minLength: 1, maxLength: 30 })
      .filter((text) => /[Ж-Я]/.test(text));
    const settings = fc.record({
      url: fc.constantFrom('https://agents.bank.ae/cb', 'https://evil.example/hook', 'no url'),
      task: fc.constantFrom('task-1', 'task-404'),
      capability: fc.boolean(),
      afterwards: fc.constantFrom('reply', 'cancel'),
    });
    await fc.assert(
      fc.asyncProperty(token, settings, async (secret, knobs) => {
        const turned = applyKnobs(pushAndSsrf, knobs);
        if (!turned.ok) throw new Error('these settings are accepted');
        const { lesson } = turned.value;
        const steps = lesson.steps.map((step) => (step.do === 'set-push-config' ? { ...step, token: secret } : step));
        const episode = { lesson: lesson.id, seed: 'one', policy: 'reference', knobs: turned.value.knobs };
        let text = '';
        await playTurned({ ...lesson, steps }, episode, { spawn: inside, onText: (piece) => (text += piece) });
        expect(text).toContain('"episode-ended"');
        expect(text).not.toMatch(/[Ж-Я]/);
      }),
      { numRuns: 40 },
    );
  });
});

describe('episodes', () => {
  it('[E.1] gives the same bytes for each lesson, five times over', async () => {
    for (const { id } of LESSONS.filter(({ experiment, watch }) => !experiment && !watch)) {
      const first = await play({ lesson: id });
      for (let time = 1; time < 5; time++) expect((await played({ lesson: id }, inside)).text).toBe(first.text);
    }
  });

  it('[E.1] gives the same bytes while other macrotasks come in between', async () => {
    const first = await play({ lesson: 'push-and-ssrf' });
    let busy = true;
    const disturb = (): void => void (busy && setTimeout(disturb, 0));
    for (let disturber = 0; disturber < 20; disturber++) disturb();
    const again = () => played({ lesson: 'push-and-ssrf' }, inside);
    const disturbed = await Promise.all([again(), again()]);
    busy = false;
    expect(disturbed.map(({ text }) => text)).toEqual([first.text, first.text]);
  });

  it('[E.11] names itself in its first line, with the knobs that differ and no others', async () => {
    const { text } = await play({ lesson: 'who-can-do-this', seed: 'other', knobs: { tags: ['sanctions'], tenant: 'retail' } });
    expect(JSON.parse(text.split('\n', 1)[0] ?? '')).toEqual({
      delegationInspector: 'saved',
      version: 2,
      name: 'Who can do this?',
      settings: { stallSeconds: 300, depth: 5, retrySeconds: 60 },
      episode: { lesson: 'who-can-do-this', seed: 'other', policy: 'reference', knobs: { tenant: 'retail' } },
    });
  });

  it('[E.8] refuses what it does not know, with what it knows, and plays nothing', async () => {
    const why = async (request: PlayRequest): Promise<unknown> => {
      const { outcome, text } = await play(request);
      return outcome.ok ? outcome : `${text}${outcome.why}`;
    };
    const lesson = 'who-can-do-this';
    expect(await why({ lesson: 'none' })).toMatch(/^there is no lesson "none"; known are who-can-do-this, may-i-hand-over, /);
    expect(await why({ lesson, policy: 'lax' })).toBe('there is no policy "lax"; known are reference, hardened');
    expect(await why({ lesson, knobs: { colour: 1 } })).toBe(
      'this lesson has no knob "colour"; it has tenant, classification, tags, callerId, kycTenants, marketingData',
    );
  });

  it('[E.12] ends where it is when it is stopped', async () => {
    const stop = new AbortController();
    const outcome = await playLesson(
      { lesson: 'push-and-ssrf' },
      { spawn: inside, signal: stop.signal, onText: (text) => text.includes('"tick":2') && stop.abort() },
    );
    expect(outcome).toEqual({ ok: false, why: 'stopped' });
  });

  it('[E.9] hides no error of whoever takes the text', async () => {
    const broken = playLesson(
      { lesson: 'streamed-delegation' },
      {
        spawn: inside,
        onText: (text) => {
          if (text.includes('"end"')) throw new Error('the disk is full');
        },
      },
    );
    await expect(broken).rejects.toThrow('the disk is full');
  });
});
