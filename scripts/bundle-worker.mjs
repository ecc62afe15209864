// A worker's script as one text, bundled as the built page's are: tests that start very many workers cannot load each from a hundred files.

import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @type {Map<string, Promise<string>>} */
const bundled = new Map();

/**
 * The script of a worker entry, bundled once.
 * @param {unknown} _context what Vitest tells its commands
 * @param {string} entry a path from the project's root
 * @returns {Promise<string>}
 */
export function bundleWorker(_context, entry) {
  const known = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, known);
  return known;
}

/** @param {string} entry */
async function bundle(entry) {
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: { input: entry, output: { format: 'es', codeSplitting: false } },
    },
  });
  const [output] = [built].flat();
  const chunks = output && 'output' in output ? output.output.filter((file) => file.type === 'chunk') : [];
  const [only] = chunks;
  if (!only || chunks.length > 1) throw new Error(`${entry} was bundled to ${chunks.length} scripts, not to one`);
  return only.code;
}
