// Shapes of the Agent Communication Protocol, which writes its names in snake_case and has many dialects: only what all of them
// require is looked for. A run needs its id and its state; a message needs a part, except at `message.created`. ACP 1.0 OpenAPI.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Observation } from '../../adapters/observation.ts';
import type { Sight } from '../../adapters/sight.ts';
import { listOf, type Notes } from './notes.ts';

const VERSIONS: readonly string[] = ['0.9', '1.0'];
const EMPTY = { kind: 'empty-message-parts', noun: 'message', member: 'parts', versions: VERSIONS } as const;
const NO_PART = { kind: 'no-part', noun: 'part', member: '', versions: VERSIONS } as const;
const RUN_MEMBERS = ['run_id', 'status'];

/** Notes what is odd in a request, a run or an event. */
export function noteAcpShape(notes: Notes, payload: Json, { said, acp }: Observation): void {
  if (!isJsonObject(payload)) return;
  // A message grows from nothing while it is streamed.
  if (acp?.event === 'message.created') return;
  if (said.kind === 'request') return messages(notes, 'input', payload['input']);
  const run = isJsonObject(payload['run']) ? payload['run'] : payload;
  if (isJsonObject(payload['message'])) message(notes, payload['message']);
  if (Object.hasOwn(run, 'run_id') || acp?.event?.startsWith('run.') === true) runOf(notes, run);
}

/** Whether a value answers a call that starts or resumes a run, and is a run in all but its id: nothing else tells then that it is one. */
export function isRunWithoutId({ as, call, status = 200 }: Sight, payload: Json): payload is JsonObject {
  if (as !== 'answer' || call === undefined || status >= 400 || !isJsonObject(payload) || Object.hasOwn(payload, 'run_id')) return false;
  const { method = '', path = '' } = call.hint;
  if (method.toUpperCase() !== 'POST' || !/\/runs(?:\/[^/?]+)?(?:\?|$)/.test(path) || call.operation === 'other') return false;
  return (
    typeof payload['status'] === 'string' &&
    ['agent_name', 'output', 'session_id', 'await_request'].some((name) => Object.hasOwn(payload, name))
  );
}

/** Notes what a run lacks. */
export function noteRun(notes: Notes, run: JsonObject): void {
  runOf(notes, run);
}

function runOf(notes: Notes, run: JsonObject): void {
  notes.missing('run', run, RUN_MEMBERS, VERSIONS);
  messages(notes, 'output', run['output']);
}

function messages(notes: Notes, key: string, list: Json | undefined): void {
  notes.enter(key);
  listOf(list).forEach((item, index) => {
    notes.enter(index);
    if (isJsonObject(item)) message(notes, item);
    notes.leave();
  });
  notes.leave();
}

/** An item without parts and role is a part itself, in the dialects that have flat lists. */
function message(notes: Notes, value: JsonObject): void {
  const { parts } = value;
  if (Array.isArray(parts)) {
    if (parts.length === 0) notes.add(EMPTY, 'parts');
    else if (!(parts as readonly Json[]).every(isJsonObject)) notes.add(NO_PART, 'parts');
  } else if (Object.hasOwn(value, 'role') && !Object.hasOwn(value, 'content')) {
    notes.add(EMPTY, '');
  }
}
