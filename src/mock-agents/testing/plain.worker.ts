// Worker entry of the contract suite.
import { hostAgent } from '../agent-host.ts';
import { HOSTILE_BEHAVIOURS } from '../behaviours/hostile.ts';
import type { LanePort } from '../lanes.ts';
import { PLAIN_AGENTS } from './plain-agents.ts';

self.onmessage = ({ ports }) => {
  const [port] = ports;
  if (!port) return;
  self.onmessage = null;
  hostAgent(port as unknown as LanePort, { ...HOSTILE_BEHAVIOURS, ...PLAIN_AGENTS }, { virtualGlobals: true });
};
self.postMessage('loaded');
