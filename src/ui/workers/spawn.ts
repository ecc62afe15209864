// The one place that starts agents: workers of the lab's worker or of the page, each behind the port that its lanes run on.
// What a worker says beside that port is either a report of a policy violation or too much.

import type { LanePort, Realm, Spawn } from '../../mock-agents/lanes.ts';
import type { AgentUrls } from './agent-urls.ts';
import { startWorker } from './start-worker.ts';

const MESSAGES_BESIDE_THE_PORT = 100;

/** What an agent's worker posts beside its port. */
export interface ViolationReport {
  readonly violation: string;
}

/**
 * How to seat an agent in a worker of its own.
 * @param urls what `?worker&url` gave, by entry
 * @param base `import.meta.url` in a worker, `location.href` in a page
 * @param onViolation told of each violation of the content security policy inside an agent
 */
export function spawnFrom(urls: AgentUrls, base: string, onViolation: (what: string) => void): Spawn {
  return (agent, entry) => {
    const url = urls[entry];
    if (url === undefined) throw new Error(`no script for ${entry} is part of this page`);
    const { worker, port } = startWorker(url, base, agent);
    const realm: Realm = { port: port as unknown as LanePort, kill: () => worker.terminate() };
    const die = (why: string): void => {
      // It may come before anybody has booted the agent: realms start side by side.
      realm.failed ??= why;
      realm.onDeath?.(why);
    };
    let messages = 0;
    worker.onerror = (event) => {
      event.preventDefault();
      die(event.message ? `throw: ${event.message.replace(/^Uncaught (Error: )?/, '')}` : 'its script did not load');
    };
    worker.onmessageerror = () => die('unreadable message');
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      messages++;
      if (messages > MESSAGES_BESIDE_THE_PORT) {
        worker.terminate();
        return die('flood: messages beside the port');
      }
      const report = data as Partial<ViolationReport> | null;
      if (typeof report?.violation === 'string') onViolation(`agent ${agent}: ${report.violation.slice(0, 500)}`);
    };
    return realm;
  };
}
