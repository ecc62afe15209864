// The lessons, in the order of the course.

import type { Lesson } from '../lesson.ts';
import { acpRoundTrip } from './acp-round-trip.ts';
import { bypassTheAllowList } from './bypass-the-allow-list.ts';
import { cancelAndTerminal } from './cancel-and-terminal.ts';
import { cancelComesBack } from './cancel-comes-back.ts';
import { cardOnTheWire } from './card-on-the-wire.ts';
import { chaosAuthReject } from './chaos-auth-reject.ts';
import { chaosBeyond } from './chaos-beyond.ts';
import { chaosCrash } from './chaos-crash.ts';
import { chaosError } from './chaos-error.ts';
import { chaosFlaky } from './chaos-flaky.ts';
import { chaosHang } from './chaos-hang.ts';
import { chaosInvalidTransition } from './chaos-invalid-transition.ts';
import { chaosMalformed } from './chaos-malformed.ts';
import { chaosNone } from './chaos-none.ts';
import { chaosSlow } from './chaos-slow.ts';
import { degradedReport } from './degraded-report.ts';
import { emptyAllowList } from './empty-allow-list.ts';
import { forgedChain } from './forged-chain.ts';
import { gap1Polling } from './gap-1-polling.ts';
import { gap2IdempotentCreate } from './gap-2-idempotent-create.ts';
import { gap3HangOrSlow } from './gap-3-hang-or-slow.ts';
import { gap4CancelRace } from './gap-4-cancel-race.ts';
import { gap5PartialArtifacts } from './gap-5-partial-artifacts.ts';
import { gap6CardWithoutTeeth } from './gap-6-card-without-teeth.ts';
import { inputRequired } from './input-required.ts';
import { lostInTranslation } from './lost-in-translation.ts';
import { mayIHandOver } from './may-i-hand-over.ts';
import { noOwner } from './no-owner.ts';
import { oneBadLabel } from './one-bad-label.ts';
import { orchestratedChain } from './orchestrated-chain.ts';
import { pushAndSsrf } from './push-and-ssrf.ts';
import { streamedDelegation } from './streamed-delegation.ts';
import { threeWatches } from './three-watches.ts';
import { trapStates } from './trap-states.ts';
import { watchAgentGone } from './watch-agent-gone.ts';
import { watchBadPushes } from './watch-bad-pushes.ts';
import { watchChoose } from './watch-choose.ts';
import { watchDisagreement } from './watch-disagreement.ts';
import { watchDoorbell } from './watch-doorbell.ts';
import { watchFollow } from './watch-follow.ts';
import { watchOneExit } from './watch-one-exit.ts';
import { watchReplyInRecheck } from './watch-reply-in-recheck.ts';
import { watchRoll } from './watch-roll.ts';
import { whoCanDoThis } from './who-can-do-this.ts';

/** Lessons that belong together, in the order in which they build on each other. */
interface CoursePart {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly lessons: readonly [Lesson, ...Lesson[]];
}

export const COURSE: readonly CoursePart[] = [
  {
    id: 'delegation',
    title: 'One delegation, eight views',
    says: 'who may be asked, what happens then, and what comes back',
    lessons: [whoCanDoThis, mayIHandOver, streamedDelegation, inputRequired, cancelAndTerminal, pushAndSsrf, acpRoundTrip, cardOnTheWire],
  },
  {
    id: 'attacks',
    title: 'Attack, then defend',
    says: 'each once under the reference and once under the hardened policy',
    lessons: [
      bypassTheAllowList,
      emptyAllowList,
      noOwner,
      forgedChain,
      trapStates,
      cancelComesBack,
      oneBadLabel,
      lostInTranslation,
      orchestratedChain,
    ],
  },
  {
    id: 'chaos',
    title: 'The unreliable peer',
    says: 'one fault at a time, and the outcome that a careful client makes of it',
    lessons: [
      chaosNone,
      chaosSlow,
      chaosFlaky,
      chaosError,
      chaosCrash,
      chaosHang,
      chaosMalformed,
      chaosInvalidTransition,
      chaosAuthReject,
      degradedReport,
      chaosBeyond,
    ],
  },
  {
    id: 'gaps',
    title: 'Six gaps of the protocols',
    says: 'a naive client beside a careful one, the same peer and seed',
    lessons: [gap1Polling, gap2IdempotentCreate, gap3HangOrSlow, gap4CancelRace, gap5PartialArtifacts, gap6CardWithoutTeeth],
  },
  {
    id: 'watch',
    title: 'The remote watch',
    says: 'a task that waits elsewhere, and how a host hears of it',
    lessons: [
      threeWatches,
      watchChoose,
      watchDoorbell,
      watchBadPushes,
      watchDisagreement,
      watchReplyInRecheck,
      watchFollow,
      watchAgentGone,
      watchRoll,
      watchOneExit,
    ],
  },
];

/** All of them, part by part. */
export const LESSONS: readonly Lesson[] = COURSE.flatMap(({ lessons }) => lessons);

/** The lesson with this id; undefined when there is none. */
export function lessonById(id: string): Lesson | undefined {
  return LESSONS.find((lesson) => lesson.id === id);
}
