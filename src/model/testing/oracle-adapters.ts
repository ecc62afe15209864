// Answers the vectors of the adapters and of the card on the wire, in the vectors' own spelling. See oracle.ts.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import type { Artifact, Task, TaskState } from '../protocol/task.ts';
import {
  A2A_TO_INTERNAL,
  ACP_TO_INTERNAL,
  acpFromInternal,
  encodeReferenceCard,
  INTERNAL_TO_A2A,
  INTERNAL_TO_ACP,
  internalFromAcp,
  internalFromTask,
  isInternalState,
  type InternalTask,
} from '../adapters/adapters.ts';
import { cardFrom, listAt, messageFrom, objectAt, oracleDocument, partFrom, textAt, textsAt } from './oracle-shapes.ts';

/** Answers one case of `adapters.json`. */
export function answerAdapters(input: Json, _document: Json): Json {
  const asked = isJsonObject(input) ? input : {};
  switch (asked['op']) {
    case 'map':
      return { map: answerMap(asked['table']) };
    case 'a2a_to_internal':
      return answerOr(internalFromTask(taskFrom(objectAt(asked, 'task'))), (internal) => ({ internal: internalJson(internal) }));
    case 'internal_to_acp':
      return answerInternal(objectAt(asked, 'internal'), (internal) => ({ envelope: acpFromInternal(internal) }));
    case 'acp_to_internal':
      return answerOr(internalFromAcp(asked['envelope'] ?? null), (internal) => ({ internal: internalJson(internal) }));
    case 'roundtrip':
      return answerOr(internalFromTask(taskFrom(objectAt(asked, 'task'))), (internal) => ({
        internal: internalJson(internal),
        ...roundTrip(internal),
      }));
    case 'roundtrip_internal':
      return answerInternal(objectAt(asked, 'internal'), roundTrip);
    default:
      throw new Error(`the adapters know no op ${JSON.stringify(asked['op'])}`);
  }
}

/** Answers one case of `card-wire.json`. */
export function answerCardWire(input: Json, document: Json): Json {
  const json = encodeReferenceCard(cardFrom(isJsonObject(input) ? input['card'] : undefined, oracleDocument(document)));
  return { json, keys: Object.keys(json) };
}

function answerMap(table: Json | undefined): JsonObject {
  switch (table) {
    case 'a2a_to_internal':
      return A2A_TO_INTERNAL;
    case 'internal_to_a2a':
      return INTERNAL_TO_A2A;
    case 'acp_to_internal':
      return ACP_TO_INTERNAL;
    case 'internal_to_acp':
      return INTERNAL_TO_ACP;
    default:
      return answerCheck(table);
  }
}

function answerCheck(table: Json | undefined): JsonObject {
  const states = Object.keys(A2A_TO_INTERNAL) as readonly TaskState[];
  if (table === 'a2a_identity') return Object.fromEntries(states.map((state) => [state, INTERNAL_TO_A2A[A2A_TO_INTERNAL[state]]]));
  const through = Object.entries(INTERNAL_TO_ACP).map(([state, word]): [string, string] => [state, ACP_TO_INTERNAL[word]]);
  return Object.fromEntries(through.filter(([state, back]) => state !== back));
}

function taskFrom(task: JsonObject): Task {
  const status = objectAt(task, 'status');
  const message = status['message'];
  return {
    taskId: textAt(task, 'task_id'),
    contextId: textAt(task, 'context_id'),
    // The vectors hold states of ours and nothing else.
    status: { state: textAt(status, 'state') as TaskState, ...(isJsonObject(message) && { message: messageFrom(message) }) },
    history: listAt(task, 'history').map(messageFrom),
    artifacts: listAt(task, 'artifacts').map(artifactFrom),
    delegationChain: textsAt(task, 'delegation_chain'),
  };
}

function artifactFrom(value: Json): Artifact {
  const artifact = isJsonObject(value) ? value : {};
  return {
    artifactId: textAt(artifact, 'artifact_id'),
    name: textAt(artifact, 'name'),
    description: textAt(artifact, 'description'),
    parts: listAt(artifact, 'parts').map(partFrom),
  };
}

function answerInternal(value: JsonObject, answer: (internal: InternalTask) => Json): Json {
  const state = value['state'];
  if (!isInternalState(state)) return { error: { type: 'crash', message: `no internal state is called ${JSON.stringify(state)}` } };
  return answer({
    taskId: textAt(value, 'task_id'),
    contextId: textAt(value, 'context_id'),
    state,
    inputText: textAt(value, 'input_text'),
    outputText: textAt(value, 'output_text'),
    structured: objectAt(value, 'structured'),
    delegationChain: listAt(value, 'delegation_chain'),
    artifacts: listAt(value, 'artifacts'),
  });
}

function internalJson(internal: InternalTask): JsonObject {
  return {
    task_id: internal.taskId,
    context_id: internal.contextId,
    state: internal.state,
    input_text: internal.inputText,
    output_text: internal.outputText,
    structured: internal.structured,
    delegation_chain: internal.delegationChain,
    artifacts: internal.artifacts,
  };
}

function roundTrip(internal: InternalTask): JsonObject {
  const envelope = acpFromInternal(internal);
  const back = internalFromAcp(envelope);
  if (!back.ok) throw new Error(`the envelope that was just made cannot be read: ${JSON.stringify(back.issues)}`);
  const before = internalJson(internal);
  const after = internalJson(back.value);
  const same = (key: string): boolean => canonical(before[key]) === canonical(after[key]);
  const keys = Object.keys(before);
  return {
    envelope,
    back: after,
    identical: keys.every(same),
    identical_fields: keys.filter(same),
    different_fields: keys.filter((key) => !same(key)),
  };
}

/** JSON text with the keys of objects in order: content, not spelling, is compared. */
function canonical(value: Json | undefined): string {
  return JSON.stringify(value, (_key, member: Json) =>
    isJsonObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}

/** An unknown status is the reference's one refusal with a text; everything else that it dies of is a crash. */
function answerOr<T>(result: Result<T>, answer: (value: T) => Json): Json {
  if (result.ok) return answer(result.value);
  const [issue] = result.issues;
  const message = issue?.message ?? '';
  return { error: { type: issue?.path === 'status' ? 'ValueError' : 'crash', message } };
}
