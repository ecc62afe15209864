// One agent in a worker of its own: says `loaded`, is handed the port that its lanes run on.

import { hostAgent } from '../../mock-agents/agent-host.ts';
import { BEHAVIOURS } from '../../mock-agents/behaviours/behaviours.ts';
import type { LanePort } from '../../mock-agents/lanes.ts';
import type { ViolationReport } from './spawn.ts';
import { onViolation } from './violations.ts';

onViolation(self, (violation) => self.postMessage({ violation } satisfies ViolationReport));
self.onmessage = ({ ports: [port] }: MessageEvent<unknown>) => {
  if (port) hostAgent(port as unknown as LanePort, BEHAVIOURS, { virtualGlobals: true });
  self.onmessage = null;
};
self.postMessage('loaded');
