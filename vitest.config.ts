import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { bundleWorker } from './scripts/bundle-worker.mjs';
import { findBrowser } from './scripts/find-browser.mjs';

// Without a browser the other projects still run; the browser project then fails with the finder's own sentence.
const browser = await findBrowser().catch(() => undefined);

const inNode = {
  environment: 'node' as const,
  exclude: ['**/*.browser.test.ts'],
  setupFiles: ['src/model/testing/fixed-seed.ts'],
  // A bound against hanging, no measure of speed: a loaded machine is no fault.
  testTimeout: 60_000,
};

export default defineConfig({
  test: {
    // One for each processor: by default one of them is kept free, which on two of them halves the pace.
    maxWorkers: '100%',
    projects: [
      // Rooms without state of their own share what they import; what the page remembers is remade for each file.
      { test: { ...inNode, name: 'model', include: ['src/model/**/*.test.ts'], isolate: false } },
      { test: { ...inNode, name: 'agents', include: ['src/mock-agents/**/*.test.ts'], isolate: false } },
      { test: { ...inNode, name: 'page', include: ['src/ui/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        worker: { format: 'es' },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { bundleWorker },
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: {
                ...(browser ? { args: browser.args } : {}),
                ...(browser?.executablePath ? { executablePath: browser.executablePath } : {}),
              },
            }),
          },
        },
      },
    ],
  },
});
