// The address line and the view, kept in step: the view writes the link (never while playing), a link opens the view.

import { LESSONS, type Page } from './page.ts';
import { decodeView, encodeView, filterOfView, type View } from './deep-link.ts';
import { formatCount } from './format.ts';
import { type InspectorState, type OpenLog, PLAYS_BY_ITSELF, useInspector } from './inspector-store.ts';
import { refuseChoice, roundOf } from './lesson-rounds.ts';
import { applyPanels, onPanelsChange, panelsNow, type WatchInLink } from './link-panels.ts';
import { playWatch, useWatchPlay, watchLesson } from './watch/watch-play.ts';
import { nameInTrace, unpackTrace } from './link/trace-in-link.ts';
import { loadSamples } from './samples.ts';

/** What of the page's state a link carries. A sample stays nameable, a trace that came in a link stays in it, other opened text does not. */
export function viewOf(state: InspectorState, samples: ReadonlySet<string>): View {
  const open = state.logs.find((log) => log.id === state.log);
  const { lesson } = state;
  const panels = panelsNow(state.panel);
  if (!open && !lesson) return PLAYS_BY_ITSELF.has(state.panel) ? { panel: state.panel, ...panels } : {};
  return {
    ...(lesson ? lessonOf(lesson, open) : {}),
    ...(!lesson && open && open.packed === undefined && samples.has(open.name) ? { sample: open.name } : {}),
    panel: state.panel,
    ...panels,
    ...(open && !state.followEnd ? { at: state.cursor } : {}),
    ...(state.selectedSeq === undefined ? {} : { row: state.selectedSeq }),
    ...(state.selectedTask === undefined ? {} : { task: state.selectedTask }),
    ...(state.selectedCard === undefined ? {} : { card: state.selectedCard }),
    lanes: state.grouping,
    ...(state.filter.find === undefined ? {} : { find: state.filter.find }),
    ...(state.filter.channels === undefined ? {} : { channels: state.filter.channels }),
    whatIf: state.whatIf,
    limits: state.limits,
    off: state.rulesOff,
    ...(lesson || open?.packed === undefined ? {} : { trace: open.packed }),
  };
}

function lessonOf({ id, knobs, policy, seed }: NonNullable<InspectorState['lesson']>, open: OpenLog | undefined): View {
  const lesson = LESSONS.find((each) => each.id === id);
  const take = open?.lesson === id && lesson && open.take !== roundOf(lesson)[0].id ? open.take : undefined;
  return {
    lesson: id,
    knobs,
    ...(policy === undefined ? {} : { policy }),
    ...(take === undefined ? {} : { take }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/** Puts what a link says about the view onto a log that is there; rows past its end become its last. */
function applyView(view: View, rowCount: number): void {
  const state = useInspector.getState();
  const held = (seq: number) => Math.min(seq, rowCount - 1);
  if (view.panel) state.openPanel(view.panel);
  applyPanels(view);
  if (view.lanes) state.setGrouping(view.lanes);
  state.setFilter(filterOfView(view));
  if (view.whatIf) state.setWhatIf(view.whatIf);
  if (view.limits) state.setLimits(view.limits);
  if (view.off) state.setRulesOff(view.off);
  if (view.card !== undefined) state.selectCard(view.card);
  if (view.task !== undefined) state.selectTask(view.task);
  if (view.row !== undefined) state.selectRow(held(view.row));
  if (view.at !== undefined) state.seek(held(view.at));
}

/** Opens what a hash says: front door, lesson or sample. A broken one is told with its whole text. */
async function openLink(page: Page, hash: string): Promise<void> {
  const { setNotice } = useInspector.getState();
  const refuse = (why: string) => {
    page.leave();
    setNotice({
      kind: 'error',
      text: 'This link cannot be read.',
      detail: `${why} The link: ${shownOf(hash)}`,
      action: {
        label: 'Copy the link',
        run: () => void navigator.clipboard.writeText(hash).catch(() => setNotice({ kind: 'info', text: hash })),
      },
    });
  };
  const decoded = decodeView(hash);
  if (!decoded.ok) return refuse(decoded.issues.map((issue) => issue.message).join(' '));
  const view = decoded.value;
  if (view.lesson !== undefined) return openLessonView(page, view, refuse);
  if (view.sample !== undefined) return openSampleView(page, view, refuse);
  if (view.watch !== undefined) return openWatchView(page, { ...view, watch: view.watch });
  if (view.trace !== undefined) return openTraceView(page, { ...view, trace: view.trace }, refuse);
  if (Object.keys(view).length === 0) return page.leave();
  const { log } = useInspector.getState();
  if (log !== undefined) return applyView(view, (await page.engine.query(log, 'summary', {})).rowCount);
  if (view.panel !== undefined && PLAYS_BY_ITSELF.has(view.panel)) {
    useInspector.getState().openPanel(view.panel);
    applyPanels(view);
    if (!namesPlace(view)) return;
  }
  setNotice({
    kind: 'info',
    text: 'This link shows a place in a trace, and the trace is not in it.',
    detail: `Open the file and go there with G. The link: ${shownOf(hash)}`,
  });
}

/** Something of a trace is meant, beside the panel. */
function namesPlace({ at, row, task, card }: View): boolean {
  return [at, row, task, card].some((said) => said !== undefined);
}

/** As much of a link as a notice has room for. */
function shownOf(hash: string): string {
  return hash.length > 2000 ? `${hash.slice(0, 300)}… (${formatCount(hash.length)} characters)` : hash;
}

/** A trace that came in a link is read like any paste. The one that is on screen already only gets the view. */
async function openTraceView(page: Page, view: View & { readonly trace: string }, refuse: (why: string) => void): Promise<void> {
  const { log, logs } = useInspector.getState();
  if (log !== undefined && logs.find(({ id }) => id === log)?.packed === view.trace)
    return applyView(view, (await page.engine.query(log, 'summary', {})).rowCount);
  const trace = await unpackTrace(view.trace);
  if (!trace.ok) return refuse(trace.issues.map(({ message }) => message).join(' '));
  const opened = await page.openText(trace.value, nameInTrace(trace.value), view.trace);
  applyView(view, (await page.engine.settled(opened)).rowCount);
}

async function openLessonView(page: Page, view: View, refuse: (why: string) => void): Promise<void> {
  const { lesson: id = '', knobs = {}, seed, policy, take } = view;
  const lesson = LESSONS.find((each) => each.id === id);
  if (!lesson) return refuse(`There is no lesson “${id}”.`);
  const refused = refuseChoice(lesson, { policy, take });
  if (refused !== undefined) return refuse(refused);
  page.openLesson(id, { knobs, policy, take, ...(seed === undefined ? {} : { seed }) });
  if (view.panel) useInspector.getState().openPanel(view.panel);
  applyPanels(view);
  // A link to a place in an episode, or with turned knobs, shows the episode: whoever sent it was past the prediction.
  const isPastPrediction = [view.at, view.row, policy, take].some((said) => said !== undefined) || Object.keys(knobs).length > 0;
  if (!isPastPrediction) return;
  const { log } = (await page.runLesson()).shown;
  applyView(view, (await page.engine.query(log, 'summary', {})).rowCount);
}

/** A watch that the panel played is played again; one that is on screen already only gets the view. */
async function openWatchView(page: Page, view: View & { readonly watch: WatchInLink }): Promise<void> {
  const { knobs = {}, seed, take } = view.watch;
  const lesson = watchLesson(view.watch.lesson);
  if (!lesson) return;
  const state = useInspector.getState();
  state.openPanel('watch');
  const { shown } = useWatchPlay.getState();
  const isShown = shown?.log === state.log && JSON.stringify(panelsNow('watch').watch) === JSON.stringify(view.watch);
  if (!isShown && !(await playWatch(page, { lesson, knobs, seed, take }, 'end'))) return;
  const { log } = useInspector.getState();
  if (log !== undefined) applyView(view, (await page.engine.query(log, 'summary', {})).rowCount);
}

async function openSampleView(page: Page, view: View, refuse: (why: string) => void): Promise<void> {
  const sample = (await loadSamples()).find((each) => each.file === view.sample);
  if (!sample) return refuse(`There is no sample “${view.sample}”.`);
  const summary = await page.engine.settled(await page.openSample(sample));
  applyView(view, summary.rowCount);
}

const WRITE_PAUSE = 200;

/** Keeps the address line in step from now on, and opens what it says when a person edits it or goes back. */
export async function followLinks(page: Page): Promise<void> {
  let written = window.location.hash.replace(/^#/, '');
  let samples: ReadonlySet<string> = new Set();
  void loadSamples().then(
    (list) => {
      samples = new Set(list.map((sample) => sample.file));
    },
    () => undefined, // the front door tells; links then leave samples out
  );
  const openNow = async () => {
    written = window.location.hash.replace(/^#/, '');
    await openLink(page, window.location.hash);
  };
  const openLater = () =>
    openNow().catch((error: unknown) =>
      useInspector.getState().setNotice({
        kind: 'error',
        text: 'The link was not followed.',
        detail: error instanceof Error ? error.message : String(error),
      }),
    );
  window.addEventListener('hashchange', () => {
    if (window.location.hash.replace(/^#/, '') !== written) void openLater();
  });
  if (written !== '') await openNow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let place = placeOf(useInspector.getState());
  const write = () => {
    timer = undefined;
    const state = useInspector.getState();
    if (state.playing || (state.notice?.kind === 'error' && state.log === undefined && !state.lesson)) return;
    const link = encodeView(viewOf(state, samples));
    if (link === written) return;
    written = link;
    const url = `${window.location.pathname}${window.location.search}${link === '' ? '' : `#${link}`}`;
    const moved = placeOf(state) !== place;
    place = placeOf(state);
    // Another lesson or log is a place to come back to; a moved cursor is not.
    if (moved) window.history.pushState(null, '', url);
    else window.history.replaceState(null, '', url);
  };
  const soon = () => {
    timer ??= setTimeout(write, WRITE_PAUSE);
  };
  useInspector.subscribe(soon);
  onPanelsChange(soon);
}

/** A text that was read again is the same place: what was cut of it must not be one step back. */
function placeOf({ lesson, log, logs, panel }: InspectorState): string {
  if (lesson) return `lesson ${lesson.id}`;
  if (log === undefined) return PLAYS_BY_ITSELF.has(panel) ? `panel ${panel}` : 'front';
  return `log ${logs.find(({ id }) => id === log)?.first ?? log}`;
}
