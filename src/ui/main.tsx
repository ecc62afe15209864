// Where the page begins: two workers, the page's actions over them, and what is drawn.

import './tokens.css';
import './app.css';
import './pieces/controls.css';
import './pieces/panes.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { connectEngine } from './engine-client.ts';
import { keepAnswersFresh } from './fresh-answers.ts';
import { type Theme, useInspector } from './inspector-store.ts';
import { keepFocus } from './keep-focus.ts';
import { connectLab } from './lab-client.ts';
import { createPage, PageProvider } from './page.ts';
import { onMemoryBlocked, recall, remember } from './page-memory.ts';
import { fetchPanels } from './panels/PanelView.tsx';
import { startPlayback } from './playback.ts';
import { createQueryClient, EngineProvider } from './queries.ts';
import { createRobot, type Robot } from './robot.ts';
import { followLinks } from './view-link.ts';
import { AGENT_URLS } from './workers/agent-urls.ts';
import engineUrl from './workers/engine.worker.ts?worker&url';
import labUrl from './workers/lab.worker.ts?worker&url';
import { seatForLab } from './workers/page-seats.ts';
import { spawnFrom } from './workers/spawn.ts';
import { startWorker } from './workers/start-worker.ts';

declare global {
  interface Window {
    inspector: Robot;
  }
}

const state = () => useInspector.getState();

function fail(text: string, detail: string): void {
  state().setMachine('failed');
  state().setNotice({ kind: 'error', text, detail });
}

/** A worker of the page; resolves when its script has loaded. */
function launch(url: string, name: string): { port: MessagePort; loaded: Promise<void> } {
  const { worker, port } = startWorker(url, window.location.href, name);
  const loaded = new Promise<void>((resolve) => worker.addEventListener('message', () => resolve(), { once: true }));
  worker.addEventListener('error', (event) =>
    fail(`The ${name} stopped.`, `${event.message || 'Its script did not load.'} Reload the page to start it again; what is open is lost.`),
  );
  return { port, loaded };
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** The theme stands on the root element, where the tokens look for it; `system` leaves it to the browser. */
function followTheme(): void {
  const apply = (theme: Theme) => {
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset['theme'] = theme;
  };
  state().setTheme(THEMES.find((theme) => theme === recall('theme')) ?? 'system');
  apply(state().theme);
  useInspector.subscribe((now, before) => {
    if (now.theme === before.theme) return;
    apply(now.theme);
    remember('theme', now.theme === 'system' ? undefined : now.theme);
  });
}

const REVISION_PAUSE = 250;

/** Revisions come with every slice of reading; the page looks four times a second, so that answers come between the looks. */
function followRevisions(subscribe: (listener: (log: number, revision: number) => void) => () => void): void {
  const latest = new Map<number, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  subscribe((log, revision) => {
    latest.set(log, revision);
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const [id, newest] of latest) state().noteRevision(id, newest);
      latest.clear();
    }, REVISION_PAUSE);
  });
}

function start(): void {
  onMemoryBlocked((why) =>
    state().setNotice({
      kind: 'info',
      text: 'This browser keeps nothing for this page.',
      detail: `Theme and sizes last until it closes. ${why}`,
    }),
  );
  followTheme();
  keepFocus(document);
  document.addEventListener('securitypolicyviolation', (event) =>
    fail('Something tried to leave this page and was stopped.', `${event.effectiveDirective} blocked ${event.blockedURI}`),
  );
  const engineWorker = launch(engineUrl, 'engine');
  const labWorker = launch(labUrl, 'lab');
  const engine = connectEngine(engineWorker.port);
  const onViolation = (what: string) => fail('Something in a worker tried to leave this page and was stopped.', what);
  const seats = seatForLab(labWorker.port, spawnFrom(AGENT_URLS, window.location.href, onViolation));
  const lab = connectLab(labWorker.port, onViolation, seats);
  followRevisions((listener) => engine.subscribe(listener));
  const page = createPage(engine, lab);
  const queries = createQueryClient();
  keepAnswersFresh(queries);
  startPlayback(engine, () => matchMedia('(prefers-reduced-motion: reduce)').matches);
  window.inspector = createRobot(page, queries);
  const root = document.getElementById('root');
  if (!root) throw new Error('[U.1] the page has no root element');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <EngineProvider value={engine}>
          <PageProvider value={page}>
            <App />
          </PageProvider>
        </EngineProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  void Promise.all([engineWorker.loaded, labWorker.loaded])
    .then(() => {
      fetchPanels();
      return followLinks(page);
    })
    .catch((error: unknown) =>
      state().setNotice({
        kind: 'error',
        text: 'The link was not followed.',
        detail: error instanceof Error ? error.message : String(error),
      }),
    )
    .finally(() => {
      if (state().machine === 'starting') state().setMachine('ready');
    });
}

start();
