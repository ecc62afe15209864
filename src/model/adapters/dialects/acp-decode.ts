// Reads runs, messages, events and errors of ACP into our nouns, in every spelling from the drafts to 1.0, and the envelope of
// the reference with them. What each spelling lacks or names otherwise is read from where it is; null is absent everywhere.
// Messages of ACP have no id: their `messageId` is ''. ACP 1.0 Run, Message; SPEC.md X.30.

import { isJsonObject, member, type Json } from '../../base/json.ts';
import type { Message, Role } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { AgentName, Artifact, ObservedState, Task, TaskStatus } from '../../protocol/task.ts';
import { checkTimestamp } from './a2a-v03-decode.ts';
import { isAcpPart, readAcpPart } from './acp-parts.ts';
import { stateOfStatus } from './acp-words.ts';
import {
  at,
  fault,
  listAt,
  memberPath,
  note,
  objectAt,
  optionalObject,
  optionalText,
  requiredText,
  type ObjectPlace,
  type Place,
  type Reading,
} from './reading.ts';

/** Reads a message. Where it stands tells whose it is: who wrote it (`role`) may be an agent on either side. */
export function readAcpMessage(reading: Reading, place: Place, role: Role): Message {
  const wire = objectAt(reading, place);
  return { messageId: '', role, parts: listAt(reading, at(reading, wire, 'parts'), readAcpPart) };
}

/** The role that a message alone shows: of a run it is the position that tells. */
export function roleOfAuthor(value: Json): Role {
  return member(value, 'role') === 'user' ? 'user' : 'agent';
}

/** Messages of a list that holds messages, or (drafts, the envelope of the reference) bare parts, which are then one message. */
export function readMessages(reading: Reading, place: Place, role: Role): readonly Message[] {
  const items: unknown = place.value;
  if (Array.isArray(items) && items.length > 0 && items.every((item) => isAcpPart(item as Json))) {
    const parts = listAt(reading, place, readAcpPart);
    return parts.every(isEmptyText) ? [] : [{ messageId: '', role, parts }];
  }
  return listAt(reading, place, (inner, item) => readAcpMessage(inner, item, role));
}

function isEmptyText(part: Part): boolean {
  return part.kind === 'text' && part.text === '';
}

/** Reads a run as the task that it is. */
export function readRun(reading: Reading, place: Place): Task<ObservedState> {
  const wire = objectAt(reading, place);
  const said = readMessages(reading, either(reading, wire, ['output', 'outputs']), 'agent');
  const asked = readMessages(reading, either(reading, wire, ['input', 'inputs']), 'user');
  const spoken = said.flatMap(withoutNamed);
  const status = readStatus(reading, wire, spoken);
  const metadata = optionalObject(reading, wire, 'metadata');
  const history = status.message !== undefined && status.message === spoken.at(-1) ? spoken.slice(0, -1) : spoken;
  return {
    taskId: requiredText(reading, wire, 'run_id'),
    contextId: optionalText(reading, wire, 'session_id') ?? '',
    status,
    history: [...asked, ...history],
    artifacts: byName([...said.flatMap(({ parts }) => parts), ...listAt(reading, at(reading, wire, 'artifacts'), readAcpPart)]),
    delegationChain: readChain(reading, wire),
    ...(metadata && { metadata }),
  };
}

/** The first of the names that is there: it was renamed on the way. */
function either(reading: Reading, wire: ObjectPlace, names: readonly [string, string]): Place {
  const now = at(reading, wire, names[0]);
  const before = now.value === undefined ? at(reading, wire, names[1]) : now;
  return before.value === undefined ? now : before;
}

/** A message without its artifacts; nothing of one that held nothing else. */
function withoutNamed(message: Message): readonly Message[] {
  const parts = message.parts.filter(({ name }) => name === undefined);
  if (parts.length === message.parts.length) return [message];
  return parts.length === 0 ? [] : [{ ...message, parts }];
}

/** Named parts as artifacts, in order of their first part: ACP knows an artifact by its name. */
function byName(parts: readonly Part[]): readonly Artifact[] {
  const found = new Map<string, Part[]>();
  for (const part of parts) {
    if (part.name === undefined) continue;
    const known = found.get(part.name);
    if (known) known.push(withoutName(part));
    else found.set(part.name, [withoutName(part)]);
  }
  return Array.from(found, ([name, own]) => artifactOf(name, own));
}

/** A part whose name has become the artifact's. */
function withoutName({ name: _name, ...part }: Part): Part {
  return part;
}

/** The artifact that parts of one name make. */
function artifactOf(name: string, parts: readonly Part[]): Artifact {
  return { artifactId: name, name, description: '', parts };
}

/** Reads a named part as the artifact it is. */
export function readNamedPart(reading: Reading, place: Place): Artifact {
  const part = readAcpPart(reading, place);
  return artifactOf(part.name ?? '', [withoutName(part)]);
}

/**
 * Status, message and time. A question counts only while the run awaits its answer, for it is never cleared; a failed run
 * says why in its error; a run that ended otherwise has said its last message.
 */
function readStatus(reading: Reading, wire: ObjectPlace, spoken: readonly Message[]): TaskStatus<ObservedState> {
  const word = at(reading, wire, 'status');
  const state = stateOfStatus(word.value);
  if (word.value === undefined) fault(reading, word.path, 'is required');
  else if (state === undefined) note(reading, word.path, 'is no status of ACP');
  const message =
    state === 'input-required'
      ? readQuestion(reading, either(reading, wire, ['await_request', 'await']))
      : state === 'failed'
        ? (readErrorMessage(reading, wire) ?? spoken.at(-1))
        : state === 'completed' || state === 'canceled'
          ? spoken.at(-1)
          : undefined;
  const ended = state === 'completed' || state === 'canceled' || state === 'failed';
  const finished = optionalText(reading, wire, 'finished_at');
  if (finished !== undefined) checkTimestamp(reading, memberPath(wire.path, 'finished_at'), finished);
  return { state: state ?? 'unknown', ...(message && { message }), ...(ended && finished !== undefined && { timestamp: finished }) };
}

/** The question of a run that waits: `{type: "message", message}`, in 0.1 the message itself. */
export function readQuestion(reading: Reading, place: Place): Message | undefined {
  if (!isJsonObject(place.value)) return undefined;
  const inner = at(reading, place, 'message');
  const holder = isJsonObject(inner.value) ? inner : place;
  return Array.isArray(member(holder.value, 'parts')) ? readAcpMessage(reading, holder, 'agent') : undefined;
}

function readErrorMessage(reading: Reading, wire: ObjectPlace): Message | undefined {
  const error = at(reading, wire, 'error');
  const text = typeof error.value === 'string' ? error.value : optionalText(reading, error, 'message');
  // A run must have an error to have failed, and not every one says why.
  return text === undefined || text === '' ? undefined : { messageId: '', role: 'agent', parts: [{ kind: 'text', text }] };
}

/** The chain that the envelope of the reference carries; real runs have none. */
function readChain(reading: Reading, wire: ObjectPlace): readonly AgentName[] {
  const chain: unknown = member(member(wire.value, 'metadata'), 'delegation_chain');
  if (chain === undefined || chain === null) return [];
  if (Array.isArray(chain) && chain.every((name) => typeof name === 'string')) return chain;
  note(reading, memberPath(memberPath(wire.path, 'metadata'), 'delegation_chain'), 'must be a list of names');
  return [];
}

/** A step of a draft's stream: the run, with what the step puts out as its output. */
export function readRunStep(reading: Reading, place: ObjectPlace): Task<ObservedState> {
  const output = member(member(place.value, 'step'), 'output');
  return readRun(reading, { ...place, value: { ...place.value, output: output ?? [] } });
}
