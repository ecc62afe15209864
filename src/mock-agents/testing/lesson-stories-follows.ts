// What happens in the lessons about following, rolling and ending, in each take and with each setting, an instant a line.

import type { WatchStory } from './watch-story.ts';

export const FOLLOW_STORIES: readonly WatchStory[] = [
  {
    lesson: 'watch-follow',
    settings: [{}],
    story: [
      '0 subscribes in run 1',
      '3000 run 1 unchanged',
      '8000 subscribes in run 1',
      '30000 run 1 changed; subscribes in run 2; tells working "Screening."',
      '630000 run 2 window; subscribes in run 3',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-follow',
    settings: [{ interval: 1000 }],
    story: [
      '0 subscribes in run 1',
      '3000 run 1 unchanged',
      '4000 subscribes in run 1',
      '30000 run 1 changed; subscribes in run 2; tells working "Screening."',
      '630000 run 2 window; subscribes in run 3',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-follow',
    settings: [{ cut: 'breaks' }],
    story: [
      '0 subscribes in run 1',
      '3000 run 1 error: CallLost',
      '8000 subscribes in run 1',
      '30000 run 1 changed; subscribes in run 2; tells working "Screening."',
      '630000 run 2 window; subscribes in run 3',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-follow',
    settings: [{ change: 'nothing' }, { question: 'with a link that has a token', change: 'asks again at 1 s, with a fresh link' }],
    story: [
      '0 subscribes in run 1',
      '3000 run 1 unchanged',
      '8000 subscribes in run 1',
      '600000 run 1 window; subscribes in run 2',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-follow',
    settings: [{ change: 'nothing', actions: [{ at: 29000, do: 'kill' }] }],
    story: [
      '0 subscribes in run 1',
      '3000 run 1 unchanged',
      '8000 subscribes in run 1',
      '29000 worker ended: killed',
      '30000 run 1 restarted',
      '35000 subscribes in run 2',
      '635000 run 2 window; subscribes in run 3',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-follow',
    settings: [{ change: 'completes at 30 s' }, { change: 'has done, and keeps the line open' }],
    story: [
      '0 subscribes in run 1',
      '3000 run 1 unchanged',
      '8000 subscribes in run 1',
      '30000 run 1 changed; tells completed "Screening complete." in a note; closed completed; ended done',
    ],
  },
  {
    lesson: 'watch-follow',
    settings: [{ question: 'with a link that has a token', change: 'asks again at 1 s, with a fresh link', compares: 'raw' }],
    story: [
      '0 subscribes in run 1',
      '1000 run 1 changed',
      '6000 subscribes in run 2',
      '606000 run 2 window; subscribes in run 3',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-follow',
    settings: [{ change: 'nothing', actions: [{ at: 30000, do: 'reply', text: 'The UN list.' }] }],
    story: [
      '0 subscribes in run 1',
      '3000 run 1 unchanged',
      '8000 subscribes in run 1',
      '30000 run 1 cancelled; turn',
      '31500 subscribes in run 2; tells input-required "Which country?" in a note',
      '631500 run 2 window; subscribes in run 3',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-agent-gone',
    take: 'fails',
    settings: [{}],
    story: [
      '0 subscribes in run 1',
      '20000 run 1 failed: AgentUnavailable',
      '25000 subscribes in run 2',
      '625000 run 2 window; subscribes in run 3',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-agent-gone',
    take: 'fails',
    settings: [{ change: 'completes at 30 s' }],
    story: [
      '0 subscribes in run 1',
      '20000 run 1 failed: AgentUnavailable',
      '25000 subscribes in run 2',
      '30000 run 2 changed; tells completed "Screening complete." in a note; closed completed; ended done',
    ],
  },
  {
    lesson: 'watch-agent-gone',
    take: 'fails',
    settings: [{ actions: [{ at: 40000, do: 'reply', text: 'The UN list.' }] }],
    story: [
      '0 subscribes in run 1',
      '20000 run 1 failed: AgentUnavailable',
      '25000 subscribes in run 2',
      '40000 run 2 cancelled; turn',
      '41500 subscribes in run 3; tells input-required "Which country?" in a note',
      '641500 run 3 window; subscribes in run 4',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-agent-gone',
    take: 'fails',
    settings: [{ when: 3000 }],
    story: [
      '0 subscribes in run 1',
      '3000 run 1 failed: AgentUnavailable',
      '8000 subscribes in run 2',
      '608000 run 2 window; subscribes in run 3',
      '700000 ended horizon',
    ],
  },
  {
    lesson: 'watch-agent-gone',
    take: 'gone',
    settings: [{}],
    story: ['0 subscribes in run 1', '20000 run 1 gone: AgentGone; watch off; ended done'],
  },
  {
    lesson: 'watch-agent-gone',
    take: 'gone',
    settings: [{ change: 'completes at 30 s' }],
    story: ['0 subscribes in run 1', '20000 run 1 gone: AgentGone; watch off', '30000 ended done'],
  },
  {
    lesson: 'watch-agent-gone',
    take: 'gone',
    settings: [{ actions: [{ at: 40000, do: 'reply', text: 'The UN list.' }] }],
    story: ['0 subscribes in run 1', '20000 run 1 gone: AgentGone; watch off', '40000 turn; ended done'],
  },
  {
    lesson: 'watch-agent-gone',
    take: 'gone',
    settings: [{ when: 3000 }],
    story: ['0 subscribes in run 1', '3000 run 1 gone: AgentGone; watch off; ended done'],
  },
  {
    lesson: 'watch-roll',
    settings: [{}],
    story: [
      '10000 rolled',
      '20000 push 204; looks: completed, claimed completed; tells completed "Screening complete." in a note; closed completed; config deleted; ended done',
    ],
  },
  {
    lesson: 'watch-roll',
    settings: [
      {
        actions: [
          { at: 10000, do: 'roll' },
          { at: 10000, do: 'kill' },
        ],
      },
    ],
    story: [
      '10000 rolled; worker ended: killed',
      '20000 push 204; looks: completed, claimed completed; tells completed "Screening complete." in a note; closed completed; config deleted; ended done',
    ],
  },
  {
    lesson: 'watch-roll',
    settings: [
      {
        actions: [
          { at: 10000, do: 'ring', by: 'agent', claims: 'working' },
          { at: 10500, do: 'roll' },
        ],
      },
    ],
    story: [
      '10000 push 204; looks: input-required, claimed working; waits 1000',
      '11000 looks: input-required, claimed working; waits 2000',
      '13000 looks: input-required, claimed working; waits 4000',
      '17000 looks: input-required, claimed working; rolled',
      '20000 push 204; looks: completed, claimed completed; tells completed "Screening complete." in a note; closed completed; config deleted; ended done',
    ],
  },
  {
    lesson: 'watch-roll',
    settings: [
      {
        bound: 4,
        change: 'nothing',
        actions: [
          { at: 10000, do: 'ring', by: 'agent' },
          { at: 12000, do: 'ring', by: 'agent' },
        ],
      },
    ],
    story: [
      '10000 push 204; looks: input-required, claimed input-required',
      '12000 push 204; looks: input-required, claimed input-required; rolled; ended done',
    ],
  },
  {
    lesson: 'watch-one-exit',
    settings: [{}],
    story: [
      '10000 push 204; looks: completed, claimed completed; tells completed "Screening complete." in a note; closed completed',
      '10500 refused: not-accepted; push 401',
      '11000 config deleted; ended done',
    ],
  },
  {
    lesson: 'watch-one-exit',
    settings: [{ deletionFails: null }],
    story: [
      '10000 push 204; looks: completed, claimed completed; tells completed "Screening complete." in a note; closed completed',
      '10500 refused: not-accepted; push 401',
      '11000 deletion failed: InternalError',
      '12000 deletion failed: InternalError; ended done',
    ],
  },
  {
    lesson: 'watch-one-exit',
    settings: [{ deletionFails: 1 }],
    story: [
      '10000 push 204; looks: completed, claimed completed; tells completed "Screening complete." in a note; closed completed',
      '10500 refused: not-accepted; push 401',
      '11000 deletion failed: InternalError',
      '12000 config deleted; ended done',
    ],
  },
  {
    lesson: 'watch-one-exit',
    settings: [{ watch: 'follow' }],
    story: [
      '0 subscribes in run 1',
      '10000 run 1 changed; tells completed "Screening complete." in a note; closed completed',
      '10500 refused: not-accepted; push 401; ended done',
    ],
  },
  {
    lesson: 'watch-one-exit',
    settings: [
      {
        change: 'nothing',
        actions: [
          { at: 10000, do: 'ring', by: 'agent', claims: 'working' },
          { at: 10500, do: 'cancel' },
        ],
      },
    ],
    story: [
      '10000 push 204; looks: input-required, claimed working; waits 1000',
      '10500 closed canceled; refused: not-accepted; push 401',
      '11500 config deleted; ended done',
    ],
  },
  {
    lesson: 'watch-one-exit',
    settings: [{ change: 'nothing', actions: [{ at: 10000, do: 'reply', text: 'The UN list.' }] }],
    story: [
      '10000 turn; push 204',
      '11500 push 204; tells completed "Screening complete." in a note; closed completed',
      '12500 config deleted; ended done',
    ],
  },
  {
    lesson: 'watch-one-exit',
    settings: [
      {
        ignores: 'yes',
        actions: [
          { at: 10500, do: 'ring', by: 'agent' },
          { at: 12000, do: 'ring', by: 'agent' },
        ],
      },
    ],
    story: [
      '10000 push 204; looks: completed, claimed completed; tells completed "Screening complete." in a note; closed completed',
      '10500 refused: not-accepted; push 401',
      '12000 refused: not-accepted; push 401; ended done',
    ],
  },
  {
    lesson: 'watch-one-exit',
    settings: [{ actions: [{ at: 10500, do: 'kill' }] }],
    story: [
      '10000 push 204; looks: completed, claimed completed; tells completed "Screening complete." in a note; closed completed',
      '10500 worker ended: killed',
      '12500 config deleted; ended done',
    ],
  },
];
