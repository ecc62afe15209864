// What happens on the way of a watch, as a person or a link gives it: checked before anything is played, because it may come from
// anywhere. A refusal names what would be accepted (SPEC.md E.8).

import { isJsonObject, type Json, type JsonObject } from '../../model/base/json.ts';
import { TASK_STATES } from '../../model/protocol/task.ts';
import type { WatchAction } from '../watch-scene.ts';

/** More than this is a slip of the hand; an episode with so much in it is one that nobody reads. */
export const MOST_ACTIONS = 50;
const MOST_TIMES = 200;
export const MOST_RING_BYTES = 200_000;
/** Of all actions together: a link that is opened must be played in a moment, and be a log that a page can hold. */
const MOST_RINGS = 2_000;
const MOST_BYTES_OF_RINGS = 4_000_000;
const LONGEST_TEXT = 1_000;

const DEEDS: readonly WatchAction['do'][] = ['reply', 'cancel', 'roll', 'kill', 'ring'];

/** Why a value of a member cannot be used: what it must be. Undefined where it can. */
type Check = (value: Json) => string | undefined;

const RING_CHECKS: Readonly<Record<string, Check>> = {
  by: oneOf(['agent', 'stranger']),
  token: oneOf(['right', 'wrong', 'none']),
  body: oneOf(['push', 'no-json', 'no-task-id']),
  of: oneOf(['own', 'other']),
  claims: orNull(oneOf(TASK_STATES)),
  localTaskId: orNull(textUpTo(LONGEST_TEXT)),
  bytes: orNull(countUpTo(MOST_RING_BYTES)),
  declaredBytes: orNull(countUpTo(Number.MAX_SAFE_INTEGER)),
  times: countUpTo(MOST_TIMES, 1),
};
const CHECKS: Readonly<Record<WatchAction['do'], Readonly<Record<string, Check>>>> = {
  reply: { text: textUpTo(LONGEST_TEXT) },
  cancel: {},
  roll: {},
  kill: {},
  ring: RING_CHECKS,
};

/**
 * Why a value is no list of actions, in one sentence that names the action and what would be accepted; undefined when it is one.
 * @param horizon the last virtual millisecond at which something can happen
 */
export function refuseActions(value: Json, horizon: number): string | undefined {
  if (!Array.isArray(value) || value.length > MOST_ACTIONS) return `must be a list of up to ${MOST_ACTIONS} actions`;
  for (const [place, action] of (value as readonly Json[]).entries()) {
    const why = refuseAction(action, horizon);
    if (why !== undefined) return `action ${place + 1} ${why}`;
  }
  return refuseTogether(value as readonly JsonObject[]);
}

/** Each of them is one that can be; together they may be too much. */
function refuseTogether(actions: readonly JsonObject[]): string | undefined {
  let rings = 0;
  let bytes = 0;
  for (const action of actions) {
    if (action['do'] !== 'ring') continue;
    const times = Number(action['times'] ?? 1);
    rings += times;
    bytes += times * Number(action['bytes'] ?? 0);
  }
  if (rings > MOST_RINGS) return `must ring ${MOST_RINGS} times at most, all actions together, and not ${rings} times`;
  if (bytes > MOST_BYTES_OF_RINGS) return `must send ${MOST_BYTES_OF_RINGS} bytes at most, all rings together, and not ${bytes}`;
  return undefined;
}

function refuseAction(action: Json, horizon: number): string | undefined {
  if (!isJsonObject(action)) return 'must be an object';
  const deed = DEEDS.find((each) => each === action['do']);
  if (deed === undefined) return `must do one of ${DEEDS.join(', ')}`;
  const checks: Readonly<Record<string, Check>> = { at: countUpTo(horizon), ...CHECKS[deed] };
  return missing(action, deed) ?? unknownMember(action, checks) ?? refusedMember(action, checks);
}

function missing(action: JsonObject, deed: WatchAction['do']): string | undefined {
  if (action['at'] === undefined) return 'must say when, as at';
  return deed === 'reply' && action['text'] === undefined ? 'must say what is answered, as text' : undefined;
}

function unknownMember(action: JsonObject, checks: Readonly<Record<string, Check>>): string | undefined {
  const unknown = Object.keys(action).find((name) => name !== 'do' && !Object.hasOwn(checks, name));
  return unknown === undefined
    ? undefined
    : `has no member ${JSON.stringify(unknown.slice(0, 40))}; it has ${Object.keys(checks).join(', ')}`;
}

function refusedMember(action: JsonObject, checks: Readonly<Record<string, Check>>): string | undefined {
  for (const [name, check] of Object.entries(checks)) {
    const value = action[name];
    const why = value === undefined ? undefined : check(value);
    if (why !== undefined) return `has a wrong ${name}: it must be ${why}`;
  }
  return undefined;
}

function oneOf(words: readonly string[]): Check {
  return (value) => (words.some((word) => word === value) ? undefined : `one of ${words.join(', ')}`);
}
function orNull(check: Check): Check {
  return (value) => {
    const why = value === null ? undefined : check(value);
    return why === undefined ? undefined : `${why}, or null`;
  };
}
function textUpTo(most: number): Check {
  return (value) => (typeof value === 'string' && value !== '' && value.length <= most ? undefined : `a text of 1 to ${most} characters`);
}
function countUpTo(most: number, least = 0): Check {
  return (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? undefined
      : `a whole number from ${least} to ${most}`;
}
