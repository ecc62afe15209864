// What may be loaded, gzipped: the sizes when they were last looked at, and 5 %.
const { existsSync, readFileSync } = require('node:fs');

/** What the page asks for before anything is done with it: its script, what that imports, its style. */
function firstLoad() {
  if (!existsSync('dist/index.html')) throw new Error('dist/index.html is missing: build the page first (npm run build)');
  const files = [...readFileSync('dist/index.html', 'utf8').matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)];
  return files.map(([, path]) => `dist/${path}`);
}
const worker = (name) => `dist/assets/${name}.worker-*.js`;

module.exports = [
  { name: 'first load (page code and style; workers and panels apart)', path: firstLoad(), limit: '249 kB' },
  { name: 'panels', path: ['dist/assets/*Panel-*.js', 'dist/assets/*Panel-*.css'], limit: '81 kB' },
  { name: 'engine worker', path: worker('engine'), limit: '282 kB' },
  { name: 'lab worker', path: worker('lab'), limit: '176 kB' },
  { name: 'agent worker', path: worker('agent'), limit: '79 kB' },
  { name: 'orchestrator worker', path: worker('orchestrator'), limit: '64 kB' },
  { name: 'stand-in worker', path: worker('stand-in'), limit: '106 kB' },
  { name: 'specialist worker (with LangGraph; loaded when one is seated)', path: worker('specialist'), limit: '340 kB' },
].map((limit) => ({ ...limit, gzip: true }));
