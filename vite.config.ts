import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** No exceptions for scripts. `worker-src blob:` without 'self': a worker from a URL would not be bound by this policy. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  'worker-src blob:',
  "connect-src 'self'",
  "form-action 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "base-uri 'none'",
].join('; ');

/** In the built page only: the development server's refresh needs an inline script. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', injectTo: 'head-prepend', attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY } },
  ],
};

/** The page runs where there is no Node: a module of it in the page is a broken build, not a stub. */
const noNodeInPage = (): Plugin => ({
  name: 'no-node-in-page',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer) {
    const isOfNode = id.startsWith('node:') || builtinModules.includes(id);
    if (isOfNode && importer !== undefined) this.error(`${id} is a module of Node, and ${importer} would bring it into the page`);
    return null;
  },
});

/** Nothing in the model happens when it is loaded: of its files what nobody uses is left out, even behind a face that names it. */
const treeshake = { moduleSideEffects: [{ test: /\/src\/model\//, sideEffects: false }] };

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { readonly version: string };

export default defineConfig({
  base: './',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [noNodeInPage(), react(), contentSecurityPolicy],
  worker: { format: 'es', plugins: () => [noNodeInPage()], rolldownOptions: { treeshake } },
  preview: { headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY } },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, rolldownOptions: { treeshake } },
});
