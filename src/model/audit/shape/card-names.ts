// Names in a card under another spelling. Looked for in the objects of the schema alone: what stands under a scheme's name, in
// scopes or in the parameters of an extension may be called anything.

import { isJsonObject, type Json } from '../../base/json.ts';
import type { NamedNoun } from './member-names.ts';
import { listOf, type Notes } from './notes.ts';

const VERSIONS: readonly string[] = ['0.1', '0.2', '0.3', '1.0'];

/** Notes the members of a card that are spelled otherwise than in its schema. */
export function noteCardNames(notes: Notes, card: Json): void {
  if (!isJsonObject(card)) return;
  notes.names('card', card, VERSIONS);
  object(notes, 'capabilities', 'capabilities', card['capabilities']);
  for (const key of ['supportedInterfaces', 'supported_interfaces', 'additionalInterfaces', 'additional_interfaces']) {
    list(notes, key, 'interface', card[key]);
  }
  list(notes, 'skills', 'skill', card['skills']);
  for (const key of ['securitySchemes', 'security_schemes']) schemes(notes, key, card[key]);
}

function object(notes: Notes, key: string, noun: NamedNoun, value: Json | undefined): void {
  if (!isJsonObject(value)) return;
  notes.enter(key);
  notes.names(noun, value, VERSIONS);
  notes.leave();
}

function list(notes: Notes, key: string, noun: NamedNoun, items: Json | undefined): void {
  notes.enter(key);
  listOf(items).forEach((item, index) => {
    if (!isJsonObject(item) || notes.isFull) return;
    notes.enter(index);
    notes.names(noun, item, VERSIONS);
    notes.leave();
  });
  notes.leave();
}

function schemes(notes: Notes, key: string, value: Json | undefined): void {
  if (!isJsonObject(value)) return;
  notes.enter(key);
  for (const [name, scheme] of Object.entries(value)) {
    if (!isJsonObject(scheme) || notes.isFull) continue;
    notes.enter(name);
    notes.names('scheme', scheme, VERSIONS);
    flows(notes, scheme['flows']);
    for (const [member, inner] of Object.entries(scheme)) {
      if (!isJsonObject(inner) || !/security_?scheme$/i.test(member)) continue;
      notes.enter(member);
      notes.names('scheme', inner, VERSIONS);
      flows(notes, inner['flows']);
      notes.leave();
    }
    notes.leave();
  }
  notes.leave();
}

function flows(notes: Notes, value: Json | undefined): void {
  if (!isJsonObject(value)) return;
  notes.enter('flows');
  notes.names('flows', value, VERSIONS);
  for (const [name, flow] of Object.entries(value)) object(notes, name, 'flow', flow);
  notes.leave();
}
