// The stand-in of a remote task as one XState machine: turn, parked with the watch that was chosen once, closing by one door,
// ended. No timers, no invokes: time and answers are events, and what is to be done are effects in the actions' parameters.
// SPEC.md family W.

import { standInSetup } from './stand-in-setup.ts';
import { applied, firstStandIn, isRecheckDue, replyQueued, tellingEffects, waking } from './stand-in-state.ts';
import * as story from './stand-in-story.ts';
import { isChange, isFinal } from './turn-mapping.ts';

/** The authority on what a stand-in does when. */
export const standInMachine = standInSetup.createMachine({
  id: 'stand-in',
  context: ({ input }) => firstStandIn(input),
  initial: 'beginning',
  // Whatever the state: a reply is queued, a cancel remembered, and what the parent has confirmed is owed no longer.
  on: {
    'reply-received': { actions: { type: 'keep', params: ({ context, event }) => replyQueued(context, event.lived.reply) } },
    'cancel-received': { guard: ({ context }) => !context.isCanceled, actions: { type: 'keep', params: { isCanceled: true } } },
    'history-bound-passed': { guard: ({ context }) => !context.isRollDue, actions: { type: 'keep', params: { isRollDue: true } } },
    'parent-heard': {
      guard: ({ context, event }) => story.isOwed(context, event.lived.number),
      actions: [
        { type: 'perform', params: ({ context, event }) => story.parentTold(context, event.lived.number) },
        { type: 'keep', params: ({ context, event }) => story.confirmed(context, event.lived.number) },
      ],
    },
    'worker-restarted': { actions: { type: 'perform', params: ({ context }) => story.tellAgain(context) } },
  },
  states: {
    beginning: { always: [{ guard: ({ context }) => context.replies.length > 0, target: 'turn' }, { target: 'parked' }] },
    turn: {
      entry: [
        { type: 'keep', params: ({ context }) => story.turnBegun(context) },
        { type: 'perform', params: ({ context }) => story.startTurn(context) },
      ],
      always: {
        guard: ({ context }) => context.isCanceled,
        target: 'closing',
        actions: { type: 'perform', params: ({ context }) => [{ kind: 'hang-up', call: context.call }] },
      },
      on: {
        'turn-ended': [
          {
            guard: ({ context, event }) => event.lived.call === context.call && isFinal(event.lived.turn),
            target: 'closing',
            actions: [
              { type: 'perform', params: ({ context, event }) => tellingEffects(context, event.lived.turn) },
              { type: 'keep', params: ({ context, event }) => story.turnOver(context, event.lived) },
            ],
          },
          {
            guard: ({ context, event }) => event.lived.call === context.call,
            target: 'parked',
            actions: [
              { type: 'perform', params: ({ context, event }) => tellingEffects(context, event.lived.turn) },
              { type: 'keep', params: ({ context, event }) => story.turnOver(context, event.lived) },
            ],
          },
        ],
        'turn-failed': [
          {
            guard: ({ context, event }) => event.lived.call === context.call && context.remoteTaskId === null,
            target: 'closing',
            actions: [
              { type: 'perform', params: ({ context }) => tellingEffects(context, story.FAILED_TURN) },
              { type: 'keep', params: ({ context }) => ({ ...applied(context, story.FAILED_TURN), reply: null }) },
            ],
          },
          {
            guard: ({ context, event }) => event.lived.call === context.call,
            target: 'parked',
            actions: { type: 'keep', params: { reply: null } },
          },
        ],
        'push-accepted': { actions: { type: 'keep', params: ({ event }) => story.rung(event.lived) } },
        'worker-restarted': {
          actions: { type: 'perform', params: ({ context }) => [...story.tellAgain(context), ...story.turnAgain(context)] },
        },
      },
    },
    parked: {
      initial: 'deciding',
      entry: { type: 'perform', params: ({ context }) => story.parked(context) },
      states: {
        // Where every wait leads back to: who asks for the stand-in comes first, then what has been heard, then the watch.
        deciding: {
          id: 'deciding',
          always: [
            { guard: ({ context }) => context.isCanceled, target: '#closing', actions: { type: 'keep', params: story.NO_CLAIM } },
            { guard: 'isCalledAway', target: '#stand-in.turn', actions: { type: 'keep', params: story.NO_CLAIM } },
            { guard: ({ context }) => context.watch === null && context.remoteTaskId !== null, target: 'choosing' },
            { guard: ({ context }) => context.pending !== 'none' && context.watch?.mode === 'push', target: 'fetching' },
            { guard: ({ context }) => context.isRollDue, target: '#rolling' },
            { guard: ({ context }) => context.watch?.mode === 'push', target: 'armed' },
            { guard: ({ context }) => context.watch?.mode === 'follow', target: 'following' },
            { target: 'unheard' },
          ],
        },
        choosing: {
          entry: [
            { type: 'keep', params: ({ context }) => ({ ...story.called(context), isRegistering: false }) },
            { type: 'perform', params: ({ context }) => story.register(context) },
          ],
          on: {
            'registration-begun': {
              guard: { type: 'isAwaited', params: ({ event }) => event.lived },
              actions: { type: 'keep', params: { isRegistering: true } },
            },
            'watch-chosen': {
              guard: { type: 'isAwaited', params: ({ event }) => event.lived },
              target: 'deciding',
              actions: [
                { type: 'perform', params: ({ context, event }) => story.watchChosen(context, event.lived) },
                { type: 'keep', params: ({ context, event }) => story.watchKept(context, event.lived) },
              ],
            },
            // One attempt: a registration that was under way has had it, and nobody knows its token any more.
            'worker-restarted': [
              {
                guard: ({ context }) => context.isRegistering,
                target: 'deciding',
                actions: [
                  { type: 'perform', params: ({ context }) => [...story.tellAgain(context), ...story.registrationLost(context)] },
                  { type: 'keep', params: { watch: { mode: 'follow' }, isRegistering: false, hasLostRegistration: true } },
                ],
              },
              { actions: { type: 'perform', params: ({ context }) => [...story.tellAgain(context), ...story.register(context)] } },
            ],
          },
        },
        /** The doorbell is armed. */
        armed: {
          always: { guard: 'mayLeave', target: 'deciding' },
          on: { 'push-accepted': { target: 'deciding', actions: { type: 'keep', params: ({ event }) => story.rung(event.lived) } } },
        },
        fetching: {
          entry: [
            { type: 'keep', params: ({ context }) => story.fetchBegun(context) },
            { type: 'perform', params: ({ context }) => story.fetch(context) },
          ],
          on: {
            'push-accepted': { actions: { type: 'keep', params: ({ event }) => story.rung(event.lived) } },
            'task-fetched': [
              {
                guard: ({ context, event }) => event.lived.call === context.call && isFinal(event.lived.turn),
                target: '#closing',
                actions: [
                  { type: 'perform', params: ({ context, event }) => story.fetched(context, event.lived.turn) },
                  { type: 'keep', params: ({ context, event }) => applied(context, event.lived.turn) },
                ],
              },
              {
                guard: ({ context, event }) => event.lived.call === context.call && isRecheckDue(context, event.lived.turn.state),
                target: 'rechecking',
                actions: [
                  { type: 'perform', params: ({ context, event }) => story.fetched(context, event.lived.turn) },
                  {
                    type: 'keep',
                    params: ({ context, event }) => story.recheck(context, event.lived.at, applied(context, event.lived.turn)),
                  },
                ],
              },
              {
                guard: { type: 'isAwaited', params: ({ event }) => event.lived },
                target: 'deciding',
                actions: [
                  { type: 'perform', params: ({ context, event }) => story.fetched(context, event.lived.turn) },
                  { type: 'keep', params: ({ context, event }) => story.settled(context, applied(context, event.lived.turn)) },
                ],
              },
            ],
            'fetch-failed': [
              {
                guard: ({ context, event }) => event.lived.call === context.call && isRecheckDue(context, undefined),
                target: 'rechecking',
                actions: [
                  { type: 'perform', params: ({ context, event }) => story.notFetched(context, event.lived.errorType) },
                  { type: 'keep', params: ({ context, event }) => story.recheck(context, event.lived.at, {}) },
                ],
              },
              {
                guard: { type: 'isAwaited', params: ({ event }) => event.lived },
                target: 'deciding',
                actions: [
                  { type: 'perform', params: ({ context, event }) => story.notFetched(context, event.lived.errorType) },
                  { type: 'keep', params: ({ context }) => story.settled(context, {}) },
                ],
              },
            ],
            'worker-restarted': {
              actions: { type: 'perform', params: ({ context }) => [...story.tellAgain(context), ...story.fetch(context)] },
            },
          },
        },
        rechecking: {
          entry: { type: 'perform', params: ({ context }) => story.waitForRecheck(context) },
          // A roll waits for it: the claim would be forgotten.
          always: {
            guard: 'isCalledAway',
            target: 'deciding',
            actions: { type: 'perform', params: ({ context }) => waking(context.timer) },
          },
          on: {
            'wait-over': { guard: ({ context, event }) => event.lived.timer === context.timer?.timer, target: 'fetching' },
            'push-accepted': {
              target: 'deciding',
              actions: [
                { type: 'perform', params: ({ context }) => waking(context.timer) },
                { type: 'keep', params: ({ event }) => story.rung(event.lived) },
              ],
            },
            'worker-restarted': {
              actions: { type: 'perform', params: ({ context }) => [...story.tellAgain(context), ...story.sleepAgain(context)] },
            },
          },
        },
        following: {
          initial: 'listening',
          entry: [
            { type: 'keep', params: ({ context, event }) => story.followBegun(context, event) },
            { type: 'perform', params: ({ context }) => story.watchTheWindow(context) },
          ],
          exit: { type: 'perform', params: ({ context }) => waking(context.window) },
          on: {
            'worker-restarted': {
              target: 'resting',
              actions: [
                { type: 'perform', params: ({ context }) => [...story.tellAgain(context), story.followEnded(context, 'restarted')] },
                { type: 'keep', params: ({ context, event }) => story.rest(context, event.lived.at) },
              ],
            },
          },
          states: {
            listening: {
              entry: [
                { type: 'keep', params: ({ context }) => story.called(context) },
                { type: 'perform', params: ({ context }) => story.subscribe(context) },
              ],
              always: {
                guard: 'mayLeave',
                target: '#deciding',
                actions: { type: 'perform', params: ({ context }) => story.hangUpFollow(context) },
              },
              on: {
                'follow-heard': [
                  {
                    guard: ({ context, event }) => event.lived.call === context.call && isFinal(event.lived.turn),
                    target: '#closing',
                    actions: [
                      { type: 'perform', params: ({ context, event }) => story.followHeard(context, event.lived.turn) },
                      { type: 'keep', params: ({ context, event }) => applied(context, event.lived.turn) },
                    ],
                  },
                  {
                    guard: ({ context, event }) => event.lived.call === context.call && isChange(context.last, event.lived.turn),
                    target: '#deciding',
                    actions: [
                      { type: 'perform', params: ({ context, event }) => story.followHeard(context, event.lived.turn) },
                      { type: 'keep', params: ({ context, event }) => applied(context, event.lived.turn) },
                    ],
                  },
                  {
                    guard: { type: 'isAwaited', params: ({ event }) => event.lived },
                    target: '#resting',
                    actions: [
                      { type: 'perform', params: ({ context, event }) => story.followHeard(context, event.lived.turn) },
                      { type: 'keep', params: ({ context, event }) => story.rest(context, event.lived.at) },
                    ],
                  },
                ],
                'stream-ended': {
                  guard: { type: 'isAwaited', params: ({ event }) => event.lived },
                  target: 'pausing',
                  actions: [
                    { type: 'perform', params: ({ context, event }) => story.streamEnded(context, event.lived) },
                    { type: 'keep', params: ({ context, event }) => story.pause(context, event.lived.at) },
                  ],
                },
                'follow-failed': [
                  {
                    guard: ({ context, event }) => event.lived.call === context.call && event.lived.isGone,
                    target: '#deciding',
                    actions: [
                      { type: 'perform', params: ({ context, event }) => story.followGone(context, event.lived) },
                      { type: 'keep', params: { watch: { mode: 'off' } } },
                    ],
                  },
                  {
                    guard: { type: 'isAwaited', params: ({ event }) => event.lived },
                    target: '#resting',
                    actions: [
                      { type: 'perform', params: ({ context, event }) => [story.followEnded(context, 'failed', event.lived.errorType)] },
                      { type: 'keep', params: ({ context, event }) => story.rest(context, event.lived.at) },
                    ],
                  },
                ],
                'wait-over': {
                  guard: ({ context, event }) => event.lived.timer === context.window?.timer,
                  target: '#following',
                  reenter: true,
                  actions: { type: 'perform', params: ({ context }) => story.windowOver(context) },
                },
              },
            },
            pausing: {
              entry: { type: 'perform', params: ({ context }) => story.sleepAgain(context) },
              always: {
                guard: 'mayLeave',
                target: '#deciding',
                actions: { type: 'perform', params: ({ context }) => waking(context.timer) },
              },
              on: {
                // The window ends with the pause: subscribing sooner would break the pace.
                'wait-over': [
                  {
                    guard: ({ context, event }) =>
                      event.lived.timer === context.timer?.timer && story.isWindowOver(context, event.lived.at),
                    target: '#following',
                    reenter: true,
                    actions: { type: 'perform', params: ({ context }) => [story.followEnded(context, 'window')] },
                  },
                  { guard: ({ context, event }) => event.lived.timer === context.timer?.timer, target: 'listening' },
                ],
              },
            },
          },
          id: 'following',
        },
        /** Between two follows, after one that failed or brought nothing new. */
        resting: {
          id: 'resting',
          entry: { type: 'perform', params: ({ context }) => story.sleepAgain(context) },
          always: {
            guard: 'mayLeave',
            target: 'deciding',
            actions: { type: 'perform', params: ({ context }) => waking(context.timer) },
          },
          on: {
            'wait-over': { guard: ({ context, event }) => event.lived.timer === context.timer?.timer, target: 'deciding' },
            'worker-restarted': {
              actions: { type: 'perform', params: ({ context }) => [...story.tellAgain(context), ...story.sleepAgain(context)] },
            },
          },
        },
        /** Nothing is heard before the next turn. */
        unheard: { always: { guard: 'mayLeave', target: 'deciding' } },
      },
    },
    rolling: {
      id: 'rolling',
      entry: { type: 'perform', params: ({ context, event }) => story.roll(context, event) },
      on: {
        'worker-restarted': {
          actions: { type: 'perform', params: ({ context, event }) => [...story.tellAgain(context), ...story.rollAgain(context, event)] },
        },
      },
    },
    // The one door: closed first, so that no push slips in; then what is left at the remote agent is tidied up.
    closing: {
      id: 'closing',
      entry: [
        { type: 'keep', params: ({ context }) => story.closed(context) },
        { type: 'perform', params: ({ context }) => story.close(context) },
      ],
      always: { guard: ({ context }) => story.isTidy(context), target: 'ended' },
      on: {
        // No push is let in from here on; that the door is closed is said, and tidied up behind it, once the parent has heard of the end.
        'parent-heard': {
          guard: ({ context, event }) => story.isLastUntold(context, event.lived.number),
          actions: [
            { type: 'perform', params: ({ context, event }) => story.parentTold(context, event.lived.number) },
            { type: 'keep', params: ({ context, event }) => story.confirmed(context, event.lived.number) },
            { type: 'perform', params: ({ context }) => story.close(context) },
          ],
        },
        'push-deleted': { guard: { type: 'isAwaited', params: ({ event }) => event.lived }, target: 'ended' },
        'push-delete-failed': {
          guard: { type: 'isAwaited', params: ({ event }) => event.lived },
          actions: [
            { type: 'perform', params: ({ context, event }) => story.notDeleted(context, event.lived.errorType) },
            { type: 'keep', params: ({ context }) => story.deletionBegun(context) },
            { type: 'perform', params: ({ context }) => story.deletePush(context) },
          ],
        },
        'worker-restarted': {
          actions: { type: 'perform', params: ({ context }) => [...story.tellAgain(context), ...story.closeAgain(context)] },
        },
      },
    },
    ended: { type: 'final', entry: { type: 'perform', params: ({ context }) => story.end(context) } },
  },
});
