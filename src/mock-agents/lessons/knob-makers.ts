// Knobs that more than one lesson has.

import type { Knob } from '../lesson.ts';

export const tenantKnob: Knob = {
  name: 'tenant',
  label: 'Tenant of the caller',
  path: 'caller.tenant',
  editor: 'text',
  changes: 'A card that lists tenants is there for those only; one that lists none is there for everybody.',
};
export const classificationKnob: Knob = {
  name: 'classification',
  label: 'Data the caller carries',
  path: 'caller.dataClassification',
  editor: 'classification',
  changes: 'An agent must be cleared for the data that comes with the task.',
};
export const chainKnob: Knob = {
  name: 'chain',
  label: 'Chain of the caller',
  path: 'caller.delegationChain',
  editor: 'list',
  changes: 'A chain that is too long, or that leads back to the callee, is refused.',
};
export const maxDepthKnob: Knob = {
  name: 'maxDepth',
  label: 'Depth limit',
  path: 'maxDepth',
  editor: 'number',
  changes: 'From a chain of this length on, a further delegation is refused.',
};

/** A field of a card: which tenants an agent serves. */
export function tenantsKnob(name: string, label: string, agent: string): Knob {
  const changes = 'A card belongs to somebody, and its fields can be changed like anything else. No tenants: everybody.';
  return { name, label, path: `agents.${agent}.card.tenants`, editor: 'list', changes };
}
/** A field of a card: up to which data an agent is cleared. */
export function clearanceKnob(name: string, label: string, agent: string): Knob {
  const changes = 'The most guarded data that the agent may be given.';
  return { name, label, path: `agents.${agent}.card.maxDataClassification`, editor: 'classification', changes };
}

/** Which behaviour serves an agent of the lesson. */
export function behaviourKnob(agent: string, choices: readonly string[]): Knob {
  return {
    name: 'behaviour',
    label: 'What the agent does',
    path: `agents.${agent}.behaviour`,
    editor: 'choice',
    choices,
    changes: 'Another agent behind the same card: the same request, another life of the task.',
  };
}

/** What agents and caller of a lesson speak. The lesson states the first of them as its own. */
export const protocolKnob: Knob = {
  name: 'protocol',
  label: 'Protocol on the wire',
  path: 'protocol',
  editor: 'choice',
  choices: ['a2a-0.3/jsonrpc', 'a2a-1.0/jsonrpc', 'a2a-1.0/rest', 'acp/runs'],
  changes: 'The same agent and the same task in other words: methods or paths, kinds or wrappers, a task or a run.',
};
