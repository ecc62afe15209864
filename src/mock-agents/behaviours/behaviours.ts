// Every behaviour that an agent of a lesson may be booted as, by key.

import type { Behaviours } from '../agent-io.ts';
import { askTwice } from './ask-twice.ts';
import { authResume } from './auth-resume.ts';
import { clarifying } from './clarifying.ts';
import { failMidway } from './fail-midway.ts';
import { fileOnly } from './file-only.ts';
import type { PacedHandler } from './pace.ts';
import { reject } from './reject.ts';
import { sanctions } from './sanctions.ts';
import { servedAgent } from './served-agent.ts';

const HANDLERS: Readonly<Record<string, PacedHandler>> = {
  sanctions,
  clarifying,
  ask_twice: askTwice,
  fail_midway: failMidway,
  file_only: fileOnly,
  reject,
  auth_resume: authResume,
};

export const BEHAVIOURS: Behaviours = Object.fromEntries(Object.entries(HANDLERS).map(([key, handler]) => [key, servedAgent(handler)]));
