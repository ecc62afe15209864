// Finds a Chromium: environment variable → Playwright's own → the system's. Never downloads; install-browser.mjs does that.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
/** @type {Record<string, (env: NodeJS.ProcessEnv) => string[]>} */
const USUAL_PLACES = {
  darwin: () => ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  win32: (env) =>
    [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')]),
};
/** A browser under test opens no connections of its own. */
const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ source: string, executablePath: string, args: string[] }>} what to launch, and how
 * @throws {Error} a sentence that names the way out, when there is none
 */
export async function findBrowser(env = process.env) {
  const args = [...QUIET, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const named = env['PW_CHROMIUM'];
  if (named) {
    if (!existsSync(named)) throw new Error(`PW_CHROMIUM names a file that is not there: ${named}`);
    return { source: 'PW_CHROMIUM', executablePath: named, args };
  }
  const own = chromium.executablePath();
  if (existsSync(own)) return { source: 'playwright', executablePath: own, args };
  const folders = (env['PATH'] ?? '').split(delimiter);
  const places = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(USUAL_PLACES[process.platform]?.(env) ?? []),
  ];
  const found = places.find((place) => existsSync(place));
  if (found) return { source: 'system', executablePath: found, args };
  throw new Error('No Chromium found. Run "npx playwright install chromium", install Chromium, Chrome or Edge, or set PW_CHROMIUM to one.');
}
