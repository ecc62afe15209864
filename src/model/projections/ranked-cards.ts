// Visible cards as the panel shows them: every skill's overlap, the best one marked, how ties were broken, and where a sum of
// overlaps would have put the card. The order itself is the directory's and is not touched here.

import { compareByCodePoint } from '../base/code-point-order.ts';
import { skillOverlap } from '../kernel/directory-index.ts';
import type { AgentCard, Skill } from '../protocol/agent-card.ts';
import { SHOWN_CARDS } from './asked-question.ts';
import type { RankedCard, SkillOverlap } from './discovery.ts';

/** Bounds of what one card shows of itself: a stuffed card must not fill the screen. */
const SHOWN_SKILLS = 12;
const SHOWN_TAGS = 24;

/**
 * Explains the first of a ranking.
 * @param visible in the order of the directory's answer
 * @param wanted without duplicates
 * Source: SPEC.md P.23.
 */
export function rankedCards(visible: readonly AgentCard[], wanted: readonly string[]): readonly RankedCard[] {
  const sums = visible.map((card) => card.skills.reduce((sum, skill) => sum + skillOverlap(skill, wanted), 0));
  const placeBySum = new Map(
    [...visible.keys()]
      .sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || compareByCodePoint(visible[a]?.name ?? '', visible[b]?.name ?? ''))
      .map((at, place) => [at, place + 1]),
  );
  const shown = visible.slice(0, SHOWN_CARDS + 1).map((card, at) => {
    const { skills, best } = overlapsOf(card, wanted);
    return { card, skills, best, sum: sums[at] ?? 0, rankBySum: placeBySum.get(at) ?? at + 1 };
  });
  return shown.slice(0, SHOWN_CARDS).map(({ card, skills, best, sum, rankBySum }, at) => {
    const tieBreak = wanted.length === 0 ? undefined : tieWords(best, shown[at - 1], shown[at + 1]);
    return {
      rank: at + 1,
      name: card.name,
      version: card.version,
      skills,
      skillsTotal: card.skills.length,
      best,
      sum,
      rankBySum,
      ...(tieBreak === undefined ? {} : { tieBreak }),
    };
  });
}

interface Neighbour {
  readonly card: AgentCard;
  readonly best: number;
}

function tieWords(best: number, before: Neighbour | undefined, after: Neighbour | undefined): string | undefined {
  if (before?.best === best) return `tie at ${best}, by name: after ${before.card.name}`;
  if (after?.best === best) return `tie at ${best}, by name: before ${after.card.name}`;
  return undefined;
}

/** Every skill's overlap; the first of the best ones is marked, none where nothing was wanted. */
function overlapsOf(card: AgentCard, wanted: readonly string[]): { readonly skills: readonly SkillOverlap[]; readonly best: number } {
  const overlaps = card.skills.map((skill) => skillOverlap(skill, wanted));
  const best = overlaps.reduce((most, overlap) => Math.max(most, overlap), 0);
  const bestAt = best === 0 ? -1 : overlaps.indexOf(best);
  const order = [...card.skills.keys()];
  if (order.length > SHOWN_SKILLS) order.sort((a, b) => (overlaps[b] ?? 0) - (overlaps[a] ?? 0) || a - b);
  const skills = order.slice(0, SHOWN_SKILLS).flatMap((at) => {
    const skill = card.skills[at];
    return skill ? [skillView(skill, wanted, overlaps[at] ?? 0, at === bestAt)] : [];
  });
  return { skills, best };
}

function skillView(skill: Skill, wanted: readonly string[], overlap: number, best: boolean): SkillOverlap {
  const tags = skill.tags.map((tag) => ({ tag, wanted: wanted.includes(tag) }));
  if (tags.length > SHOWN_TAGS) tags.sort((a, b) => Number(b.wanted) - Number(a.wanted));
  return { skillId: skill.skillId, name: skill.name, tags: tags.slice(0, SHOWN_TAGS), tagsTotal: skill.tags.length, overlap, best };
}
