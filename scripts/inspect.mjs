// npm run -s inspect -- [--json] FILE…  Builds the command with the project's own Vite when anything it is made of is newer than
// the last build (Node 20 runs no TypeScript), silently, and runs it.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const built = new URL('dist-scripts/inspect.js', root);

/** @param {URL} folder @returns {number} when the newest file below was changed */
function newestIn(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'fixtures' || entry.name === 'testing') continue;
    const path = new URL(entry.name + (entry.isDirectory() ? '/' : ''), folder);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(path) : statSync(path).mtimeMs);
  }
  return newest;
}

function isStale() {
  if (!existsSync(built)) return true;
  const made = statSync(built).mtimeMs;
  const parts = ['scripts/inspect/', 'src/model/'].map((folder) => newestIn(new URL(folder, root)));
  const files = ['package.json', 'scripts/inspect.mjs'].map((file) => statSync(new URL(file, root)).mtimeMs);
  return Math.max(...parts, ...files) > made;
}

if (isStale()) {
  const { build } = await import('vite');
  // In a folder of its own first: two commands that start at once must not read each other's half-written file.
  const own = new URL(`dist-scripts/inspect-${process.pid}/`, root);
  await build({
    root: fileURLToPath(root),
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'scripts/inspect/inspect.ts', outDir: fileURLToPath(own), emptyOutDir: true, target: 'node20', minify: false },
    define: { __VERSION__: JSON.stringify(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version) },
  });
  renameSync(new URL('inspect.js', own), built);
  rmSync(own, { recursive: true });
}
// Whoever reads the output may have seen enough: `| head` is no error of ours, and the exit code still says what was found.
process.stdout.on('error', (error) => {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
});
const { inspect } = await import(built.href);
process.exitCode = await inspect(process.argv.slice(2));
