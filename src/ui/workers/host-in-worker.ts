// What an agent's worker does once it is loaded: says so, is handed the port that the agent's lanes run on, and hosts it there.

import { hostAgent } from '../../mock-agents/agent-host.ts';
import type { Behaviours } from '../../mock-agents/agent-io.ts';
import type { LanePort } from '../../mock-agents/lanes.ts';
import type { ViolationReport } from './spawn.ts';
import { onViolation } from './violations.ts';

/** Makes this worker the realm of one agent, of whichever of these behaviours it is booted as. */
export function hostInWorker(behaviours: Behaviours): void {
  onViolation(self, (violation) => self.postMessage({ violation } satisfies ViolationReport));
  self.onmessage = ({ ports: [port] }: MessageEvent<unknown>) => {
    if (port) hostAgent(port as unknown as LanePort, behaviours, { virtualGlobals: true });
    self.onmessage = null;
  };
  self.postMessage('loaded');
}
