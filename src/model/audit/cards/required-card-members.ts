// What each version requires of a card. Specification 0.1 §5.5; 0.3.0 §5.5, §5.6; 1.0 a2a.proto AgentCard, §5.7.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { cardMember, type CardFacts } from './card-facts.ts';

export interface CardGap {
  readonly path: string;
  readonly how: 'absent' | 'empty';
  readonly severity: 'error' | 'warning';
}

interface Required {
  readonly card: readonly string[];
  readonly skill: readonly string[];
}

const V02 = ['name', 'description', 'url', 'version', 'capabilities', 'defaultInputModes', 'defaultOutputModes', 'skills'];
const REQUIRED: Readonly<Record<string, Required>> = {
  '0.1': { card: ['name', 'url', 'version', 'capabilities', 'skills'], skill: ['id', 'name'] },
  '0.2': { card: V02, skill: ['id', 'name', 'description', 'tags'] },
  '0.3': { card: [...V02, 'protocolVersion'], skill: ['id', 'name', 'description', 'tags'] },
  '1.0': { card: [...V02.filter((name) => name !== 'url'), 'supportedInterfaces'], skill: ['id', 'name', 'description', 'tags'] },
};

/** What a card lacks by its own version. */
export function cardGaps(card: CardFacts): readonly CardGap[] {
  const { value, version } = card;
  const required = REQUIRED[version] ?? REQUIRED['0.3'];
  if (!required) return [];
  const gaps = required.card.flatMap((name) => gapOf(value, name, '', version));
  const skills = cardMember(value, 'skills');
  const items = Array.isArray(skills) ? (skills as readonly Json[]) : [];
  items.slice(0, 200).forEach((skill, index) => {
    const path = `skills[${index}]`;
    if (!isJsonObject(skill)) gaps.push({ path, how: 'absent', severity: 'error' });
    else gaps.push(...required.skill.flatMap((name) => gapOf(skill, name, `${path}.`, version)));
  });
  gaps.push(...interfaceGaps(card), ...transportGap(card));
  return onlyEmptySkills(gaps);
}

function gapOf(holder: JsonObject, name: string, prefix: string, version: string): CardGap[] {
  const value = cardMember(holder, name);
  const path = `${prefix}${name}`;
  if (value === undefined) return [{ path, how: 'absent', severity: 'error' }];
  const isEmpty = typeof value === 'string' ? value.trim() === '' : version === '1.0' && Array.isArray(value) && value.length === 0;
  return isEmpty ? [{ path, how: 'empty', severity: 'error' }] : [];
}

function interfaceGaps({ value, version }: CardFacts): CardGap[] {
  const name = version === '1.0' ? 'supportedInterfaces' : 'additionalInterfaces';
  const members = version === '1.0' ? ['url', 'protocolBinding', 'protocolVersion'] : ['url', 'transport'];
  const list = cardMember(value, name);
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[]).slice(0, 200).flatMap((item, index) => {
    const path = `${name}[${index}]`;
    if (!isJsonObject(item)) return [{ path, how: 'absent', severity: 'error' } as const];
    return members.flatMap((member) => gapOf(item, member, `${path}.`, version));
  });
}

/** The prose of 0.3 demands it, its schema has a default. */
function transportGap({ value, version }: CardFacts): CardGap[] {
  const isMissing = version === '0.3' && cardMember(value, 'preferredTransport') === undefined;
  return isMissing ? [{ path: 'preferredTransport', how: 'absent', severity: 'warning' }] : [];
}

/** A card of 1.0 that lacks nothing but skills to list is a card under construction. */
function onlyEmptySkills(gaps: readonly CardGap[]): readonly CardGap[] {
  const [gap] = gaps;
  return gaps.length === 1 && gap?.path === 'skills' && gap.how === 'empty' ? [{ ...gap, severity: 'warning' }] : gaps;
}
