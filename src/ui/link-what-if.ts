// The what-if of a link, decoded member by member: a link is text from anywhere, and what it says goes into a question to the
// engine. Nothing is half read: one wrong member refuses the whole link (rule U.5).

import { isJsonObject, type Json, type JsonObject } from '../model/base/json.ts';
import { failure, type Issue, type Result, success } from '../model/base/result.ts';
import { classificationIssue } from '../model/kernel/classification.ts';
import type { AgentCard, Skill } from '../model/protocol/agent-card.ts';
import type { CallerContext, StatedOfCaller } from '../model/protocol/caller-context.ts';
import type { WhatIf } from '../model/projections/discovery.ts';
import { POLICY_NAMES } from './policy-words.ts';

/** What is wrong with a value at a path; nothing when it is fine. */
type Check = (value: Json, path: string) => readonly Issue[];

const issue = (path: string, message: string): readonly Issue[] => [{ path, message: `${path} ${message}` }];
const mustBe =
  (wanted: string, fits: (value: Json) => boolean): Check =>
  (value, path) =>
    fits(value) ? [] : issue(path, `must be ${wanted}, not ${shown(value)}.`);

const text = mustBe('a text', (value) => typeof value === 'string');
const flag = mustBe('true or false', (value) => typeof value === 'boolean');
const count = mustBe('a whole number from 0', (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
const texts = mustBe('a list of texts', (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'));

const classification: Check = (value, path) => {
  if (typeof value !== 'string') return text(value, path);
  const unknown = classificationIssue(value);
  return unknown ? [{ path, message: `${path}: ${unknown.message}.` }] : [];
};

/** An object whose members are all known and each as it must be; `needed` ones are there. */
function members<T>(checks: Readonly<Record<keyof T & string, Check>>, needed: readonly (keyof T & string)[] = []): Check {
  const known: ReadonlyMap<string, Check> = new Map(Object.entries<Check>(checks));
  return eachMember((name, value, path) => {
    const check = known.get(name);
    return check ? check(value, `${path}.${name}`) : issue(path, `has no member “${name}”; known are ${[...known.keys()].join(', ')}.`);
  }, needed);
}

function eachMember(check: (name: string, value: Json, path: string) => readonly Issue[], needed: readonly string[] = []): Check {
  return (value, path) => {
    if (!isJsonObject(value)) return issue(path, `must be an object, not ${shown(value)}.`);
    const absent = needed.filter((name) => !Object.hasOwn(value, name)).flatMap((name) => issue(path, `lacks “${name}”.`));
    return [...absent, ...Object.entries(value).flatMap(([name, member]) => check(name, member, path))];
  };
}

const caller = members<Pick<CallerContext, StatedOfCaller>>({
  agentId: text,
  tenant: text,
  userId: text,
  scopes: texts,
  dataClassification: classification,
  delegationChain: texts,
});

const SKILL: Readonly<Record<keyof Skill, Check>> = { skillId: text, name: text, description: text, tags: texts, examples: texts };
const skill = members<Skill>(SKILL, ['skillId', 'name', 'description', 'tags', 'examples']);
const skills: Check = (value, path) =>
  Array.isArray(value)
    ? value.flatMap((item: Json, at) => skill(item, `${path}[${at}]`))
    : issue(path, `must be a list of skills, not ${shown(value)}.`);

const card = members<AgentCard>({
  name: text,
  description: text,
  url: text,
  version: text,
  protocolVersion: text,
  skills,
  streaming: flag,
  pushNotifications: flag,
  defaultInputModes: texts,
  defaultOutputModes: texts,
  securitySchemes: texts,
  schemeTypes: eachMember((name, value, path) => text(value, `${path}.${name}`)),
  owner: text,
  tenants: texts,
  maxDataClassification: classification,
});

const cards = eachMember((agent, value, path) => {
  const here = `${path}.${agent}`;
  const renamed = isJsonObject(value) && Object.hasOwn(value, 'name') && value['name'] !== agent;
  return [...card(value, here), ...(renamed ? issue(`${here}.name`, 'cannot be changed: the card goes by it.') : [])];
});

const policy = mustBe(`one of ${POLICY_NAMES.join(', ')}`, (value) => POLICY_NAMES.some((name) => name === value));

const whatIf = members<WhatIf>({ caller, tags: texts, maxDepth: count, cards, policy });

/** Reads a what-if; or says, for each member that cannot be used, which one, what it must be and what it is. */
export function decodeWhatIf(value: JsonObject): Result<WhatIf> {
  const issues = whatIf(value, 'whatif');
  // Every member has been looked at by its type's own list of members: what is left is the type.
  return issues.length === 0 ? success(value as unknown as WhatIf) : failure(...issues);
}

function shown(value: Json): string {
  const written = JSON.stringify(value);
  return written.length > 60 ? `${written.slice(0, 59)}…` : written;
}
