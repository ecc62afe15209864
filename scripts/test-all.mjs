// Everything that must hold, in one command: installs what it needs (a browser too), then runs each check in order; those
// that keep one processor busy go side by side, as many as there are processors. Built-in modules only, because it runs before
// anything is installed. Stops at the first check that fails, and names it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const node = (/** @type {string[]} */ ...args) => ({ command: process.execPath, args });
const bin = (/** @type {string} */ path, /** @type {string[]} */ ...args) => node(`node_modules/${path}`, ...args);
const TYPESCRIPT = 'typescript/bin/tsc';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} [command]
 * @property {string[]} [args]
 * @property {() => string | undefined} [check] says what is wrong
 * @property {true} [single] it keeps one processor busy and touches nothing that another one needs
 */

/** @type {Step[]} */
const STEPS = [
  { name: 'install', command: 'npm', args: ['ci', '--no-audit', '--no-fund'] },
  {
    name: 'lock file',
    check: () =>
      readFileSync('package-lock.json', 'utf8').includes('"resolved"')
        ? 'package-lock.json carries download addresses; reinstall with the .npmrc of this project'
        : undefined,
  },
  { name: 'browser', ...node('scripts/install-browser.mjs') },
  { name: 'lint', single: true, ...bin('eslint/bin/eslint.js', '--max-warnings', '0', '.') },
  { name: 'format', single: true, ...bin('@biomejs/biome/bin/biome', 'format', '.') },
  { name: 'types: model', single: true, ...bin(TYPESCRIPT, '-p', 'src/model') },
  { name: 'types: mock agents', single: true, ...bin(TYPESCRIPT, '-p', 'src/mock-agents') },
  { name: 'types: page', single: true, ...bin(TYPESCRIPT, '-p', 'src/ui') },
  { name: 'types: tests and scripts', single: true, ...bin(TYPESCRIPT, '-p', '.') },
  { name: 'import rules', single: true, ...node('scripts/check-imports.mjs') },
  { name: 'build', single: true, ...bin('vite/bin/vite.js', 'build') },
  { name: 'dead code', single: true, ...bin('knip/bin/knip.js', '--treat-config-hints-as-errors') },
  { name: 'size', ...bin('size-limit/bin.js') },
  {
    name: 'unit, golden and property tests',
    ...bin('vitest/vitest.mjs', 'run', '--project', 'model', '--project', 'agents', '--project', 'page'),
  },
  { name: 'worker tests in a browser', ...bin('vitest/vitest.mjs', 'run', '--project', 'browser') },
  { name: 'end-to-end tests', ...bin('@playwright/test/cli.js', 'test') },
];

/**
 * Runs one step. One that goes beside others keeps what it says until it is over.
 * @param {Step} step
 * @returns {Promise<{ problem: string | undefined, said: string, seconds: number }>}
 */
async function run(step) {
  const begun = Date.now();
  const seconds = () => (Date.now() - begun) / 1000;
  if (step.check) return { problem: step.check(), said: '', seconds: seconds() };
  return new Promise((resolve) => {
    const child = spawn(step.command ?? '', step.args ?? [], {
      stdio: step.single ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32',
    });
    /** @type {Buffer[]} */
    const said = [];
    const end = (/** @type {string | undefined} */ problem) =>
      resolve({ problem, said: Buffer.concat(said).toString('utf8'), seconds: seconds() });
    child.stdout?.on('data', (piece) => said.push(piece));
    child.stderr?.on('data', (piece) => said.push(piece));
    child.on('error', (error) => end(error.message));
    child.on('close', (code) => end(code === 0 ? undefined : `exit code ${code}`));
  });
}

const only = process.argv.slice(2);
const wanted = STEPS.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
/** @type {string[]} */
const timings = [];
/** @type {string[]} */
const failures = [];

/** @param {Step} step */
async function take(step) {
  if (!step.single) console.log(`\n── ${step.name}`);
  const { problem, said, seconds } = await run(step);
  if (step.single) console.log(`\n── ${step.name}\n${said}`);
  timings.push(`${seconds.toFixed(1).padStart(7)} s  ${step.name}`);
  if (problem === undefined) return;
  failures.push(`\nFailed: ${step.name}: ${problem}\nRun this check alone: node scripts/test-all.mjs "${step.name}"`);
}

while (wanted.length > 0 && failures.length === 0) {
  const single = wanted.findIndex((step) => !step.single);
  const batch = wanted.splice(0, single === 0 ? 1 : single === -1 ? wanted.length : single);
  const lanes = Math.min(batch.length, availableParallelism());
  const work = async () => {
    for (let step = batch.shift(); step && failures.length === 0; step = batch.shift()) await take(step);
  };
  await Promise.all(Array.from({ length: lanes }, work));
}
if (failures.length > 0) {
  // Said last, so that what a check beside it had to say does not bury it.
  console.error(failures.join('\n'));
  process.exit(1);
}
console.log(`\nAll checks hold.\n${timings.join('\n')}`);
