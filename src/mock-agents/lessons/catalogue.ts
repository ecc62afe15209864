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
import { trapStates } from './trap-states.ts';
import { whoCanDoThis } from './who-can-do-this.ts';

export const LESSONS: readonly Lesson[] = [
  whoCanDoThis,
  mayIHandOver,
  streamedDelegation,
  inputRequired,
  cancelAndTerminal,
  pushAndSsrf,
  acpRoundTrip,
  cardOnTheWire,
  bypassTheAllowList,
  emptyAllowList,
  noOwner,
  forgedChain,
  trapStates,
  cancelComesBack,
  oneBadLabel,
  lostInTranslation,
  orchestratedChain,
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
  gap1Polling,
  gap2IdempotentCreate,
  gap3HangOrSlow,
  gap4CancelRace,
  gap5PartialArtifacts,
  gap6CardWithoutTeeth,
];

/** The lesson with this id; undefined when there is none. */
export function lessonById(id: string): Lesson | undefined {
  return LESSONS.find((lesson) => lesson.id === id);
}
