// Builds scripts/bench.ts with the project's own Vite (Node 20 runs no TypeScript) and runs it. Everything that the
// benchmark prints is one JSON document on standard output.
import { build } from 'vite';

await build({
  configFile: false,
  logLevel: 'error',
  build: { ssr: 'scripts/bench.ts', outDir: 'dist-scripts', emptyOutDir: false, target: 'node20', minify: false },
});
await import(new URL('../dist-scripts/bench.js', import.meta.url).href);
