// What peers write into metadata about on whose behalf they act. Nothing verifies it; it is kept apart from what was seen, with
// the place where it stood.

import { CHAIN_KEY } from '../../adapters/adapters.ts';
import { isJsonObject, member, textMember, type Json } from '../../base/json.ts';

/** Names from the outermost caller on, and where they stood. */
export interface ClaimedChain {
  readonly names: readonly string[];
  readonly place: string;
}

const CHAIN_MEMBERS = ['delegation_chain', 'delegationChain', 'actorChain', 'actor_chain', CHAIN_KEY] as const;
const PARENT_MEMBERS = ['parentTaskId', 'parent_task_id', 'parentTask', 'parent_task', 'referenceTaskIds', 'reference_task_ids'] as const;
const PASSPORT = /\/ext\/secure-passport\/v\d+$/;
const MOST_NAMES = 1_000;
const MOST_MEMBERS = 200;

/** Chains that metadata claims. */
export function claimedChains(metadata: Json | undefined, of: string): readonly ClaimedChain[] {
  if (!isJsonObject(metadata)) return [];
  const chains: ClaimedChain[] = [];
  for (const name of CHAIN_MEMBERS) {
    const names = namesIn(member(metadata, name));
    if (names.length > 0) chains.push({ names, place: `metadata.${name} of ${of}` });
  }
  for (const name of Object.keys(metadata).slice(0, MOST_MEMBERS)) {
    const agent = PASSPORT.test(name) ? textMember(metadata[name], 'agentId') : undefined;
    if (agent) chains.push({ names: [agent], place: `metadata of ${of}, a passport that nothing verifies` });
  }
  return chains;
}

/** Names in a claimed chain: texts, or objects that name an actor; anything else is no name and is passed over. */
function namesIn(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).slice(0, MOST_NAMES).flatMap((entry) => {
    const name = typeof entry === 'string' ? entry : ['agent', 'name', 'id', 'sub'].map((key) => textMember(entry, key)).find(Boolean);
    return name === undefined || name === '' ? [] : [name];
  });
}

/** Tasks that metadata names as those in whose service a message was sent. */
export function claimedParents(metadata: Json | undefined): readonly string[] {
  return PARENT_MEMBERS.flatMap((name) => {
    const value = member(metadata, name);
    const ids = Array.isArray(value) ? (value as readonly Json[]).slice(0, MOST_NAMES) : [value];
    return ids.flatMap((id) => (typeof id === 'string' && id !== '' ? [id] : []));
  });
}
