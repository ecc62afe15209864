// The lab in a worker of its own: says `loaded`, is handed a port, plays lessons on it. Its agents are workers inside it.

import type { FromLab } from '../../mock-agents/lab-face.ts';
import agentUrl from './agent.worker.ts?worker&url';
import { serveLab } from './lab-protocol.ts';
import { spawnFrom } from './spawn.ts';
import { onViolation } from './violations.ts';

self.onmessage = ({ ports: [port] }: MessageEvent<unknown>) => {
  if (!port) return;
  const report = (what: string): void => port.postMessage({ type: 'violation', what } satisfies FromLab);
  onViolation((what) => report(`lab: ${what}`));
  serveLab(port, spawnFrom(agentUrl, import.meta.url, report));
};
self.postMessage('loaded');
