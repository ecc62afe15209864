import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textMember, type Json, type JsonObject } from '../base/json.ts';
import { createEngine } from '../engine/engine.ts';
import type { PublishedCard } from '../protocol/agent-card.ts';
import { RECORDING } from '../testing/small-recording.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import type { WhatIf } from './discovery.ts';
import type { HopVerdict, KernelVerdictsAnswer, KernelVerdictsAsk } from './kernel-verdicts.ts';

const END = Number.MAX_SAFE_INTEGER;
const fixture = (name: string): string => readFileSync(new URL(`../testing/fixtures/${name}`, import.meta.url), 'utf8');

async function ask(text: string, asked: Partial<KernelVerdictsAsk> = {}): Promise<KernelVerdictsAnswer> {
  const engine = createEngine(countedSlices(1_000));
  const log = engine.open(text, { name: 'trace' });
  await engine.settled(log);
  return engine.query(log, 'kernelVerdicts', { cursor: END, ...asked });
}

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
const urlOf = (agent: string): string => `https://${agent}.agents.example/a2a`;

/** A card as it is fetched; `more` over what an agent with an acceptable scheme says. */
function cardOf(agent: string, more: JsonObject = {}): JsonObject {
  return {
    name: agent,
    description: agent,
    url: urlOf(agent),
    version: '1.0.0',
    protocolVersion: '0.3.0',
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: `do-${agent}`, name: `do ${agent}`, description: agent, tags: [agent, 'work'] }],
    securitySchemes: { oauth2: { type: 'oauth2', flows: {} } },
    ...more,
  };
}
function fetched(card: JsonObject, conn: number, second = 0): readonly JsonObject[] {
  const url = `${textMember(card, 'url')?.replace(/\/a2a$/, '') ?? ''}/.well-known/agent-card.json`;
  const headers = { 'content-type': 'application/json' };
  return [
    { ts: at(second), direction: 'request', conn, method: 'GET', url, headers: {} },
    { ts: at(second), direction: 'response', conn, status: 200, headers, body: card },
  ];
}

/** `from` asks `to` while it is at work itself: each call lies in the one before. */
function called(from: string, to: string, step: number, message: JsonObject = {}): readonly (JsonObject & { readonly ts: string })[] {
  const conn = 100 + step;
  const params = { message: { kind: 'message', role: 'user', messageId: `m${step}`, parts: [{ kind: 'text', text: 'x' }], ...message } };
  const result = { kind: 'task', id: `t${step}`, contextId: `c${step}`, status: { state: 'completed' } };
  return [
    {
      ts: at(10 + step),
      direction: 'request',
      conn,
      method: 'POST',
      url: urlOf(to),
      headers: { 'user-agent': `${from}/1.0` },
      body: { jsonrpc: '2.0', id: 1, method: 'message/send', params },
    },
    {
      ts: at(1_000 - step),
      direction: 'response',
      conn,
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { jsonrpc: '2.0', id: 1, result },
    },
  ];
}
const textOf = (events: readonly Json[]): string => events.map((event) => JSON.stringify(event)).join('\n');

/** Agents that ask each other in a row, all of whose cards were fetched before, but for those left out. */
function relay(agents: readonly string[], options: { readonly cards?: readonly JsonObject[]; readonly message?: JsonObject } = {}): string {
  const named = [...new Set(agents.slice(1))];
  const cards = (options.cards ?? named.map((agent) => cardOf(agent))).flatMap((card, index) => fetched(card, index));
  const calls = agents.slice(1).flatMap((to, index) => called(agents[index] ?? '', to, index, options.message));
  return textOf([...cards, ...calls.toSorted((a, b) => (a.ts < b.ts ? -1 : 1))]);
}

/** Everything a person may state so that nothing is left open. */
function allStated(cards: readonly string[], more: WhatIf['caller'] = {}): WhatIf {
  return {
    caller: { tenant: 'retail', dataClassification: 'internal', delegationChain: [], ...more },
    cards: Object.fromEntries(cards.map((name) => [name, { tenants: [], maxDataClassification: 'confidential' }])),
  };
}
const told = ({ hops }: KernelVerdictsAnswer): readonly string[] =>
  hops.map(({ from, to, kind }) => `${from ?? '?'} > ${to ?? '?'} ${kind}`);
const outcomes = (hop: HopVerdict | undefined): readonly string[] => (hop?.checks ?? []).map(({ check, kind }) => `${check} ${kind}`);
const denials = (hop: HopVerdict | undefined): readonly string[] =>
  (hop?.checks ?? []).flatMap((each) => (each.kind === 'denied' ? [`${each.code}: ${each.reason}`] : []));

describe('what the kernel would say to a trace', () => {
  it('[P.50] judges every delegation whose card is known, by its caller and the way to it', async () => {
    const answer = await ask(fixture('traces/v03-jsonrpc-delegate.ndjson'));
    expect(told(answer)).toEqual([
      'Trip Planner > Flight Finder refused',
      'Trip Planner > Hotel Scout refused',
      'Hotel Scout > Review Digest refused',
    ]);
    expect(answer.hops.map(({ chain }) => chain.map(({ agent }) => agent))).toEqual([[], [], ['Trip Planner']]);
    expect(answer.hops[2]?.sentence).toBe('would have been refused because Review Digest names no security scheme');
    expect(answer).toMatchObject({ recorded: false, policy: 'reference', maxDepth: 4, total: 3, looked: 3, withoutCardHops: 0 });
  });
  it('[P.50] follows the cursor: neither hops nor cards that come later are known', async () => {
    const text = fixture('traces/v03-jsonrpc-delegate.ndjson');
    const first = (await ask(text)).hops[0]?.seq ?? 0;
    expect((await ask(text, { cursor: first - 1 })).total).toBe(0);
    expect(told(await ask(text, { cursor: first }))).toEqual(['Trip Planner > Flight Finder refused']);
    const cardsLast = textOf([...called('ui', 'a', 0), ...fetched(cardOf('a'), 1, 2_000)]);
    expect((await ask(cardsLast, { cursor: 1 })).withoutCardHops).toBe(1);
    expect((await ask(cardsLast)).withoutCardHops).toBe(0);
  });
  it('[P.51] admits what every check admits, once all its facts are stated', async () => {
    const answer = await ask(relay(['ui', 'a', 'b']), { whatIf: allStated(['a', 'b']) });
    expect(told(answer)).toEqual(['ui > a allowed', 'a > b allowed']);
    expect(answer.hops[1]?.sentence).toBe('would have been admitted');
    expect(answer.facts.every(({ hops }) => hops === 0)).toBe(true);
  });
  it('[P.72] asks the checks of the policy that a person chooses, but for those of what arrives', async () => {
    const text = relay(['ui', 'a', 'b']);
    const stated = allStated(['a', 'b']);
    const open = await ask(text, { whatIf: { ...stated, policy: 'hardened' } });
    expect(open).toMatchObject({ policy: 'hardened', statedPolicy: 'reference' });
    expect(told(open)).toEqual(['ui > a open', 'a > b open']);
    expect(outcomes(open.hops[0])).not.toContain('chain-proven open');
    expect(open.facts.filter(({ stated: value }) => value === undefined).map(({ words }) => words)).toEqual([
      'for whom the work is done',
      'which scopes the caller holds',
    ]);
    const noScopes: WhatIf = { ...allStated(['a', 'b'], { userId: 'u-1', scopes: [] }), policy: 'hardened' };
    const refused = await ask(text, { whatIf: noScopes });
    expect(denials(refused.hops[0])).toEqual(["SCOPE_MISSING: the caller lacks the scope 'delegate'"]);
    const scoped: WhatIf = { ...allStated(['a', 'b'], { userId: 'u-1', scopes: ['delegate'] }), policy: 'hardened' };
    expect(told(await ask(text, { whatIf: scoped }))).toEqual(['ui > a allowed', 'a > b allowed']);
  });
  it('[P.72] says under hardened that what is refused would not have been shown', async () => {
    const whatIf: WhatIf = { ...allStated(['a'], { userId: 'u-1', scopes: [] }), tags: ['work'] };
    const before = await ask(relay(['ui', 'a']), { whatIf });
    const after = await ask(relay(['ui', 'a']), { whatIf: { ...whatIf, policy: 'hardened' } });
    expect(before.hops[0]?.discovery).toMatchObject({ kind: 'ranked', place: 1 });
    expect(after.hops[0]?.discovery).toMatchObject({ kind: 'hidden', filter: 'admission' });
  });
  it('[P.51] refuses from the limit on, however long the chain is that nobody saw', async () => {
    const text = relay(['ui', 'a', 'b', 'c', 'd', 'e']);
    const answer = await ask(text);
    expect(told(answer)).toEqual(['ui > a open', 'a > b open', 'b > c open', 'c > d open', 'd > e refused']);
    expect(denials(answer.hops[4])).toEqual(['DEPTH_EXCEEDED: delegation chain is 4 deep; max is 4']);
    expect(answer.hops[4]?.sentence).toContain('would have been refused because delegation chain is 4 deep; max is 4');
    const raised = await ask(text, { whatIf: { ...allStated(['a', 'b', 'c', 'd', 'e']), maxDepth: 5 } });
    expect(raised.counts).toMatchObject({ allowed: 5, refused: 0 });
    expect(raised.hops[4]?.checks[0]).toMatchObject({
      check: 'depth',
      kind: 'passes',
      read: '4 < 5',
      supposed: ['caller.delegationChain', 'maxDepth'],
    });
  });
  it('[P.51] refuses a way that comes back to the agent that is asked, and tells all other denials too', async () => {
    const cards = [cardOf('a'), cardOf('b')];
    const answer = await ask(relay(['ui', 'a', 'b', 'a'], { cards }), {
      whatIf: { ...allStated(['b']), cards: { a: { tenants: ['wholesale'], maxDataClassification: 'public' } } },
    });
    expect(denials(answer.hops.at(-1))).toEqual([
      "CYCLE_DETECTED: a already appears in the chain ['ui', 'a']",
      "TENANT_NOT_PERMITTED: a does not serve tenant 'retail'",
      "CLASSIFICATION_EXCEEDED: a handles up to 'public'; the task carries 'internal'",
    ]);
  });
  it('[P.51] names what is missing where an outcome hangs on it, and nothing where it does not', async () => {
    const text = relay(['ui', 'a']);
    const { hops, facts } = await ask(text);
    expect(outcomes(hops[0])).toEqual(['depth open', 'cycle open', 'tenant open', 'classification open', 'auth passes']);
    expect(hops[0]?.sentence).toBe(
      'cannot be said: not stated is who stands above ui, for which tenant the work is done, which tenants a serves, how guarded the data is and what data a may handle',
    );
    expect(facts.map(({ field }) => field)).toEqual([
      'caller.tenant',
      'caller.dataClassification',
      'caller.delegationChain',
      'card.tenants',
      'card.maxDataClassification',
    ]);
    // A card for every tenant and for all data needs no word of the caller.
    const generous = await ask(text, { whatIf: { cards: { a: { tenants: [], maxDataClassification: 'restricted' } } } });
    expect(outcomes(generous.hops[0])).toEqual(['depth open', 'cycle open', 'tenant passes', 'classification passes', 'auth passes']);
    const harmless = await ask(text, { whatIf: { caller: { dataClassification: 'public' } } });
    expect(harmless.hops[0]?.checks[3]).toMatchObject({ kind: 'passes', whatever: ['card.maxDataClassification'] });
  });
  it('[P.51] tells what was compared only where all of it is known', async () => {
    const [hop] = (await ask(relay(['ui', 'a']))).hops;
    expect(hop?.checks.map((each) => ('read' in each ? each.read : undefined))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'oauth2',
    ]);
  });
  it('[P.51] a word that is no classification has no answer, which takes the place of denials', async () => {
    const answer = await ask(relay(['ui', 'a']), { whatIf: allStated(['a'], { dataClassification: 'secret', delegationChain: ['a'] }) });
    expect(told(answer)).toEqual(['ui > a unreadable']);
    expect(answer.hops[0]?.sentence).toBe("would have had no answer: unknown data classification: 'secret'");
  });
  it('[P.51] does not take silence for a lack of authentication where a card has no place for it', async () => {
    const { protocolVersion: _version, securitySchemes: _schemes, ...old } = cardOf('a');
    const answer = await ask(relay(['ui', 'a'], { cards: [old] }));
    expect(outcomes(answer.hops[0])).toContain('auth open');
  });
  it('[P.53] a person’s facts decide, are marked as theirs, and can be seen in force', async () => {
    const whatIf: WhatIf = { caller: { tenant: 'retail' }, cards: { a: { tenants: ['wholesale'] } } };
    const { hops, facts } = await ask(relay(['ui', 'a']), { whatIf });
    expect(told({ hops } as KernelVerdictsAnswer)).toEqual(['ui > a refused']);
    const tenant = hops[0]?.checks.find(({ check }) => check === 'tenant');
    expect(tenant).toMatchObject({ kind: 'denied', supposed: ['caller.tenant', 'card.tenants'], read: 'wholesale' });
    expect(facts.find(({ field }) => field === 'card.tenants')).toMatchObject({ card: 'a', stated: ['wholesale'], hops: 0 });
    expect(facts.find(({ field }) => field === 'caller.tenant')).toMatchObject({ stated: 'retail', hops: 0 });
  });
  it('[P.53] the chain that a person states stands above the first caller seen', async () => {
    const answer = await ask(relay(['ui', 'a', 'b']), { whatIf: allStated(['a', 'b'], { delegationChain: ['portal', 'desk', 'b'] }) });
    expect(told(answer)).toEqual(['ui > a allowed', 'a > b refused']);
    expect(denials(answer.hops[1])).toEqual([
      'DEPTH_EXCEEDED: delegation chain is 4 deep; max is 4',
      "CYCLE_DETECTED: b already appears in the chain ['portal', 'desk', 'b', 'ui']",
    ]);
  });
  it('[P.50] says where a refusal stands on a way that is only claimed', async () => {
    const message = { metadata: { delegation_chain: ['w', 'x', 'y', 'z', 'ui'] } };
    const text = textOf([...fetched(cardOf('a'), 1), ...called('python-httpx', 'a', 0, message)]);
    const answer = await ask(text);
    const last = answer.hops.find(({ to }) => to === 'a');
    expect(last?.claimed).toBe(true);
    expect(last?.sentence).toMatch(
      /^would have been refused because delegation chain is 4 deep; max is 4.*\(on a way that is only claimed\)$/,
    );
  });
});

describe('cards that verdicts stand on', () => {
  const published = (name: string, url: string): PublishedCard => ({
    name,
    description: name,
    url,
    version: '1',
    protocolVersion: '0.3.0',
    skills: [],
    streaming: true,
    pushNotifications: false,
    defaultInputModes: [],
    defaultOutputModes: [],
    securitySchemes: ['mtls'],
  });
  it('[P.52] counts delegations whose card is unknown, each agent with its reason', async () => {
    const answer = await ask(relay(['ui', 'a', 'b'], { cards: [cardOf('a')] }));
    expect(told(answer)).toEqual(['ui > a open']);
    expect(answer.withoutCard).toMatchObject([
      { agent: 'b', hops: 1, why: 'no card of b in this trace; open or paste its card beside it' },
    ]);
    expect(answer).toMatchObject({ total: 2, looked: 2, withoutCardHops: 1 });
  });
  it('[P.52] takes cards from beside the trace: by name, by a name written otherwise, by the host that was asked', async () => {
    const text = relay(['ui', 'a', 'stock-keeper', 'c'], { cards: [] });
    const cards = [
      {
        card: published('a', 'https://elsewhere.example/a2a'),
        from: 'cards.json',
        platform: { owner: 'x', tenants: [], maxDataClassification: 'restricted' },
      },
      { card: published('Stock Keeper Agent', 'https://other.example/'), from: 'cards.json' },
      { card: published('Carrier Desk', urlOf('c')), from: 'more.json' },
    ];
    const answer = await ask(text, { cards });
    expect(answer.hops.map(({ card, matched, cardFrom }) => [card, matched, cardFrom])).toEqual([
      ['a', 'name', 'cards.json'],
      ['Stock Keeper Agent', 'similar name', 'cards.json'],
      ['Carrier Desk', 'address', 'more.json'],
    ]);
    expect(answer.besideUsed).toBe(3);
    // What the other log states about its platform is known here.
    expect(outcomes(answer.hops[0])).toEqual(['depth open', 'cycle open', 'tenant passes', 'classification passes', 'auth passes']);
  });
  it('[P.52] a card of the trace goes first, and a host of two cards is nobody’s address', async () => {
    const own = await ask(relay(['ui', 'a']), { cards: [{ card: { ...published('a', ''), securitySchemes: [] }, from: 'x' }] });
    expect(own.hops[0]?.cardFrom).toBeUndefined();
    const cards = ['One', 'Two'].map((name) => ({ card: published(name, `${urlOf('a')}/${name}`), from: 'x' }));
    expect((await ask(relay(['ui', 'a'], { cards: [] }), { cards })).withoutCardHops).toBe(1);
  });
  it('[P.52] no more than 200 cards are laid beside', async () => {
    const cards = Array.from({ length: 201 }, (_, index) => ({ card: published(index < 200 ? `other-${index}` : 'a', ''), from: 'x' }));
    expect((await ask(relay(['ui', 'a'], { cards: [] }), { cards })).withoutCardHops).toBe(1);
    expect((await ask(relay(['ui', 'a'], { cards: [] }), { cards: cards.slice(1) })).withoutCardHops).toBe(0);
  });
});

describe('what discovery would have said', () => {
  it('[P.54] is not asked where nothing states what was looked for', async () => {
    expect((await ask(relay(['ui', 'a']))).hops[0]?.discovery).toMatchObject({ kind: 'not-asked' });
  });
  it('[P.54] gives the place by a person’s tags, a range while it is open who else is shown', async () => {
    const text = relay(['ui', 'a', 'b', 'c']);
    const open = (await ask(text, { whatIf: { tags: ['work'] } })).hops[2]?.discovery;
    // `b` asks for `c` and never sees itself.
    expect(open).toMatchObject({ kind: 'ranked', place: 1, placeAtMost: 2, of: 2, certain: false, looked: { by: 'person' } });
    const stated = (await ask(text, { whatIf: { ...allStated(['a', 'b', 'c']), tags: ['work', 'c'] } })).hops[2]?.discovery;
    expect(stated).toMatchObject({ kind: 'ranked', place: 1, placeAtMost: 1, of: 2, certain: true });
    const hidden = (await ask(text, { whatIf: { ...allStated(['a', 'b', 'c']), tags: ['a'] } })).hops[2]?.discovery;
    expect(hidden).toMatchObject({ kind: 'hidden', filter: 'tags' });
  });
  it('[P.54] looks for the tags of the skill that the message names', async () => {
    const message = { metadata: { skillId: 'do-a' } };
    const [hop] = (await ask(relay(['ui', 'a'], { message }))).hops;
    expect(hop?.discovery).toMatchObject({ kind: 'ranked', place: 1, looked: { tags: ['a', 'work'], by: 'message', skill: 'do a' } });
  });
});

describe('bounds of verdicts', () => {
  it('[P.55] says of an episode that its own decisions are recorded, and replays nothing', async () => {
    const answer = await ask(RECORDING);
    expect(answer).toMatchObject({ recorded: true, hops: [], total: 0, facts: [] });
  });
  it('[P.56] judges the first 1 000 hops, lists 200 of the kind asked for, and counts the rest', async () => {
    const calls = Array.from({ length: 1_010 }, (_, index) => called('ui', 'a', index).slice(0, 1));
    const engine = createEngine(countedSlices(1_000));
    const log = engine.open(textOf([...fetched(cardOf('a'), 1), ...calls.flat()]), { name: 'trace' });
    await engine.settled(log);
    const answer = engine.query(log, 'kernelVerdicts', { cursor: END });
    expect(answer).toMatchObject({ total: 1_010, looked: 1_000, hopsTotal: 1_000, counts: { open: 1_000 } });
    expect(answer.hops).toHaveLength(200);
    expect(engine.query(log, 'kernelVerdicts', { cursor: END, show: 'refused' })).toMatchObject({ hops: [], hopsTotal: 0 });
    const [first] = answer.hops;
    expect(engine.query(log, 'kernelVerdicts', { cursor: END, seq: first?.seq ?? -1 }).hops).toEqual([first]);
  }, 30_000);
});
