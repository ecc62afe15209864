import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.mjs';

const browser = await findBrowser();
const PORT = 4174;

// The built page, served as it would be deployed. Bounded in time; the server is Playwright's child and ends with it.
export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  globalTimeout: 10 * 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: { args: browser.args, executablePath: browser.executablePath },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${PORT} --strictPort`,
    url: `http://127.0.0.1:${PORT}`,
    reuseExistingServer: false,
    timeout: 30_000,
  },
});
