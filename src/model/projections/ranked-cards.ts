// Visible cards as the panel shows them: every skill's overlap, the best one marked, how ties were broken, and where a sum of
// overlaps would have put the card. The order itself is the directory's and is not touched here.

import { skillOverlap, type DirectoryIndex } from '../kernel/directory-index.ts';
import { placesBySum, type Survey } from '../kernel/directory-survey.ts';
import type { AgentCard, Skill } from '../protocol/agent-card.ts';
import { SHOWN_CARDS } from './asked-question.ts';
import type { RankedCard, SkillOverlap } from './discovery.ts';

/** Bounds of what one card shows of itself: a stuffed card must not fill the screen. */
const SHOWN_SKILLS = 12;
const SHOWN_TAGS = 24;

/**
 * Explains the first of a ranking.
 * @param index whose cards were surveyed
 * @param wanted without duplicates
 * Source: SPEC.md P.23.
 */
export function rankedCards(index: DirectoryIndex, surveyed: Survey, wanted: readonly string[]): readonly RankedCard[] {
  // One more than is shown, for the tie that the last one may be in.
  const positions = surveyed.ranked.slice(0, SHOWN_CARDS + 1);
  const places = placesBySum(surveyed, positions);
  const shown = positions.map((position) => {
    const card = index.card(position);
    const { skills, best } = overlapsOf(card, wanted);
    return { card, skills, best, sum: surveyed.sums[position] ?? 0, rankBySum: places.get(position) ?? 0 };
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
