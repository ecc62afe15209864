// Vectors that ask a function and drive no server: lifecycle, parts, discovery, admission, card on the wire.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { admit } from '../kernel/admission.ts';
import { createDirectory, type Directory } from '../kernel/discovery.ts';
import { dataPart, filePart, makePart, messageText, textPart } from '../kernel/parts.ts';
import { TERMINAL_STATES, TRANSITIONS, advance, isTerminal, reachFrom } from '../kernel/transition-table.ts';
import {
  callerFrom,
  cardFrom,
  listAt,
  partFields,
  partFrom,
  partJson,
  stateFrom,
  textAt,
  textsAt,
  valueError,
  type OracleDocument,
} from './oracle-shapes.ts';

/** lifecycle.json */
export function answerLifecycle(input: JsonObject): Json {
  const state = stateFrom(input['state']);
  switch (input['op']) {
    case 'advance': {
      const move = advance(state, stateFrom(input['target']));
      return move.ok ? { ok: true, state: move.state } : { ok: false, error: illegal(move.error.reason) };
    }
    case 'terminal':
      return { terminal: isTerminal(state) };
    case 'terminal_set':
      return { states: [...TERMINAL_STATES].sort() };
    case 'targets':
      return { targets: [...TRANSITIONS[state]].sort() };
    case 'reach': {
      const { states, movesToTerminal } = reachFrom(state);
      return { reachable: [...states].sort(), reaches_terminal: movesToTerminal !== undefined, moves_to_terminal: movesToTerminal ?? null };
    }
    case 'walk':
      return walk(input);
    default:
      throw new Error(`lifecycle.json has no op ${textAt(input, 'op')}`);
  }
}

function walk(input: JsonObject): Json {
  const states: string[] = [];
  let state = stateFrom(input['state']);
  for (const target of listAt(input, 'targets')) {
    const move = advance(state, stateFrom(target));
    if (!move.ok) return { states, error: illegal(move.error.reason) };
    state = move.state;
    states.push(state);
  }
  return { states, error: null };
}

function illegal(message: string): Json {
  return { type: 'IllegalTaskTransition', message };
}

/** parts.json */
export function answerParts(input: JsonObject): Json {
  switch (input['op']) {
    case 'part': {
      const part = isJsonObject(input['part']) ? input['part'] : {};
      return partAnswer(textAt(part, 'kind'), partFields(part));
    }
    // The shorthands take what the wire gave, so they are checked like any part before they are made.
    case 'text_part':
      return checked('text', partFields(input), () => textPart(textAt(input, 'text')));
    case 'file_part':
      return checked('file', partFields(input), () => filePart(textAt(input, 'uri'), textAt(input, 'mime_type')));
    case 'data_part':
      return checked('data', partFields(input), () => dataPart(isJsonObject(input['data']) ? input['data'] : {}));
    case 'message_text':
      return { text: messageText({ parts: listAt(input, 'parts').map(partFrom) }) };
    case 'data_part_copy':
      return dataPartCopy(input);
    default:
      throw new Error(`parts.json has no op ${textAt(input, 'op')}`);
  }
}

function partAnswer(kind: string, fields: ReturnType<typeof partFields>): Json {
  const made = makePart(kind, fields);
  return made.ok ? { part: partJson(made.value) } : { error: valueError(made.issues[0]?.message ?? '') };
}

function checked(kind: string, fields: ReturnType<typeof partFields>, make: () => Parameters<typeof partJson>[0]): Json {
  const made = makePart(kind, fields);
  return made.ok ? { part: partJson(make()) } : { error: valueError(made.issues[0]?.message ?? '') };
}

/** The caller's object is changed after the part was made of it; which of that the part shows is pinned (critique R39). */
function dataPartCopy(input: JsonObject): Json {
  const callers = JSON.parse(JSON.stringify(input['data'])) as Record<string, Json>;
  const part = dataPart(callers);
  const thenSet = isJsonObject(input['then_set']) ? input['then_set'] : {};
  const path = textsAt(thenSet, 'path');
  let target: Record<string, Json> = callers;
  for (const key of path.slice(0, -1)) target = target[key] as Record<string, Json>;
  const last = path.at(-1);
  if (last !== undefined) target[last] = thenSet['value'] ?? null;
  return { part: partJson(part) };
}

/** discovery.json */
export function answerDiscovery(input: JsonObject, document: OracleDocument): Json {
  const { directory, registered, error } = register(input, document);
  switch (input['op']) {
    case 'register':
      return { registered, error };
    case 'get':
      return { found: directory.get(textAt(input, 'name')) !== undefined };
    case 'discover': {
      if (error !== null) return { error };
      const found = directory.discover(callerFrom(input['caller'], document), textsAt(input, 'tags'));
      return found.ok ? { names: found.value.map((card) => card.name) } : { error: valueError(found.issues[0]?.message ?? '') };
    }
    default:
      throw new Error(`discovery.json has no op ${textAt(input, 'op')}`);
  }
}

function register(input: JsonObject, document: OracleDocument): { directory: Directory; registered: string[]; error: Json } {
  const directory = createDirectory();
  const registered: string[] = [];
  for (const value of listAt(input, 'cards')) {
    const card = cardFrom(value, document);
    const entered = directory.register(card);
    if (!entered.ok) return { directory, registered, error: valueError(entered.issues[0]?.message ?? '') };
    registered.push(card.name);
  }
  return { directory, registered, error: null };
}

/** admission.json */
export function answerAdmission(input: JsonObject, document: OracleDocument): Json {
  const maxDepth = input['max_depth'];
  const decision = admit(
    callerFrom(input['caller'], document),
    cardFrom(input['card'], document),
    typeof maxDepth === 'number' ? { maxDepth } : {},
  );
  return decision.ok
    ? { denials: decision.value.map(({ code, reason }) => ({ code, reason })) }
    : { error: valueError(decision.issues[0]?.message ?? '') };
}
