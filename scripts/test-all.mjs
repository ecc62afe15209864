// Everything that must hold, in one command: installs what it needs (a browser too), then runs each check in order.
// Built-in modules only, because it runs before anything is installed. Stops at the first check that fails, and names it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const node = (/** @type {string[]} */ ...args) => ({ command: process.execPath, args });
const bin = (/** @type {string} */ path, /** @type {string[]} */ ...args) => node(`node_modules/${path}`, ...args);
const TYPESCRIPT = 'typescript/bin/tsc';

/** @type {{ name: string, command?: string, args?: string[], check?: () => string | undefined }[]} */
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
  { name: 'format', ...bin('@biomejs/biome/bin/biome', 'format', '.') },
  { name: 'types: model', ...bin(TYPESCRIPT, '-p', 'src/model') },
  { name: 'types: mock agents', ...bin(TYPESCRIPT, '-p', 'src/mock-agents') },
  { name: 'types: page', ...bin(TYPESCRIPT, '-p', 'src/ui') },
  { name: 'types: tests and scripts', ...bin(TYPESCRIPT, '-p', '.') },
  { name: 'lint', ...bin('eslint/bin/eslint.js', '--max-warnings', '0', '.') },
  { name: 'import rules', ...node('scripts/check-imports.mjs') },
  { name: 'dead code', ...bin('knip/bin/knip.js', '--treat-config-hints-as-errors') },
  { name: 'unit, golden and property tests', ...bin('vitest/vitest.mjs', 'run', '--project', 'model', '--project', 'agents') },
  { name: 'worker tests in a browser', ...bin('vitest/vitest.mjs', 'run', '--project', 'browser') },
  { name: 'build', ...bin('vite/bin/vite.js', 'build') },
  { name: 'size', ...bin('size-limit/bin.js') },
  { name: 'end-to-end tests', ...bin('@playwright/test/cli.js', 'test') },
];

const only = process.argv.slice(2);
const timings = [];
for (const step of STEPS) {
  if (only.length > 0 && !only.some((word) => step.name.includes(word))) continue;
  console.log(`\n── ${step.name}`);
  const begun = Date.now();
  const problem = step.check
    ? step.check()
    : (({ status, error }) => (status === 0 ? undefined : (error?.message ?? `exit code ${status}`)))(
        spawnSync(step.command ?? '', step.args ?? [], { stdio: 'inherit', shell: process.platform === 'win32' }),
      );
  timings.push(`${((Date.now() - begun) / 1000).toFixed(1).padStart(7)} s  ${step.name}`);
  if (problem) {
    console.error(`\nFailed: ${step.name}: ${problem}\nRun this check alone: node scripts/test-all.mjs "${step.name}"`);
    process.exit(1);
  }
}
console.log(`\nAll checks hold.\n${timings.join('\n')}`);
