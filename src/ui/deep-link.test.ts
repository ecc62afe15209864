import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '../model/log/row-kind.ts';
import type { WhatIf } from '../model/projections/discovery.ts';
import { decodeView, encodeView, LINK_VERSION, PANEL_IDS, type View } from './deep-link.ts';

const read = (hash: string): View => {
  const result = decodeView(hash);
  if (!result.ok) throw new Error(result.issues.map((issue) => issue.message).join(' '));
  return result.value;
};

/** A what-if that changes everything that can be changed. */
const WHOLE: WhatIf = {
  caller: {
    agentId: 'payments',
    tenant: 'retail',
    userId: 'u-1',
    scopes: ['delegate'],
    dataClassification: 'restricted',
    delegationChain: ['orchestrator'],
  },
  tags: [],
  maxDepth: 0,
  policy: 'hardened',
  cards: {
    'kyc-agent': {
      name: 'kyc-agent',
      description: '',
      url: 'https://agents.example/kyc',
      version: '1',
      protocolVersion: '0.3',
      skills: [{ skillId: 'refresh', name: 'Refresh', description: '', tags: ['kyc'], examples: [] }],
      streaming: true,
      pushNotifications: false,
      defaultInputModes: ['text/plain'],
      defaultOutputModes: [],
      securitySchemes: ['mtls'],
      owner: 'brand',
      tenants: [],
      maxDataClassification: 'public',
    },
  },
};

describe('a view as a link', () => {
  it('[U.5] leaves defaults out', () => {
    expect(encodeView({})).toBe('');
    expect(encodeView({ panel: 'timeline', lanes: 'agent', at: -1, knobs: {}, whatIf: {} })).toBe('');
    expect(encodeView({ lesson: 'who-can-do-this', panel: 'discovery', at: 3 })).toBe('v=1&lesson=who-can-do-this&panel=discovery&at=3');
  });

  it('[U.31] carries a packed trace at its end, beside no lesson and no sample', () => {
    const link = encodeView({ trace: 'gzip.H4sI-_', panel: 'findings', row: 2 });
    expect(link).toBe('v=1&panel=findings&row=2&trace=gzip.H4sI-_');
    expect(read(link)).toEqual({ trace: 'gzip.H4sI-_', panel: 'findings', row: 2 });
    expect(decodeView('v=1&sample=a&trace=gzip.A').ok).toBe(false);
    expect(decodeView('v=1&lesson=a&trace=gzip.A').ok).toBe(false);
  });

  it('[U.5] gives back every view that it was made from', () => {
    const word = fc.string({ minLength: 1, maxLength: 12 });
    const view = fc.record(
      {
        lesson: word,
        seed: word,
        take: word,
        policy: fc.constantFrom('reference' as const, 'hardened' as const),
        task: word,
        card: word,
        find: word,
        at: fc.nat(999_999),
        row: fc.nat(999_999),
        panel: fc.constantFrom(...PANEL_IDS.filter((id) => id !== 'timeline')),
        lanes: fc.constant('task' as const),
        channels: fc.subarray([...CHANNELS], { minLength: 1 }),
        knobs: fc.dictionary(
          word.filter((name) => name !== '__proto__'),
          fc.oneof(word, fc.nat(), fc.array(word)),
          { minKeys: 1, maxKeys: 3 },
        ),
        whatIf: fc.constantFrom<WhatIf>({ tags: ['a b', 'ü&='] }, WHOLE),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(view, (given) => {
        expect(JSON.parse(JSON.stringify(read(encodeView(given as View))))).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    );
  });

  it('[U.5] refuses in words what it cannot read, and never throws', () => {
    const why = (hash: string) => {
      const result = decodeView(hash);
      return result.ok ? 'read' : result.issues[0]?.message;
    };
    expect(why(`#v=${LINK_VERSION + 1}&lesson=x`)).toBe('It was made by version 2 of the view; this page reads up to 1.');
    expect(why('#panel=nope')).toBe('There is no panel “nope”.');
    expect(why('#policy=soft')).toBe('There is no policy “soft”.');
    expect(why('#at=minus')).toBe('“minus” is no row number.');
    expect(why('#knobs=[1]')).toBe('“[1]” is no JSON object.');
    expect(why('#knobs=%7B')).toBe('“{” is no JSON object.');
    expect(why('#task=%E0%A4%A')).toBe('“%E0%A4%A” has a broken percent sign in it.');
    expect(why('#colour=red')).toBe('“colour” is nothing that a view has.');
    expect(why('#lanes=garbage')).toBe('There is no grouping of lanes “garbage”.');
    expect(why('#channels=garbage')).toBe('There is no channel “garbage”.');
    expect(why('#channels=push,')).toBe('There is no channel “”.');
    expect(why('#channels=push,push')).toBe('“push,push” names a channel twice.');
    expect(why('#at=1&at=2')).toBe('“at” is given twice.');
    expect(why('#task=')).toBe('“task” says nothing.');
    expect(why('#lesson=a&sample=b')).toBe('It names a lesson and a sample; a view shows one of them.');
    expect(why('#half')).toBe('“half” is no name=value pair.');
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof decodeView(text).ok).toBe('boolean');
      }),
    );
  });

  const skill = { skillId: 's', name: '', description: '', tags: [], examples: [] };
  it.each([
    [{ caller: 5, tags: 'x' }, ['whatif.caller must be an object, not 5.', 'whatif.tags must be a list of texts, not "x".']],
    [{ tags: 5 }, ['whatif.tags must be a list of texts, not 5.']],
    [{ tags: ['a', 5] }, ['whatif.tags must be a list of texts, not ["a",5].']],
    [{ maxDepth: 1.5 }, ['whatif.maxDepth must be a whole number from 0, not 1.5.']],
    [{ cards: { a: { skills: 3 } } }, ['whatif.cards.a.skills must be a list of skills, not 3.']],
    [{ cards: { a: { skills: [3] } } }, ['whatif.cards.a.skills[0] must be an object, not 3.']],
    [{ cards: { a: { skills: [{ ...skill, tags: null }] } } }, ['whatif.cards.a.skills[0].tags must be a list of texts, not null.']],
    [
      { cards: { a: { skills: [{ skillId: 's', name: '', tags: [] }] } } },
      ['whatif.cards.a.skills[0] lacks “description”.', 'whatif.cards.a.skills[0] lacks “examples”.'],
    ],
    [{ cards: { a: 5 } }, ['whatif.cards.a must be an object, not 5.']],
    [{ cards: [] }, ['whatif.cards must be an object, not [].']],
    [{ cards: { a: { name: 'b' } } }, ['whatif.cards.a.name cannot be changed: the card goes by it.']],
    [
      { cards: { a: { maxDataClassification: 'secret' } } },
      [
        "whatif.cards.a.maxDataClassification: unknown data classification: 'secret'; known are public, internal, confidential, restricted.",
      ],
    ],
    [{ caller: { delegationChain: 5 } }, ['whatif.caller.delegationChain must be a list of texts, not 5.']],
    [{ caller: { dataClassification: 5 } }, ['whatif.caller.dataClassification must be a text, not 5.']],
    [{ policy: 'soft' }, ['whatif.policy must be one of reference, hardened, not "soft".']],
    [{ colour: 1 }, ['whatif has no member “colour”; known are caller, tags, maxDepth, cards, policy.']],
    [JSON.parse('{"__proto__": {"tags": []}}'), ['whatif has no member “__proto__”; known are caller, tags, maxDepth, cards, policy.']],
  ])('[U.5] refuses the what-if %j, member by member', (whatIf, messages) => {
    const result = decodeView(`#whatif=${encodeURIComponent(JSON.stringify(whatIf))}`);
    expect({ ok: result.ok, messages: result.issues.map(({ message }) => message) }).toEqual({ ok: false, messages });
  });
});
