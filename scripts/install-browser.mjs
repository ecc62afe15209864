// Makes sure that there is a Chromium for the browser tests: what is found is used; else Playwright's own is downloaded;
// else, as root on a Debian-like system, the system's package is installed. Says which it was.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.mjs';

/** @param {string} command @param {string[]} args */
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

const ATTEMPTS = [
  { what: "Playwright's Chromium", go: () => run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']) },
  {
    what: "the system's chromium-headless-shell or chromium package",
    go: () =>
      existsSync('/usr/bin/apt-get') &&
      process.getuid?.() === 0 &&
      run('apt-get', ['update']) &&
      (run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']) ||
        run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])),
  },
];

let browser = await findBrowser().catch((error) => (process.env['PW_CHROMIUM'] ? Promise.reject(error) : undefined));
for (const attempt of ATTEMPTS) {
  if (browser) break;
  console.log(`No Chromium yet; trying ${attempt.what}.`);
  attempt.go();
  browser = await findBrowser().catch(() => undefined);
}
if (!browser) {
  console.error('No Chromium could be found or installed. Install Chromium, Chrome or Edge, or set PW_CHROMIUM to one.');
  process.exit(1);
}
console.log(`Chromium: ${browser.source}, ${browser.executablePath}`);
