// Knobs of the lessons about a remote watch.

import type { Json } from '../../model/base/json.ts';
import { UPDATES } from '../../model/kernel/watch/watch-constants.ts';
import type { TaskState } from '../../model/protocol/task.ts';
import type { Knob } from '../lesson.ts';
import type { RemoteSettings, WatchAction } from '../watch-scene.ts';

/** What a person's buttons add to. */
export const actionsKnob: Knob = {
  name: 'actions',
  label: 'What happens on the way',
  path: 'watch.actions',
  editor: 'actions',
  changes: 'Replies, cancels, deaths of the worker and calls at the push address, each at its time.',
};
export const updatesKnob: Knob = {
  name: 'updates',
  label: 'How the host wants to hear',
  path: 'watch.host.updates',
  editor: 'choice',
  choices: UPDATES,
  changes: 'auto takes a doorbell where there can be one and follows where not; follow never asks for one; off hears nothing.',
};
export const intervalKnob: Knob = {
  name: 'interval',
  label: 'Pause between two subscriptions in ms',
  path: 'watch.host.followIntervalMs',
  editor: 'number',
  changes: 'After a stream that ended without news. Less than a second is a fault of the configuration.',
};
export const restartKnob: Knob = {
  name: 'restart',
  label: 'From death to new life in ms',
  path: 'watch.host.restartMs',
  editor: 'number',
  changes: 'How long nobody is there after the worker of the stand-in was killed.',
};
export const lagKnob: Knob = {
  name: 'lag',
  label: 'How far GetTask is behind in ms',
  path: 'watch.remote.getLagMs',
  editor: 'number',
  changes: 'An agent may ring before its own store shows what it rang for.',
};
export const watchProtocolKnob: Knob = {
  name: 'protocol',
  label: 'Protocol on the wire',
  path: 'watch.remote.protocol',
  editor: 'choice',
  choices: ['a2a-0.3/jsonrpc', 'a2a-1.0/jsonrpc', 'a2a-1.0/rest'],
  changes: 'A push of A2A 0.3 is the bare task, one of 1.0 says what it is. The watch is the same.',
};
export const openingKnob: Knob = {
  name: 'opening',
  label: 'A stream begins with the task as it is',
  path: 'watch.remote.streamOpensWithTask',
  editor: 'choice',
  choices: ['yes', 'no'],
  means: [true, false],
  changes: 'A2A 1.0 asks for it. Where it is missing, a change during a pause is not heard.',
};
export const cardPushKnob: Knob = {
  name: 'push',
  label: 'Push on the card',
  path: 'watch.remote.card.pushNotifications',
  editor: 'choice',
  choices: ['offered', 'not offered'],
  means: [true, false],
  changes: 'An agent that offers no push is not asked for it.',
};
export const registrationKnob: Knob = {
  name: 'registration',
  label: 'What the agent does with a registration',
  path: 'watch.remote.registration',
  editor: 'choice',
  choices: ['accepts', 'fails', 'hangs'],
  changes: 'There is one attempt, and it may take 30 seconds.',
};
export const rateKnob: Knob = {
  name: 'rate',
  label: 'Pushes that one peer may send in a minute',
  path: 'watch.host.pushesPerMinute',
  editor: 'number',
  none: 'nobody counts',
  changes: 'What is above the rate gets 429, before anything else is looked at.',
};

/** How the remote task changes by itself: each choice is a whole script. */
export function changesKnob(scripts: Readonly<Record<string, RemoteSettings['changes']>>, label = 'What the remote task does'): Knob {
  return {
    name: 'change',
    label,
    path: 'watch.remote.changes',
    editor: 'choice',
    choices: Object.keys(scripts),
    means: Object.values(scripts) as unknown as readonly Json[],
    changes: 'The life of the task at the other side.',
  };
}

/** What GetTask answers, whatever the task is. */
export function answersKnob(scripts: Readonly<Record<string, RemoteSettings['answers']>>): Knob {
  return {
    name: 'answers',
    label: 'What GetTask shows',
    path: 'watch.remote.answers',
    editor: 'choice',
    choices: Object.keys(scripts),
    means: Object.values(scripts) as unknown as readonly Json[],
    changes: 'One answer after the other; after them the task as it is.',
  };
}

/** Into which state the first change brings the remote task, and so what its push claims. */
export function stateKnob(choices: readonly TaskState[]): Knob {
  return {
    name: 'state',
    label: 'State that the push claims',
    path: 'watch.remote.changes[0].state',
    editor: 'choice',
    choices,
    changes: 'The task really goes there; whether GetTask shows it is another matter.',
  };
}

/** One of the actions, as a whole. */
export function actionKnob(place: number, label: string, actions: Readonly<Record<string, WatchAction>>): Knob {
  return {
    name: 'then',
    label,
    path: `watch.actions[${place}]`,
    editor: 'choice',
    choices: Object.keys(actions),
    means: Object.values(actions),
    changes: 'Every wait can be broken.',
  };
}
