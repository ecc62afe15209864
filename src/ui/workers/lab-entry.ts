// What a lab's worker does once it is loaded: takes a port, serves the lab on it, seats agents in workers of its own or, where
// it can start none, in workers of the page. Reports violations of the content security policy, its agents' too.

import type { FromLab, ToLab } from '../../mock-agents/lab-face.ts';
import type { AgentUrls } from './agent-urls.ts';
import { keepEpisode } from './episode-database.ts';
import { serveLab } from './lab-protocol.ts';
import { seatsOfThePage } from './page-seats.ts';
import { spawnFrom } from './spawn.ts';
import { onViolation } from './violations.ts';

/**
 * Makes this worker a lab.
 * @param agentUrls what `?worker&url` gave, by entry
 * @param base `import.meta.url` of the lab's entry
 */
export function startLab(agentUrls: AgentUrls, base: string): void {
  self.onmessage = ({ ports: [port] }: MessageEvent<unknown>) => {
    if (!port) return;
    self.onmessage = null;
    const say = (message: FromLab): void => port.postMessage(message);
    const report = (what: string): void => say({ type: 'violation', what });
    onViolation(self, (what) => report(`lab: ${what}`));
    const byPage = typeof Worker === 'undefined' ? seatsOfThePage(say) : undefined;
    const serve = serveLab(say, byPage?.spawn ?? spawnFrom(agentUrls, base, report), () => keepEpisode(Date.now()));
    port.onmessage = ({ data, ports }: MessageEvent<ToLab>) => {
      if ('seat' in data) byPage?.hear(data, ports[0]);
      else serve(data);
    };
  };
  self.postMessage('loaded');
}
