// A scenario of watch.json as a scene of the lab: each event is turned into what the remote agent or somebody at the host does, by
// one rule for its kind, so that every scenario made of these kinds can be played.

import { a2aV03JsonRpc } from '../../model/adapters/adapters.ts';
import { SANCTIONS_CARD } from '../lessons/cast.ts';
import {
  type HostSettings,
  PLAIN_REMOTE,
  QUIET_RINGING,
  type RemoteSettings,
  type RemoteStatus,
  type Ring,
  type WatchAction,
  type WatchScene,
} from '../watch-scene.ts';
import { millisOf, parkedStateOf, type Scenario, type ScenarioEvent, type ScenarioSetup, stateOfWord } from './watch-scenario-vectors.ts';

export const KNOWN_TEXT = 'Which lists?';
/** What a person says in a scenario. */
const REPLY_TEXT = 'UAE lists';
export const HORIZON_MS = 700_000;
/** Two texts that are one once their secrets are cut. */
const WITH_A_SECRET = `${KNOWN_TEXT} Authorization: Bearer c2NlbmFyaW8tc2VjcmV0LW9uZQ`;
const WITH_ANOTHER_SECRET = `${KNOWN_TEXT} Authorization: Bearer c2NlbmFyaW8tc2VjcmV0LXR3bw`;
/** After the last answer of a scenario the task stays as that answer showed it. */
const LOOKS_BEYOND = 12;
/** Soon, where deaths have cost it its answer: before the next thing happens. */
const RINGS_AGAIN = { attempts: 6, backOffMs: 50 };
/** A turn of which a scenario does not tell the end has none. */
const ENDLESS: RemoteSettings['turns'][number] = { state: 'working', text: null, afterMs: 2 * HORIZON_MS };

type Writable<T> = { -readonly [K in keyof T]: T[K] };
interface Draft {
  readonly scenario: Scenario;
  readonly remote: Writable<RemoteSettings> & {
    turns: RemoteSettings['turns'][number][];
    changes: RemoteSettings['changes'][number][];
    answers: RemoteSettings['answers'][number][];
    streamCuts: RemoteSettings['streamCuts'][number][];
  };
  readonly host: Writable<HostSettings>;
  readonly actions: WatchAction[];
  /** Instants at which something is done already. */
  readonly taken: Set<number>;
  /** When the newest turn began that has no end yet. */
  turnBegan: number | undefined;
  failedDeletions: number;
  /** When what may have ended the stand-in happened. */
  mayHaveEnded: number;
}

/** The scene of a scenario, under a protocol of A2A. */
export function sceneOf(scenario: Scenario, protocol: string = a2aV03JsonRpc.id): WatchScene {
  const draft = openingOf(scenario, protocol);
  const { setup } = scenario;
  if (setup.closed === true) act(draft, { at: 0 }, 'cancel');
  if (setup.resumed === true) act(draft, { at: 0 }, 'roll');
  for (const event of scenario.events) {
    const rule = RULES[event.event];
    if (!rule) throw new Error(`no such event: ${event.event}`);
    rule(draft, event);
  }
  const { remote, host, actions } = draft;
  const last = remote.answers.at(-1);
  const beyond = last === undefined || last === 'fails' ? [] : Array.from({ length: LOOKS_BEYOND }, () => last);
  return { remote: { ...remote, turns: [...remote.turns, ENDLESS], answers: [...remote.answers, ...beyond] }, host, actions };
}

/** When the last thing happens that a scenario tells of: what is asked is asked then. */
export function lastMomentOf({ events }: Scenario, { actions }: WatchScene): number {
  return Math.max(0, ...events.map(({ at }) => millisOf(at)), ...actions.map(({ at }) => at));
}

function openingOf(scenario: Scenario, protocol: string): Draft {
  const { setup } = scenario;
  const isSecretive = scenario.events.some(({ event }) => event === 'activity_returns');
  const parked = { state: parkedStateOf(setup), text: isSecretive ? WITH_A_SECRET : KNOWN_TEXT };
  return {
    scenario,
    remote: {
      ...PLAIN_REMOTE,
      // Lists of its own: the events of the scenario go into them.
      turns: [],
      changes: [],
      answers: [],
      streamCuts: [],
      card: { ...SANCTIONS_CARD, pushNotifications: setup.card_push ?? true },
      protocol,
      parked,
      // Else the task as it is would look like news to whoever compares texts with their secrets.
      streamOpensWithTask: !isSecretive,
      ringing: { ...QUIET_RINGING, ...RINGS_AGAIN },
    },
    host: hostOf(setup, isSecretive),
    actions: [],
    taken: new Set(),
    turnBegan: undefined,
    failedDeletions: 0,
    mayHaveEnded: 0,
  };
}

function hostOf(setup: ScenarioSetup, isSecretive: boolean): HostSettings {
  const { mode_will_be } = setup;
  return {
    localTaskId: 'task-1',
    participant: 'user-1',
    updates: setup.updates ?? (mode_will_be === 'follow' || mode_will_be === 'off' ? mode_will_be : 'auto'),
    followIntervalMs: 5_000,
    isRemoteAgent: true,
    baseUrl: setup.base_url === false ? null : 'https://host.example',
    begins: setup.remote_task_id === null ? 'parked-without-task' : 'parked',
    watch: setup.watch ?? 'unchosen',
    historyBound: 1_000,
    pushesPerMinute: null,
    agentLost: null,
    followCompares: isSecretive ? 'raw' : 'scrubbed',
    restartMs: 0,
  };
}

/** Events of one instant have an order in a scenario, which a clock does not have: what is done after others comes a millisecond later. */
function freeInstant({ taken }: Draft, seconds: number): number {
  let at = millisOf(seconds);
  while (taken.has(at)) at += 1;
  taken.add(at);
  return at;
}

function ring(draft: Draft, { at }: ScenarioEvent, how: Partial<Ring>): void {
  draft.actions.push({ at: freeInstant(draft, at), do: 'ring', ...how });
}

function act(draft: Draft, { at }: Pick<ScenarioEvent, 'at'>, what: 'cancel' | 'roll' | 'kill'): void {
  draft.actions.push({ at: freeInstant(draft, at), do: what });
}

function statusOf({ state, text = KNOWN_TEXT, sub_state }: ScenarioEvent): RemoteStatus {
  return { state: stateOfWord(state), text, ...(sub_state !== undefined && { subState: sub_state }) };
}

function changes(draft: Draft, event: ScenarioEvent, status: RemoteStatus): void {
  const at = freeInstant(draft, event.at);
  draft.remote.changes.push({ at, ...status });
  draft.mayHaveEnded = at;
}

function cuts(draft: Draft, { at }: ScenarioEvent, how: 'ends' | 'breaks'): void {
  draft.remote.streamCuts.push({ at: freeInstant(draft, at), how });
}

/** A deletion takes as long as the scenario says that it took. */
function deleted(draft: Draft, { at }: ScenarioEvent): void {
  draft.remote.deletionMs ||= Math.max(0, millisOf(at) - draft.mayHaveEnded);
}

type Rule = (draft: Draft, event: ScenarioEvent) => void;
const NOTHING_TO_DO: Rule = () => undefined;

const RULES: Readonly<Record<string, Rule>> = {
  parked: (draft, { at }) => {
    const { turnBegan, remote, scenario } = draft;
    // The scene begins parked: only a reply makes a turn.
    if (turnBegan === undefined) return;
    remote.turns.push({ state: parkedStateOf(scenario.setup), text: KNOWN_TEXT, afterMs: millisOf(at) - turnBegan });
    draft.turnBegan = undefined;
  },
  push_accepted: (draft, event) => ring(draft, event, { claims: stateOfWord(event.claimed) }),
  push_presented: (draft, event) =>
    ring(draft, event, {
      token: event.token === 'right' ? 'right' : 'wrong',
      of: event.remote_task_id === undefined ? 'own' : 'other',
      claims: stateOfWord(event.claimed ?? 'WORKING'),
    }),
  fetch_result: (draft, event) => {
    draft.remote.answers.push(statusOf(event));
    draft.mayHaveEnded = millisOf(event.at);
  },
  fetch_fails: ({ remote }) => void remote.answers.push('fails'),
  registration_throws: ({ remote }, { at }) => {
    remote.registration = 'fails';
    remote.registrationMs = millisOf(at);
  },
  delete_done: (draft, event) => {
    deleted(draft, event);
    draft.remote.deletionFails = draft.failedDeletions;
  },
  delete_fails: (draft, event) => {
    deleted(draft, event);
    draft.failedDeletions += 1;
    draft.remote.deletionFails = null;
  },
  stream_event: (draft, event) => changes(draft, event, statusOf(event)),
  remote_changes: (draft, event) => changes(draft, event, statusOf(event)),
  /** A change that is one only as long as its secret is not cut. */
  activity_returns: (draft, event) => changes(draft, event, { ...statusOf(event), text: WITH_ANOTHER_SECRET }),
  stream_end: (draft, event) => cuts(draft, event, 'ends'),
  stream_error: (draft, event) => cuts(draft, event, 'breaks'),
  activity_fails: ({ host }, { at, retryable }) => {
    host.agentLost = { at: millisOf(at), how: retryable === true ? 'fails' : 'gone' };
  },
  heartbeat_timeout: (draft, event) => act(draft, event, 'kill'),
  reply: (draft, event) => {
    draft.turnBegan = freeInstant(draft, event.at);
    draft.actions.push({ at: draft.turnBegan, do: 'reply', text: REPLY_TEXT });
  },
  cancel: (draft, event) => {
    act(draft, event, 'cancel');
    draft.mayHaveEnded = millisOf(event.at);
  },
  history_bound_passed: (draft, event) => act(draft, event, 'roll'),
  // Time and the stand-in bring these about.
  subscribed: NOTHING_TO_DO,
  window_elapsed: NOTHING_TO_DO,
  end_started: NOTHING_TO_DO,
};
