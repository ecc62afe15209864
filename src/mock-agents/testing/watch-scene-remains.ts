// What of a played scene must be the same whether or not the host died on the way, and what its deaths may cost.

import type { OperationKind } from '../../model/protocol/operation.ts';
import { SceneReading } from './watch-scene-answers.ts';
import type { PlayedScene } from './watch-scene-play.ts';

/** A follow goes on in whichever of its waits it is. */
const FOLLOWING: ReadonlySet<string> = new Set(['listening', 'pausing', 'resting']);

export interface Remains {
  /** State, text and note of each telling, in order. */
  readonly tellings: readonly string[];
  readonly state: string;
  readonly localState: string;
  readonly mode: string | null;
  /** Messages of which the remote agent was to make a turn, by their ids. */
  readonly messages: readonly string[];
  /** How often the history was rolled. */
  readonly rolls: number;
  /** Registrations that the remote agent holds. */
  readonly registered: number;
}

export interface Costs {
  readonly asked: Readonly<Record<'get' | 'subscribe' | 'set-push-config' | 'delete-push-config' | 'cancel' | 'stream', number>>;
  readonly pushesAccepted: number;
}

export function remainsOf(played: PlayedScene): Remains {
  const reading = new SceneReading(played, Infinity);
  const { state } = reading;
  return {
    tellings: reading
      .factsOf('parent-told')
      .map(({ state: told, text, note }) => `${told} ${JSON.stringify(text)}${note ? ', a note' : ''}`),
    state: FOLLOWING.has(state) ? 'following' : state,
    localState: reading.localState,
    mode: reading.mode,
    messages: distinct(reading.messageIds()),
    rolls: reading.factsOf('history-rolled').length,
    registered: beginsRegistered(played) + reading.factsOf('push-config-set').length - reading.factsOf('push-config-deleted').length,
  };
}

export function costsOf(played: PlayedScene): Costs {
  const reading = new SceneReading(played, Infinity);
  const count = (operation: OperationKind): number => reading.asked(operation).length;
  return {
    asked: {
      get: count('get'),
      subscribe: count('subscribe'),
      'set-push-config': count('set-push-config'),
      'delete-push-config': count('delete-push-config'),
      cancel: count('cancel'),
      stream: count('stream'),
    },
    pushesAccepted: reading.factsOf('push-accepted').length,
  };
}

/** Rings that nobody answered in the end, or not as they deserve (SPEC.md W.6): the right token for the right task, while it is open. */
export function wrongAnswers(played: PlayedScene): readonly string[] {
  return new SceneReading(played, Infinity).ringTries().flatMap(({ ring, tries }) => {
    const isTrue = (ring.token ?? 'right') === 'right' && (ring.of ?? 'own') === 'own';
    const last = tries.at(-1);
    const expected = isTrue && last?.wasClosed === false ? 204 : 401;
    return last?.status === expected ? [] : [`the ring at ${ring.at} was answered ${last?.status ?? 'never'}, not ${expected}`];
  });
}

/** Numbers of tellings; one that comes twice was told twice. */
export function tellingNumbers(played: PlayedScene): readonly number[] {
  return new SceneReading(played, Infinity).factsOf('parent-told').map(({ number }) => number);
}

function beginsRegistered({ scene: { host } }: PlayedScene): number {
  return host.begins === 'parked' && host.watch === 'push' ? 1 : 0;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
