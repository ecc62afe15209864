// Vectors about watching a remote task between turns (watch.json). What can be played is played: the real stand-in and the real
// push receiver on a bench; the rest is asked of the functions and tables that they ask themselves.

import { PUSHED_TASK_ID_PLACES, readPushBody } from '../adapters/push-body.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { CONFIGURATION_STATUS, watchSettings } from '../kernel/watch/follow-interval.ts';
import { createPushReceiver, type PushAnswer } from '../kernel/watch/push-receiver.ts';
import { tokenDigest } from '../kernel/watch/push-token.ts';
import { pushUrl } from '../kernel/watch/push-url.ts';
import { PUSH_REFUSAL } from '../kernel/watch/watch-constants.ts';
import type { PresentedPush } from '../kernel/watch/push-validator.ts';
import type { RemoteWatch } from '../kernel/watch/watch-choice.ts';
import type { Updates } from '../kernel/watch/watch-constants.ts';
import * as constants from '../kernel/watch/watch-constants.ts';
import type { WatchFact } from '../log/watch-fact.ts';
import { textAt, textsAt } from './oracle-shapes.ts';
import { LOCAL_TASK, parkedWith, REMOTE_TASK, RIGHT_TOKEN, WatchBench } from './watch-bench.ts';
import { askedOf, playRechecks, pushBody, ScenarioPlayer } from './watch-scenario.ts';

/** watch.json; members that only people read are not answered. */
export async function answerWatch(input: JsonObject): Promise<Json> {
  switch (input['op']) {
    case 'mode':
      return chosenMode(input);
    case 'config':
      return checkedConfig(input);
    case 'endpoint':
      return endpoint(input);
    case 'endpoint_task_id':
      return foundTaskId(textsAt(input, 'body_has'));
    case 'endpoint_update_args':
      return updateArguments(textAt(input, 'token'));
    case 'push_url':
      return { url: pushUrl(textAt(input, 'base_url'), textAt(input, 'task_id')) };
    case 'token_digest':
      return { digest: tokenDigest(textAt(input, 'token')) };
    case 'validator':
      return validator(input);
    case 'constants':
      return constant(textAt(input, 'name'));
    case 'recheck':
      return playRechecks(textAt(input, 'claimed'), textsAt(input, 'fetched_in_turn'));
    case 'scenario': {
      const player = new ScenarioPlayer(input);
      await player.play();
      return askedOf(player, textsAt(input, 'ask'));
    }
    case 'abuse':
    case 'contradictions':
      return {};
    default:
      throw new Error(`watch.json has no op ${textAt(input, 'op')}`);
  }
}

const SECOND = 1_000;
const CONSTANTS: Readonly<Record<string, Json>> = {
  FOLLOW_WINDOW: constants.FOLLOW_WINDOW_MS / SECOND,
  FOLLOW_START_TO_CLOSE: constants.REMOTE_CALLS.follow.limitMs / SECOND,
  FOLLOW_RETRY: constants.FOLLOW_RETRY_MS / SECOND,
  FOLLOW_INTERVAL_DEFAULT: constants.FOLLOW_INTERVAL_DEFAULT_MS / SECOND,
  FOLLOW_INTERVAL_MIN: constants.FOLLOW_INTERVAL_LEAST_MS / SECOND,
  PUSH_RECHECKS: constants.PUSH_RECHECKS_MS.map((wait) => wait / SECOND),
  MAX_PUSH_BYTES: constants.MOST_PUSH_BYTES,
  PUSH_PATH: constants.PUSH_PATH,
  PUSH_TOKEN_HEADER: constants.PUSH_TOKEN_HEADER,
  TOKEN_BITS: constants.TOKEN_BYTES * 8,
  REGISTER_TIMEOUT: constants.REMOTE_CALLS.register.limitMs / SECOND,
  REGISTER_ATTEMPTS: constants.REMOTE_CALLS.register.attempts,
  FETCH_ATTEMPTS: constants.REMOTE_CALLS.fetch.attempts,
  PUSH_FETCH_ATTEMPTS: constants.REMOTE_CALLS['fetch-of-a-push'].attempts,
  FOLLOW_ATTEMPTS: constants.REMOTE_CALLS.follow.attempts,
  DELETE_ATTEMPTS: constants.REMOTE_CALLS.delete.attempts,
  MAX_FETCHES_PER_FORGED_PUSH: constants.MOST_FETCHES_OF_A_PUSH,
  UPDATES_DEFAULT: constants.UPDATES_DEFAULT,
  REFUSAL_MESSAGE: PUSH_REFUSAL,
  ABUSE_CASES: 9,
};

/** The digest's is prose, which only people read. */
function constant(name: string): Json {
  const value = CONSTANTS[name];
  return value === undefined ? {} : { value };
}

async function chosenMode(input: JsonObject): Promise<Json> {
  const bench = new WatchBench();
  bench.situation = {
    updates: textAt(input, 'updates') as Updates,
    isRemoteAgent: input['is_remote_agent'] === true,
    cardOffersPush: input['card_push'] === true,
    baseUrl: input['base_url'] === true ? 'https://host.example' : undefined,
  };
  await bench.open(parkedWith(null));
  const isAsked = bench.waiting('register').length > 0;
  if (isAsked && input['registration'] === 'throws') await bench.throwAt('register', new Error('no'));
  else if (isAsked) await bench.answer('register', { ok: true, value: 'config-1' });
  const { watch } = bench.moment.standIn;
  return {
    mode: watch?.mode ?? null,
    registration_called: bench.begun('register').length > 0,
    token_digest_set: watch?.mode === 'push' && watch.tokenDigest === tokenDigest(bench.tokens[0] ?? ''),
  };
}

function checkedConfig(input: JsonObject): Json {
  const { updates, follow_interval } = input;
  const given = { ...(updates === undefined ? {} : { updates }), ...(follow_interval === undefined ? {} : { follow_interval }) };
  return watchSettings(given).ok ? { valid: true } : { valid: false, exit_status: CONFIGURATION_STATUS };
}

interface Rung {
  readonly answer: PushAnswer;
  readonly presented: readonly PresentedPush[];
  readonly facts: readonly WatchFact[];
}

/** Rings at a receiver whose stand-in does as it is told. */
async function ring(request: { headers: Record<string, string>; body: string | AsyncIterable<string> }, update: string): Promise<Rung> {
  const presented: PresentedPush[] = [];
  const facts: WatchFact[] = [];
  const receiver = createPushReceiver({
    present: async (_, push) => {
      presented.push(push);
      if (update === 'accepted') return true;
      if (update === 'refused' || update === 'validator refuses') return false;
      throw new Error(update);
    },
    readBody: readPushBody,
    now: () => 0,
    fact: (fact) => void facts.push(fact),
  });
  return { answer: await receiver.receive({ localTaskId: LOCAL_TASK, peer: 'specialist', ...request }), presented, facts };
}

function bodyOf(word: string, bytes: number): string {
  const bodies: Readonly<Record<string, string>> = {
    valid: pushBody(REMOTE_TASK),
    'valid with unknown fields': pushBody(REMOTE_TASK).replace('{', '{"news":{"of":[1]},'),
    'not json': '{"task":',
    'no task id': '{"task":{"status":{"state":"TASK_STATE_WORKING"}}}',
  };
  return (bodies[word] ?? '').padEnd(bytes, ' ');
}

async function endpoint(input: JsonObject): Promise<Json> {
  const token = input['token'];
  const headers = typeof token === 'string' ? { 'x-a2a-notification-token': token } : {};
  if (input['content_length'] !== undefined) {
    let isRead = false;
    const body = (async function* () {
      isRead = true;
      yield '{}';
    })();
    const rung = await ring({ headers: { ...headers, 'content-length': JSON.stringify(input['content_length']) }, body }, 'accepted');
    return { status: rung.answer.status, body_read: isRead, update_called: rung.presented.length > 0 };
  }
  const rung = await ring({ headers, body: bodyOf(textAt(input, 'body'), Number(input['body_bytes'])) }, textAt(input, 'update'));
  return {
    status: rung.answer.status,
    update_called: rung.presented.length > 0,
    category_logged: rung.facts.some((fact) => fact.kind === 'push-refused' && fact.category !== ''),
    token_logged: typeof token === 'string' && token !== '' && JSON.stringify(rung.facts).includes(token),
  };
}

function foundTaskId(places: readonly string[]): Json {
  const id = 'remote-7';
  const bodies: Readonly<Record<string, Json>> = {
    'task.id': { task: { id, contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } },
    'status_update.task_id': { statusUpdate: { taskId: id, contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } },
    'artifact_update.task_id': { artifactUpdate: { taskId: id, contextId: 'c', artifact: { artifactId: 'a', parts: [{ text: 'x' }] } } },
    'message.task_id': { message: { messageId: 'm', role: 'ROLE_AGENT', taskId: id, parts: [{ text: 'x' }] } },
  };
  const body = Object.assign({}, ...places.map((place) => bodies[place])) as Json;
  return { found: readPushBody(body)?.remoteTaskId === id, order: [...PUSHED_TASK_ID_PLACES] };
}

async function updateArguments(token: string): Promise<Json> {
  const { presented } = await ring({ headers: { 'x-a2a-notification-token': token }, body: pushBody(REMOTE_TASK, 'CANCELED') }, 'accepted');
  const [push] = presented;
  return {
    token_digest: push?.tokenDigest ?? null,
    token_passed: JSON.stringify(presented).includes(token),
    claimed_state_passed: push?.claimed === 'canceled',
  };
}

async function validator(input: JsonObject): Promise<Json> {
  const bench = new WatchBench();
  await bench.open(parkedWith((input['watch'] ?? null) as RemoteWatch['mode'] | null));
  if (input['closed'] === true) await bench.standIn.cancel();
  await bench.clock.rest();
  const before = JSON.stringify([bench.moment.standIn, bench.history]);
  const { length } = bench.calls;
  const isAccepted = await bench.standIn.present({
    tokenDigest: tokenDigest(input['digest_matches'] === true ? RIGHT_TOKEN : 'another'),
    remoteTaskId: input['remote_task_id_matches'] === true ? REMOTE_TASK : 'another',
    claimed: null,
  });
  await bench.clock.rest();
  if (isAccepted) return { accepted: true, message: null };
  return {
    accepted: false,
    message: PUSH_REFUSAL,
    state_changed: before !== JSON.stringify([bench.moment.standIn, bench.history]),
    activity_run: bench.calls.length > length,
  };
}
