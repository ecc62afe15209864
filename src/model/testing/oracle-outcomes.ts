// Vectors about a client that faces an unreliable peer (outcomes.json). What can be played is played: the real client against
// a peer in memory; the rest is looked up in the tables that the client itself asks.

import { INTEROP_ROUTES } from '../adapters/bindings/interop-paths.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { CAREFUL_CLIENT, type ClientSettings } from '../kernel/client-settings.ts';
import { isOneMove, isReachable } from '../kernel/observed-moves.ts';
import { type PeerOutcome, stepStatus } from '../kernel/outcomes.ts';
import { delegateToPeer } from '../kernel/peer-client.ts';
import { reference } from '../kernel/policy.ts';
import { createServer } from '../kernel/server.ts';
import type { Fact } from '../log/fact.ts';
import { DELEGATION_OUTCOMES, type DelegationOutcome, type PeerFailure } from '../protocol/peer.ts';
import type { TaskState } from '../protocol/task.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS } from './delegation-cast.ts';
import { stateFrom, textAt, textsAt } from './oracle-shapes.ts';
import { HEALTHY_MOVES, type PeerScript, refused, ScriptedPeer, SLOW_MOVES } from './scripted-peer.ts';
import { VirtualClock } from './virtual-clock.ts';

const LOST: PeerFailure = { kind: 'connection-lost', detail: 'the connection was lost' };
const GARBAGE: PeerFailure = { kind: 'not-json', detail: 'no JSON' };

/** The peer of each condition of the matrix. */
const MODES: Readonly<Record<string, PeerScript>> = {
  none: {},
  slow: { moves: SLOW_MOVES },
  flaky: failingTimes(2),
  error: { trouble: () => refused(503).failure },
  crash: { trouble: (step) => (step === 'card' ? undefined : LOST) },
  hang: { moves: HEALTHY_MOVES.slice(0, 1) },
  malformed: { trouble: (step) => (step === 'card' ? undefined : GARBAGE) },
  invalid_transition: { moves: [{ after: 100, state: 'completed' }] },
  auth_reject: { trouble: (step) => (step === 'card' ? undefined : refused(401).failure) },
};

/** The peer that brings each kind of failure about. */
const FAILURES: Readonly<Record<string, PeerScript>> = {
  'connection lost': modeOf('crash'),
  'server error': modeOf('error'),
  'recovers on the third attempt': modeOf('flaky'),
  'malformed answer': modeOf('malformed'),
  'invalid transition': modeOf('invalid_transition'),
  '401': modeOf('auth_reject'),
  'deadline passed': modeOf('hang'),
  'task rejected': endingIn('rejected'),
  'task failed': endingIn('failed'),
};

/** outcomes.json; members that only people read are not answered. */
export async function answerOutcomes(input: JsonObject): Promise<Json> {
  switch (input['op']) {
    case 'chaos': {
      const { outcome, attempts } = await playPeer(modeOf(textAt(input, 'mode')), { attempts: Number(input['max_attempts']) });
      return { outcome, attempts };
    }
    case 'chaos_attempts': {
      const script = failingTimes(Number(input['failures_before_success']));
      const { outcome, attempts } = await playPeer(script, { attempts: Number(input['max_attempts']) });
      return { outcome, attempts };
    }
    case 'outcome':
      return { in_matrix: (await matrixOutcomes()).has(textAt(input, 'outcome')) };
    case 'outcome_set': {
      const inMatrix = (await matrixOutcomes()).size;
      return {
        outcomes: DELEGATION_OUTCOMES,
        count: DELEGATION_OUTCOMES.length,
        named_in_matrix: inMatrix,
        named_in_prose: DELEGATION_OUTCOMES.length - inMatrix,
      };
    }
    case 'endpoint':
      return endpoint(textAt(input, 'method'), textAt(input, 'path'));
    case 'endpoint_set':
      return { count: INTEROP_ROUTES.length };
    case 'retry': {
      const { facts } = await playPeer(scriptOf(FAILURES, textAt(input, 'failure')));
      return { retry: facts.some(({ kind }) => kind === 'retry-scheduled') };
    }
    case 'retry_bound': {
      const { attempts, facts } = await playPeer(modeOf('error'));
      return { max_attempts: attempts, max_retries: facts.filter(({ kind }) => kind === 'retry-scheduled').length };
    }
    case 'gap':
      return answerGap(input);
    case 'observe': {
      const [first, second] = [stateFrom(input['first']), stateFrom(input['second'])];
      return { poll_ok: isReachable(first, second), stream_ok: isOneMove(first, second) };
    }
    case 'degrade':
      return { step_log: stepStatus(outcomeFrom(textAt(input, 'helper_outcome')), input['partial_results'] === true) };
    default:
      throw new Error(`outcomes: no such op`);
  }
}

async function answerGap(input: JsonObject): Promise<Json> {
  if ('poll_samples' in input) return { violation: !pairs(textsAt(input, 'poll_samples')).every(([from, to]) => isReachable(from, to)) };
  if ('stream_events' in input) return { violation: !pairs(textsAt(input, 'stream_events')).every(([from, to]) => isOneMove(from, to)) };
  if ('posts_with_same_client_ref' in input) return { tasks: await tasksOfOneWish(Number(input['posts_with_same_client_ref'])) };
  const topic = textAt(input, 'topic');
  switch (topic) {
    case 'hang and slow look the same': {
      const slow = await playPeer({ moves: [...HEALTHY_MOVES.slice(0, 2), { after: 40_000, state: 'completed' }] });
      return { also_ends_slow_tasks: slow.outcome === 'canceled_deadline' };
    }
    case 'cancellation is a race': {
      const { facts } = await playPeer({}, { deadlineMs: 305 });
      return { canceled_by_client_then_completed_seen: facts.some(({ kind }) => kind === 'late-completion') ? 'possible' : 'impossible' };
    }
    case 'partial artifacts are kept': {
      const peer: PeerScript = { moves: [...HEALTHY_MOVES.slice(0, 2), { after: 100, state: 'failed' }] };
      const kept = (await playPeer(peer)).artifacts.length > 0;
      const isCallersChoice = (await playPeer(peer, { partialArtifacts: 'discard' })).artifacts.length === 0;
      return { failed_task_artifacts: kept ? 'kept' : 'discarded', decider: isCallersChoice ? 'caller' : 'client' };
    }
    case 'the card is unverified until first use': {
      const ends = await Promise.all((['rejected', 'failed'] as const).map(async (state) => playPeer(endingIn(state))));
      return { card_signed: ends.some(({ card }) => card?.signature !== 'unsigned'), lie_surfaces_as: ends.map(({ outcome }) => outcome) };
    }
    default:
      throw new Error(`outcomes: no gap is called ${topic}`);
  }
}

type Played = PeerOutcome & { readonly facts: readonly Fact[] };

async function playPeer(script: PeerScript, settings: Partial<ClientSettings> = {}): Promise<Played> {
  const clock = new VirtualClock();
  const facts: Fact[] = [];
  const order = { skill: 'statistics', parts: [], clientRef: 'ref-1' };
  const ports = { now: clock.now, sleep: clock.sleep, fact: (fact: Fact) => facts.push(fact) };
  const outcome = await clock.run(delegateToPeer(new ScriptedPeer(clock, script), order, { ...CAREFUL_CLIENT, ...settings }, ports));
  if (outcome === 'horizon') throw new Error('a careful client always comes to an outcome');
  return { ...outcome, facts };
}

let matrix: Promise<ReadonlySet<string>> | undefined;
/** The outcomes that the nine conditions come to, played once. */
function matrixOutcomes(): Promise<ReadonlySet<string>> {
  matrix ??= Promise.all(Object.values(MODES).map((script) => playPeer(script))).then(
    (played) => new Set(played.map(({ outcome }) => outcome)),
  );
  return matrix;
}

async function tasksOfOneWish(posts: number): Promise<number> {
  const server = createServer({ card: SANCTIONS, policy: reference, async *handler() {} });
  const { signal } = new AbortController();
  for (let post = 1; post <= posts; post += 1) {
    const message = { messageId: `msg-${post}`, role: 'user', parts: [{ kind: 'text', text: 'statistics' }] } as const;
    const answered = await server.execute({ kind: 'send', blocking: false, clientRef: 'ref-1', message }, PAYMENTS_INVESTIGATOR, {
      signal,
    });
    if (answered.kind !== 'task') throw new Error(`a create was answered with ${answered.kind}`);
  }
  return server.state.tasks.size;
}

function endpoint(method: string, path: string): Json {
  const route = INTEROP_ROUTES.find((one) => one.method === method && one.path === path);
  if (!route) return { known: false };
  return route.authenticated ? {} : { authenticated: false };
}

function failingTimes(times: number): PeerScript {
  return { trouble: (step, nth) => (step === 'create' && nth <= times ? refused(503).failure : undefined) };
}

function endingIn(state: TaskState): PeerScript {
  return { moves: [...(state === 'rejected' ? [] : HEALTHY_MOVES.slice(0, 1)), { after: 100, state }] };
}

function modeOf(mode: string): PeerScript {
  return scriptOf(MODES, mode);
}

function scriptOf(scripts: Readonly<Record<string, PeerScript>>, name: string): PeerScript {
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (!script) throw new Error(`outcomes: no peer is ${name}`);
  return script;
}

function outcomeFrom(text: string): DelegationOutcome {
  const outcome = DELEGATION_OUTCOMES.find((one) => one === text);
  if (!outcome) throw new Error(`outcomes: ${text} is none`);
  return outcome;
}

function pairs(states: readonly string[]): readonly (readonly [TaskState, TaskState])[] {
  const known = states.map((state) => stateFrom(state));
  return known.slice(1).map((to, index) => [known[index] as TaskState, to]);
}
