// Every behaviour that an agent of a lesson may be booted as, by key.

import type { Behaviours } from '../agent-io.ts';
import { remoteAgent } from '../remote-task/remote-agent.ts';
import { askTwice } from './ask-twice.ts';
import { authResume } from './auth-resume.ts';
import { clarifying } from './clarifying.ts';
import { crashAfterWorking, crashAtOnce } from './crash.ts';
import { empty } from './empty.ts';
import { failMidway } from './fail-midway.ts';
import { fileOnly } from './file-only.ts';
import { forgeChain } from './forge-chain.ts';
import type { PacedHandler } from './pace.ts';
import { releaseDesk, reviewDesk } from './payment-desks.ts';
import { registry } from './registry.ts';
import { reject } from './reject.ts';
import { relay } from './relay.ts';
import { bothTexts, evidenceFile, oneText, twoNames, twoScores, twoScoresTurned, upstreamDown } from './results.ts';
import { sanctions } from './sanctions.ts';
import { screensWithRegistry } from './screens-with-registry.ts';
import { servedAgent } from './served-agent.ts';

const HANDLERS: Readonly<Record<string, PacedHandler>> = {
  sanctions,
  clarifying,
  ask_twice: askTwice,
  fail_midway: failMidway,
  file_only: fileOnly,
  reject,
  auth_resume: authResume,
  crash_after_working: crashAfterWorking,
  crash_at_once: crashAtOnce,
  empty,
  forge_chain: forgeChain,
  relay,
  registry,
  screens_with_registry: screensWithRegistry,
  review_desk: reviewDesk,
  release_desk: releaseDesk,
  evidence_file: evidenceFile,
  both_texts: bothTexts,
  one_text: oneText,
  two_scores: twoScores,
  two_scores_turned: twoScoresTurned,
  two_names: twoNames,
  upstream_down: upstreamDown,
};

export const BEHAVIOURS: Behaviours = {
  ...Object.fromEntries(Object.entries(HANDLERS).map(([key, handler]) => [key, servedAgent(handler)])),
  'remote-task': remoteAgent,
};
