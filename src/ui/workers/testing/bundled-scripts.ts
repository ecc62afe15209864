// Worker entries bundled as the built page has them, for tests that start very many workers: unbundled, each loads a hundred files.

import { commands } from 'vitest/browser';
import type { AgentUrls } from '../agent-urls.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    readonly bundleWorker: (entry: string) => Promise<string>;
  }
}

/**
 * @param entry a path from the project's root
 * @returns an address for `startWorker` and `spawnFrom`; it lives as long as the test's page
 */
export async function bundledScript(entry: string): Promise<string> {
  const script = await commands.bundleWorker(entry);
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}

const ENTRIES = {
  agents: 'agent.worker.ts',
  orchestrator: 'orchestrator.worker.ts',
  specialist: 'specialist.worker.ts',
  'stand-in': 'stand-in.worker.ts',
} as const;

/** The scripts of these makes of agent. */
export async function bundledAgents(...makes: readonly (keyof typeof ENTRIES)[]): Promise<AgentUrls> {
  const bundled = makes.map(async (make) => [make, await bundledScript(`src/ui/workers/${ENTRIES[make]}`)] as const);
  return Object.fromEntries(await Promise.all(bundled));
}
