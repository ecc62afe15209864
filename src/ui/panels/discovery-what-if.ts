// Changes to the question that discovery and admission answer. A value put back to what the log states is no change: it
// leaves the what-if, so that links stay short and "changed" means changed.

import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { AgentName } from '../../model/protocol/task.ts';
import type { StatedQuestion, WhatIf } from '../../model/projections/discovery.ts';

/** Two field values of a caller or a card: texts, lists, lists of skills. */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** `record` without `key`; undefined when nothing is left. */
function without<T extends object>(record: T | undefined, key: PropertyKey): T | undefined {
  const left = Object.entries(record ?? {}).filter(([name]) => name !== key);
  return left.length === 0 ? undefined : (Object.fromEntries(left) as T);
}

function replaced<K extends keyof WhatIf>(whatIf: WhatIf, key: K, value: WhatIf[K] | undefined): WhatIf {
  const { [key]: _old, ...rest } = whatIf;
  return value === undefined ? rest : { ...rest, [key]: value };
}

/** The caller's field becomes `value`. */
export function changeCaller<K extends keyof CallerContext>(
  whatIf: WhatIf,
  stated: StatedQuestion,
  key: K,
  value: CallerContext[K],
): WhatIf {
  const caller = sameValue(value, stated.caller[key]) ? without(whatIf.caller, key) : { ...whatIf.caller, [key]: value };
  return replaced(whatIf, 'caller', caller);
}

/** The tags looked for, or the depth limit, become `value`. */
export function changeNeed<K extends 'tags' | 'maxDepth'>(
  whatIf: WhatIf,
  stated: StatedQuestion,
  key: K,
  value: StatedQuestion[K],
): WhatIf {
  return replaced(whatIf, key, sameValue(value, stated[key]) ? undefined : (value as WhatIf[K]));
}

/** The policy that answers becomes `policy`; the one that the log states is no change. */
export function changePolicy(whatIf: WhatIf, stated: string, policy: string): WhatIf {
  return replaced(whatIf, 'policy', policy === stated ? undefined : policy);
}

/** A field of a card becomes `value`. */
export function changeCard<K extends keyof AgentCard>(whatIf: WhatIf, stated: AgentCard, key: K, value: AgentCard[K]): WhatIf {
  const before = whatIf.cards?.[stated.name];
  const fields = sameValue(value, stated[key]) ? without(before, key) : { ...before, [key]: value };
  const cards = fields ? { ...whatIf.cards, [stated.name]: fields } : without(whatIf.cards, stated.name);
  return replaced(whatIf, 'cards', cards);
}

/** What a person states of the caller where the log states nothing: it holds even where a default says the same. Undefined takes it back. */
export function stateCaller<K extends keyof CallerContext>(whatIf: WhatIf, key: K, value: CallerContext[K] | undefined): WhatIf {
  return replaced(whatIf, 'caller', value === undefined ? without(whatIf.caller, key) : { ...whatIf.caller, [key]: value });
}

/** The same of a card. */
export function stateCard<K extends keyof AgentCard>(whatIf: WhatIf, card: AgentName, key: K, value: AgentCard[K] | undefined): WhatIf {
  const before = whatIf.cards?.[card];
  const fields = value === undefined ? without(before, key) : { ...before, [key]: value };
  return replaced(whatIf, 'cards', fields ? { ...whatIf.cards, [card]: fields } : without(whatIf.cards, card));
}

/** One what-if on top of another. */
export function mergeWhatIf(under: WhatIf, over: WhatIf): WhatIf {
  const names = new Set([...Object.keys(under.cards ?? {}), ...Object.keys(over.cards ?? {})]);
  const cards = Object.fromEntries([...names].map((name) => [name, { ...under.cards?.[name], ...over.cards?.[name] }]));
  const caller = { ...under.caller, ...over.caller };
  return {
    ...under,
    ...over,
    ...(Object.keys(caller).length === 0 ? {} : { caller }),
    ...(names.size === 0 ? {} : { cards }),
  };
}

/** How many fields differ from what the log states. */
export function countChanges(whatIf: WhatIf): number {
  const cards = Object.values(whatIf.cards ?? {}).reduce((total, fields) => total + Object.keys(fields).length, 0);
  const alone = [whatIf.tags, whatIf.maxDepth, whatIf.policy].filter((value) => value !== undefined).length;
  return Object.keys(whatIf.caller ?? {}).length + cards + alone;
}
