// `npm run bench`: builds scripts/bench.ts with the project's own Vite (Node 20 runs no TypeScript) and runs it. `npm run bench -- browser`
// measures reading in a browser instead (bench-browser.mjs). Everything that a benchmark prints on standard output is one JSON document.
import { build } from 'vite';

if (process.argv[2] === 'browser') {
  await import('./bench-browser.mjs');
  process.exit();
}
await build({
  configFile: false,
  logLevel: 'error',
  build: { ssr: 'scripts/bench.ts', outDir: 'dist-scripts', emptyOutDir: false, target: 'node20', minify: false },
});
await import(new URL('../dist-scripts/bench.js', import.meta.url).href);
