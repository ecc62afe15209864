// What happens in lessons in which agents hand work on, or end it badly, in order, with its virtual times, under both policies.

import type { Json } from '../../model/base/json.ts';
import type { LessonStory } from './lesson-stories.ts';

type Told = readonly string[];
type Knobs = Readonly<Record<string, Json>>;

function begins(at: number, agent: string, tick = 1): Told {
  return [`${at} delegation-admitted ${agent}`, `${at} task-created`, `${at} status-stored submitted@${tick}`];
}

/** A hop: asked, taken on, and at work before the next one is asked. */
function hop(at: number, agent: string, tick = 1): Told {
  return [`${at} request message/send`, ...begins(at + 10, agent, tick), `${at + 110} status-stored working@${tick + 1}`];
}

// Forged chains

const CALLEE: Told = [
  '0 request message/stream',
  ...begins(10, 'callee'),
  '20 head',
  '20 chunk status-update submitted',
  '110 status-stored working@2',
  '120 chunk status-update working',
  '210 status-stored completed@3',
  '220 chunk status-update completed',
  '220 chunk task completed',
  '220 end',
];
const FOUR_HOPS: Told = [...hop(1_000, 'a'), ...hop(1_110, 'b'), ...hop(1_220, 'c'), ...hop(1_330, 'd')];
const ALL_THE_WAY: Told = [
  ...CALLEE,
  ...FOUR_HOPS,
  ...hop(1_440, 'e'),
  '1650 artifact-stored',
  '1750 status-stored completed@3',
  '1760 response task completed Screening complete.',
  ...[1_760, 1_770, 1_780, 1_790].flatMap((at) => [
    `${at} artifact-stored`,
    `${at} status-stored completed@3`,
    `${at + 10} response task completed Passed on, and done.`,
  ]),
  '1800 ended done',
];

/** A failure that comes back hop by hop; who was asked stands in front of what it said. */
function comesBack(at: number, why: string, hops: readonly (readonly [agent: string, tick: number])[]): Told {
  let said = why;
  const told = hops.flatMap(([agent, tick], index) => {
    const from = at + 10 * index;
    const lines = [`${from} status-stored failed@${tick}`, `${from + 10} response task failed ${said}`];
    said = `${agent}: failed, ${said}`;
    return lines;
  });
  return [...told, `${at + 10 * hops.length} ended done`];
}

const DEEP = 'DEPTH_EXCEEDED delegation chain is 4 deep; max is 4';
const UNPROVEN = 'CHAIN_UNVERIFIED d may not begin a chain and shows nobody before it';
const FOUR_BACK = [
  ['d', 3],
  ['c', 3],
  ['b', 3],
  ['a', 3],
] as const;

/** d asks, is refused, and everybody hears of it. */
function refusedAtTheEnd(to: string, codes: string, why: string): Told {
  return [
    ...CALLEE,
    ...FOUR_HOPS,
    '1440 request message/send',
    `1450 delegation-denied ${to} [${codes}]`,
    `1460 response ${why}`,
    ...comesBack(1_460, `${to}: ${why}`, FOUR_BACK),
  ];
}

/** d finds out itself, and asks nobody. */
function refusedBeforehand(to: string, codes: string): Told {
  return [...CALLEE, ...FOUR_HOPS, `1440 delegation-denied ${to} [${codes}]`, ...comesBack(1_440, `${to}: ${DEEP}`, FOUR_BACK)];
}

const CIRCLE = "CYCLE_DETECTED d already appears in the chain ['d', 'a', 'b']";
const ROUND_ONCE_MORE: Told = [
  ...CALLEE,
  ...FOUR_HOPS,
  ...hop(1_440, 'a', 3),
  ...hop(1_550, 'b', 3),
  ...hop(1_660, 'c', 3),
  '1770 request message/send',
  '1780 delegation-denied d [CYCLE_DETECTED]',
  `1790 response ${CIRCLE}`,
  ...comesBack(1_790, `d: ${CIRCLE}`, [
    ['c', 5],
    ['b', 5],
    ['a', 5],
    ['d', 3],
    ['c', 6],
    ['b', 6],
    ['a', 6],
  ]),
];

const FORGED: readonly LessonStory[] = [
  forged('reference', undefined, ALL_THE_WAY),
  forged('hardened', undefined, refusedAtTheEnd('e', 'CHAIN_UNVERIFIED', UNPROVEN)),
  forged('reference', { chain: 'kept' }, refusedAtTheEnd('e', 'DEPTH_EXCEEDED', DEEP)),
  forged('hardened', { chain: 'kept' }, refusedBeforehand('e', 'DEPTH_EXCEEDED')),
  forged('reference', { chain: 'kept', calls: 'a' }, refusedAtTheEnd('a', 'DEPTH_EXCEEDED, CYCLE_DETECTED', DEEP)),
  forged('hardened', { chain: 'kept', calls: 'a' }, refusedBeforehand('a', 'DEPTH_EXCEEDED, CYCLE_DETECTED')),
  forged('reference', { calls: 'a' }, ROUND_ONCE_MORE),
  forged('hardened', { calls: 'a' }, refusedAtTheEnd('a', 'CHAIN_UNVERIFIED', UNPROVEN)),
  forged('reference', { chain: ['root'] }, ALL_THE_WAY),
  forged('hardened', { chain: ['root'] }, refusedAtTheEnd('e', 'CHAIN_UNVERIFIED', UNPROVEN)),
  forged('reference', { chain: 'kept', maxDepth: 5 }, ALL_THE_WAY),
  forged('hardened', { chain: 'kept', maxDepth: 5 }, ALL_THE_WAY),
];

function forged(take: string, knobs: Knobs | undefined, story: Told): LessonStory {
  return { lesson: 'forged-chain', take, ...(knobs && { knobs }), story };
}

// Three hops and a decision

const INVESTIGATOR = 'payments-investigator';
const SANCTIONS = 'sanctions-screening-agent';
const REGISTRY = 'ownership-registry';
const TWO_HOPS: Told = [...hop(0, INVESTIGATOR), ...hop(110, SANCTIONS)];
const WITH_REGISTRY: Told = [
  ...TWO_HOPS,
  ...hop(220, REGISTRY),
  '430 artifact-stored',
  '530 status-stored completed@3',
  '540 response task completed Extract attached.',
  ...screened(540),
];

/** The sanctions agent has what it gets, answers, and the investigator passes it on. */
function screened(at: number, ticks: readonly [sanctions: number, investigator: number] = [3, 3]): Told {
  return [
    `${at + 100} artifact-stored`,
    `${at + 200} status-stored completed@${ticks[0]}`,
    `${at + 210} response task completed Screening complete.`,
    `${at + 210} artifact-stored`,
    `${at + 210} status-stored completed@${ticks[1]}`,
    `${at + 220} response task completed Passed on, and done.`,
  ];
}

function reviewed(at: number): Told {
  return [
    ...hop(at, 'review-desk'),
    `${at + 210} status-stored input-required@3`,
    `${at + 220} response task input-required Held until a person decides.`,
    `${at + 220} ended done`,
  ];
}

const RELEASED: Told = [
  ...WITH_REGISTRY,
  ...hop(760, 'release-desk'),
  '970 status-stored completed@3',
  '980 response task completed Released.',
  '980 ended done',
];

/** The third hop is refused by whoever is asked. */
function withoutRegistry(code: string, why: string, callee = REGISTRY): Told {
  return [
    ...TWO_HOPS,
    '220 request message/send',
    `230 delegation-denied ${callee} [${code}]`,
    `240 response ${code} ${why}`,
    ...screened(240),
    ...reviewed(460),
  ];
}

/** The third hop is never taken. */
function notAsked(code: string, callee = REGISTRY): Told {
  return [...TWO_HOPS, `220 delegation-denied ${callee} [${code}]`, ...screened(220), ...reviewed(440)];
}

const TAKES = ['reference', 'hardened', 'forged', 'forged-hardened'] as const;
const NO_PROOF = `${SANCTIONS} may not begin a chain and shows nobody before it`;
const FORGER_REFUSED = withoutRegistry('CHAIN_UNVERIFIED', NO_PROOF);
const REVIEWED: Told = [...WITH_REGISTRY, ...reviewed(760)];
const NO_RETAIL = ['TENANT_NOT_PERMITTED', `${REGISTRY} does not serve tenant 'retail'`] as const;
const NO_RESTRICTED = ['CLASSIFICATION_EXCEEDED', `${REGISTRY} handles up to 'confidential'; the task carries 'restricted'`] as const;
const IN_A_CIRCLE = `${INVESTIGATOR} already appears in the chain ['orchestrator', '${INVESTIGATOR}']`;
/** Who forges the chain does get back to whoever asked, and no further: there stands its own name. */
const FORGED_CIRCLE: Told = [
  ...TWO_HOPS,
  ...hop(220, INVESTIGATOR, 3),
  '330 request message/send',
  `340 delegation-denied ${SANCTIONS} [CYCLE_DETECTED]`,
  `350 response CYCLE_DETECTED ${SANCTIONS} already appears in the chain ['trusted-desk', '${SANCTIONS}']`,
  '350 status-stored failed@5',
  `360 response task failed ${SANCTIONS}: CYCLE_DETECTED ${SANCTIONS} already appears in the chain ['trusted-desk', '${SANCTIONS}']`,
  ...screened(360, [3, 6]),
  ...reviewed(580),
];

const ORCHESTRATED: readonly LessonStory[] = [
  ...inEachTake(undefined, [REVIEWED, REVIEWED, REVIEWED, FORGER_REFUSED]),
  ...inEachTake({ beneficiary: 'Globex' }, [RELEASED, RELEASED, RELEASED, FORGER_REFUSED]),
  ...inEachTake({ tenant: 'retail' }, [
    withoutRegistry(...NO_RETAIL),
    notAsked(NO_RETAIL[0]),
    withoutRegistry(...NO_RETAIL),
    notAsked(NO_RETAIL[0]),
  ]),
  ...inEachTake({ label: 'kept' }, [
    withoutRegistry(...NO_RESTRICTED),
    notAsked(NO_RESTRICTED[0]),
    withoutRegistry(...NO_RESTRICTED),
    notAsked(NO_RESTRICTED[0]),
  ]),
  ...inEachTake({ asks: INVESTIGATOR }, [
    withoutRegistry('CYCLE_DETECTED', IN_A_CIRCLE, INVESTIGATOR),
    notAsked('CYCLE_DETECTED', INVESTIGATOR),
    FORGED_CIRCLE,
    withoutRegistry('CHAIN_UNVERIFIED', NO_PROOF, INVESTIGATOR),
  ]),
  ...inEachTake({ maxDepth: 2 }, [
    withoutRegistry('DEPTH_EXCEEDED', 'delegation chain is 2 deep; max is 2'),
    notAsked('DEPTH_EXCEEDED'),
    REVIEWED,
    FORGER_REFUSED,
  ]),
];

function inEachTake(knobs: Knobs | undefined, stories: readonly [Told, Told, Told, Told]): readonly LessonStory[] {
  return stories.map((story, index) => ({ lesson: 'orchestrated-chain', take: TAKES[index] ?? '', ...(knobs && { knobs }), story }));
}

export const CHAIN_STORIES: readonly LessonStory[] = [...FORGED, ...ORCHESTRATED];
