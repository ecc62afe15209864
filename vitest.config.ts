import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/find-browser.mjs';

// Without a browser the other projects still run; the browser project then fails with the finder's own sentence.
const browser = await findBrowser().catch(() => undefined);

export default defineConfig({
  test: {
    // One for each processor: by default one of them is kept free, which on two of them halves the pace.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'model',
          environment: 'node',
          include: ['src/model/**/*.test.ts', 'src/ui/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
          setupFiles: ['src/model/testing/fixed-seed.ts'],
          // A bound against hanging, no measure of speed: a loaded machine is no fault.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'agents',
          environment: 'node',
          include: ['src/mock-agents/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
          setupFiles: ['src/model/testing/fixed-seed.ts'],
          // A bound against hanging, no measure of speed: a loaded machine is no fault.
          testTimeout: 60_000,
        },
      },
      {
        worker: { format: 'es' },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
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
