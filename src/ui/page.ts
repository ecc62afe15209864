// What a person can do here, as functions: buttons, keys, palette, links and window.inspector all call these. Evidence goes
// to the engine, an episode comes from the lab as text and goes the same way.

import { createContext, useContext } from 'react';
import type { LogId, LogSummary } from '../model/engine/query.ts';
import type { RowFilter } from '../model/projections/row-view.ts';
import { READ_AS, type ReadAs } from '../model/log/read-as.ts';
import type { Lesson } from '../mock-agents/lesson.ts';
import { LESSONS } from '../mock-agents/lessons/catalogue.ts';
import { cutWords, secretCount } from './cut-words.ts';
import { downloadText } from './download.ts';
import type { EngineClient } from './engine-client.ts';
import { countOf, formatBytes } from './format.ts';
import { askedFilter } from './find/find-filter.ts';
import { type OpenLog, useInspector } from './inspector-store.ts';
import type { LabClient } from './lab-client.ts';
import { createLessonPlayer, type EpisodeOrder, type PlayedEpisode } from './lesson-player.ts';
import { type LessonSeat, seatLessonPlayer } from './lesson-seat.ts';
import { loadSamples, type Sample } from './samples.ts';

export interface Page {
  readonly engine: EngineClient;
  readonly lab: LabClient;
  readonly player: LessonSeat;
  /** @param packed the text as it came in a link */
  openText(text: string, name: string, packed?: string): Promise<LogId>;
  /** Several open as several logs; the last one comes into view. */
  openFiles(files: readonly File[]): Promise<void>;
  /** Reads the log on screen again with more text at its end; it takes the place of the one before. */
  appendText(text: string): Promise<void>;
  /** Cuts a text at every place where it stands, in the log on screen. */
  cutText(text: string): Promise<void>;
  /** Reads the text of the log again as a format that a person chose. */
  readAs(as: ReadAs): Promise<void>;
  openSample(sample: Sample): Promise<LogId>;
  openLesson(id: string, options?: { knobs?: EpisodeOrder['knobs']; seed?: string }): Lesson | undefined;
  /** Plays the lesson that is open, predicted or not; resolves when its episode is in the log. Rejects with the lab's reason. */
  runLesson(): Promise<PlayedEpisode>;
  leave(): void;
  closeLog(log: LogId): void;
  /** Moves the cursor and the selection by rows; `inLane`: among the rows of the selected row's task, else its agent. */
  step(by: number, inLane?: boolean): Promise<void>;
  /** The same for the cursor alone; the selection comes along where there is one. */
  advance(by: number): Promise<void>;
  first(): void;
  last(): Promise<void>;
  togglePlay(): Promise<void>;
  /** The saved form of the log on screen, and the file name for it. */
  savedForm(): Promise<{ readonly name: string; readonly text: string } | undefined>;
  /** Downloads the saved form. */
  save(): Promise<void>;
  copySaved(): Promise<void>;
  pasteFromClipboard(): Promise<void>;
}

const PageContext = createContext<Page | undefined>(undefined);
export const PageProvider = PageContext.Provider;

/** @throws Error outside the provider, which would be our own bug */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('[U.1] an action was asked for outside the page');
  return page;
}

const state = () => useInspector.getState();
const inWords = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function createPage(engine: EngineClient, lab: LabClient): Page {
  const machine = createLessonPlayer((order) => playEpisode(engine, lab, order));
  const player = seatLessonPlayer(machine, tellRestart);
  player.subscribe(({ context: { lesson, knobs, seed } }) => {
    const { lesson: shown, setLesson } = state();
    if (lesson && (shown?.id !== lesson.id || shown.knobs !== knobs || shown.seed !== seed))
      setLesson({ id: lesson.id, knobs, ...(seed === undefined ? {} : { seed }) });
  });
  return { engine, lab, player, ...openActions(engine, player), ...timeActions(engine), ...saveActions(engine) };
}

/** The lesson is closed with the player that stopped; what it had played stays open. */
function tellRestart(error: unknown): void {
  state().setLesson(undefined);
  state().setMachine('restarted');
  state().setNotice({
    kind: 'error',
    text: 'The lesson player stopped and was started again.',
    detail: `${inWords(error)} Open the lesson again to go on.`,
  });
}

/** Plays one episode into a log of its own. @throws Error with the lab's sentence when it is refused */
async function playEpisode(engine: EngineClient, lab: LabClient, order: EpisodeOrder): Promise<PlayedEpisode> {
  const { lesson, knobs, seed } = order;
  const played = state().logs.filter((log) => log.lesson === lesson.id).length;
  const name = `${lesson.title} ${played + 1}`;
  const { log: before, cursor } = state();
  const atEnd = !order.first && before !== undefined && cursor >= (await engine.query(before, 'summary', {})).rowCount - 1;
  state().setMachine('episode');
  const log = await engine.begin({ name });
  try {
    const request = { lesson: lesson.id, knobs, ...(seed === undefined ? {} : { seed }) };
    const outcome = await lab.play(request, (text) => engine.append(log, text));
    if (!outcome.ok) throw new Error(outcome.why);
    engine.finish(log);
    const summary = await engine.settled(log);
    showEpisode({ id: log, name, lesson: lesson.id }, summary, atEnd);
    return { log, name, knobs };
  } catch (error) {
    engine.cancel(log);
    engine.close(log);
    throw error;
  } finally {
    if (!lab.busy) state().setMachine('ready');
  }
}

/** An episode opens on its first row, ready to be played; after a turned knob the end stays in view if it was. */
function showEpisode(log: OpenLog, summary: LogSummary, atEnd: boolean): void {
  state().addLog(log, atEnd, atEnd);
  state().noteRevision(log.id, summary.revision);
  if (atEnd) state().followTo(summary.rowCount);
  else state().seek(summary.rowCount > 0 ? 0 : -1);
}

function openActions(engine: EngineClient, player: LessonSeat) {
  const show = (id: LogId, name: string, packed?: string) => {
    closeLesson();
    state().setNotice(undefined);
    state().setSpeed(1);
    state().addLog({ id, name, ...(packed === undefined ? {} : { packed }) }, true);
    void engine
      .settled(id)
      .then(read, (error: unknown) => state().setNotice({ kind: 'error', text: `${name} was not read.`, detail: inWords(error) }));
  };
  const read = (summary: LogSummary) => tellReading(engine, summary);
  const closeLesson = () => {
    player.send({ type: 'close' });
    state().setLesson(undefined);
  };
  const openText = async (text: string, name: string, packed?: string) => {
    const id = await engine.open(text, { name });
    show(id, name, packed);
    return id;
  };
  return {
    openText,
    async openFiles(files: readonly File[]) {
      for (const file of files) show(await engine.openBlob(file, { name: file.name }), file.name);
      const last = files.at(-1)?.name;
      if (files.length > 1)
        state().setNotice({
          kind: 'info',
          text: `${countOf(files.length, 'file')} are open, each as a log of its own.`,
          detail: `This is ${last}; the list at the top switches.`,
        });
    },
    ...rereadActions(engine),
    async openSample(sample: Sample) {
      const response = await fetch(new URL(`samples/${sample.file}`, document.baseURI));
      if (!response.ok) throw new Error(`The sample ${sample.file} is not there (${response.status}).`);
      return openText(await response.text(), sample.file);
    },
    openLesson(id: string, options: { knobs?: EpisodeOrder['knobs']; seed?: string } = {}) {
      const lesson = LESSONS.find((each) => each.id === id);
      if (!lesson) return undefined;
      const { knobs = {}, seed } = options;
      state().leave();
      state().setNotice(undefined);
      player.send({ type: 'open', lesson, knobs, seed });
      state().openPanel(lesson.look[0]?.panel ?? 'timeline');
      state().setSpeed(0);
      return lesson;
    },
    async runLesson() {
      const before = player.getSnapshot().context.episodes.length;
      player.send({ type: 'run' });
      const { context } = await player.settled();
      const episode = context.episodes[before];
      if (!episode) throw new Error(context.refused ?? 'The lesson was closed before its episode was in the log.');
      return episode;
    },
    leave() {
      closeLesson();
      state().leave();
    },
    closeLog(log: LogId) {
      state().dropLog(log);
      engine.close(log);
    },
    async pasteFromClipboard() {
      try {
        const text = await navigator.clipboard.readText();
        if (text.trim() === '') state().setNotice({ kind: 'info', text: 'The clipboard holds no text.' });
        else await openText(text, 'pasted text');
      } catch {
        // The browser asks the person, or refuses outside a secure page: the keyboard always works.
        state().setNotice({ kind: 'info', text: 'This browser does not hand over the clipboard. Press Ctrl V in the page instead.' });
      }
    },
  };
}

/** The same text again, with more at its end or more to cut; the log before is closed when the new one is there. */
function rereadActions(engine: EngineClient) {
  const reread = async (more: Parameters<EngineClient['reread']>[1]): Promise<LogSummary | undefined> => {
    const { log: before } = state();
    if (before === undefined) return undefined;
    const log = await engine.reread(before, more);
    const summary = await engine.settled(log);
    state().replaceLog(before, log);
    state().noteRevision(log, summary.revision);
    engine.close(before);
    const { cursor, selectedSeq } = state();
    // Rows keep their places in a text that only grew or was only cut; past the end there is nothing to look at.
    if (cursor >= summary.rowCount) state().seek(summary.rowCount - 1);
    if (selectedSeq !== undefined && selectedSeq >= summary.rowCount) state().clearSelection();
    state().followTo(summary.rowCount);
    return summary;
  };
  return {
    async appendText(text: string) {
      const summary = await reread({ append: text });
      if (!summary) return;
      await tellReading(engine, summary);
      if (summary.unreadCount > 0 || (await isCutOff(engine, summary.log))) return;
      state().setNotice({
        kind: 'info',
        text: `The rest was appended to ${summary.name}.`,
        detail: `${countOf(summary.rowCount, 'row')} and ${countOf(summary.taskCount, 'task')} now.`,
      });
    },
    async readAs(as: ReadAs) {
      const summary = await reread({ as });
      if (!summary) return;
      state().clearSelection();
      await tellReading(engine, summary);
      state().say(`${summary.name} is read as ${READ_AS[as]}: ${countOf(summary.rowCount, 'row')}.`);
    },
    async cutText(text: string) {
      const summary = await reread({ alsoCut: [text] });
      if (!summary) return;
      const own = summary.cutShapes.find(({ shape }) => shape === 'own');
      const words = `The text was cut everywhere. ${countOf(own?.places ?? 0, 'place')} chosen by hand so far.`;
      state().setNotice({ kind: 'info', text: words, detail: 'It is in no list, link, report or saved file any more.' });
      state().say(words);
    },
  };
}

/** Whether a text stops inside a value: a person may have the rest of it. */
async function isCutOff(engine: EngineClient, log: LogId): Promise<boolean> {
  return (await engine.query(log, 'findings', { from: 0, count: 1, rule: 'truncated-input' })).total > 0;
}

async function tellReading(engine: EngineClient, summary: LogSummary): Promise<void> {
  // A log may be closed as soon as it is read: then there is nobody to tell.
  afterReading(summary, await isCutOff(engine, summary.log).catch(() => false));
}

/** Tells, in one notice, what of a paste could not be read. */
function afterReading(summary: LogSummary, isCut: boolean): void {
  if (summary.rowCount === 0) state().markFailed(summary.log);
  if (state().log !== summary.log) return;
  state().noteRevision(summary.log, summary.revision);
  state().followTo(summary.rowCount);
  state().say(`${summary.name} is read: ${countOf(summary.rowCount, 'row')}, ${countOf(summary.taskCount, 'task')}.`);
  if (summary.reading === 'canceled')
    state().setNotice({
      kind: 'info',
      text: 'This is a part of the file.',
      detail: `${countOf(summary.rowCount, 'row')} were read before it was canceled. What comes later is not known, nor how anything ended.`,
      action: { label: 'Show what is unread', run: () => state().openPanel('source') },
    });
  else if (summary.length === 0)
    state().setNotice({
      kind: 'error',
      text: `${summary.name} is empty.`,
      detail: 'There is nothing in it to read. Open another file, or paste a text.',
    });
  else if (isCut) {
    state().setNotice({
      kind: 'error',
      text: `${summary.name} stops inside a value.`,
      detail: `${summary.notices[0] ?? 'What is there was read.'} The rest can be appended.`,
      action: { label: 'Append the rest', run: () => state().setDialog('append') },
    });
  } else if (summary.rowCount === 0 || (summary.protocol === 'none' && summary.taskCount === 0 && summary.unreadCount > 0)) {
    const detail = summary.notices[0];
    state().setNotice({
      kind: 'error',
      text: 'Nothing here could be read as A2A.',
      ...(detail === undefined ? {} : { detail }),
      action: { label: 'Show the text', run: () => state().openPanel('source') },
    });
  } else if (summary.unreadCount > 0) {
    state().setNotice({
      kind: 'error',
      text: `${countOf(summary.unreadCount, 'part')} of ${summary.name} could not be read.`,
      ...(summary.notices[0] === undefined ? {} : { detail: summary.notices[0] }),
      action: { label: 'Show in Source', run: () => state().openPanel('source') },
    });
  } else if (summary.redacted > 0) {
    state().setNotice({
      kind: 'info',
      text: `${countOf(secretCount(summary), 'secret')} ${secretCount(summary) === 1 ? 'was' : 'were'} cut before anything was kept.`,
      detail: `${cutWords(summary)}. Equal secrets have equal placeholders.`,
      action: { label: 'Show them in Source', run: () => state().openPanel('source') },
    });
  }
}

function timeActions(engine: EngineClient) {
  const rowCount = async () => {
    const { log } = state();
    return log === undefined ? 0 : (await engine.query(log, 'summary', {})).rowCount;
  };
  const laneFilter = async (log: LogId, seq: number): Promise<RowFilter> => {
    const view = (await engine.query(log, 'row', { seq }))?.view;
    if (view?.taskId !== undefined) return { taskId: view.taskId };
    return view?.agent === undefined ? {} : { agent: view.agent };
  };
  const moveTo = (seq: number) => {
    state().setPlaying(false);
    if (state().selectedSeq === undefined) state().seek(seq);
    else state().selectRow(seq);
  };
  const neighbour = (log: LogId, by: number, filter: RowFilter): Promise<number> =>
    engine.query(log, 'neighbour', { seq: state().cursor, step: by, filter });
  const stepOnce = async (by: number, inLane: boolean) => {
    const { log, cursor, filter, followEnd } = state();
    if (log === undefined) return;
    state().setPlaying(false);
    const among = inLane && cursor >= 0 ? await laneFilter(log, cursor) : askedFilter(state());
    // Of what was found in a log that was just opened, the first comes first: its cursor is at the end only because all is known.
    const isFirstHit = filter.find !== undefined && followEnd && by > 0 && !inLane;
    const seq = await (isFirstHit ? engine.query(log, 'neighbour', { seq: -1, step: by, filter: among }) : neighbour(log, by, among));
    if (seq >= 0) state().selectRow(seq);
  };
  // One after the other: a burst of keys asks from where the step before has led.
  let stepped: Promise<void> = Promise.resolve();
  return {
    step(by: number, inLane = false) {
      const step = stepped.then(() => stepOnce(by, inLane));
      stepped = step.catch(() => undefined);
      return step;
    },
    async advance(by: number) {
      const { log } = state();
      const seq = log === undefined ? -1 : await neighbour(log, by, {});
      if (seq >= 0) moveTo(seq);
    },
    first() {
      if (state().log !== undefined) moveTo(0);
    },
    async last() {
      const count = await rowCount();
      if (count > 0) moveTo(count - 1);
    },
    async togglePlay() {
      const { log, playing, cursor } = state();
      if (log === undefined) return;
      if (!playing && cursor >= (await rowCount()) - 1) state().seek(0);
      state().setPlaying(!playing);
    },
  };
}

function saveActions(engine: EngineClient) {
  const savedForm = async () => {
    const { log, logs } = state();
    if (log === undefined) return undefined;
    const name = logs.find((each) => each.id === log)?.name ?? 'log';
    return { name: `${name.replace(/[^\w.-]+/g, '-').toLowerCase()}.inspector.ndjson`, text: await engine.save(log) };
  };
  return {
    savedForm,
    async save() {
      const saved = await savedForm();
      if (!saved) return;
      downloadText(saved.text, { name: saved.name, type: 'application/x-ndjson' });
      state().setNotice({
        kind: 'info',
        text: `Saved ${saved.name}, ${formatBytes(new Blob([saved.text]).size)}. Drop it here to read it again.`,
      });
    },
    async copySaved() {
      const saved = await savedForm();
      if (!saved) return;
      try {
        await navigator.clipboard.writeText(saved.text);
        state().setNotice({ kind: 'info', text: `Copied ${formatBytes(new Blob([saved.text]).size)} in the saved form.` });
      } catch {
        state().setNotice({ kind: 'info', text: 'This browser does not let the page copy. Save the file instead.' });
      }
    },
  };
}

export { LESSONS, loadSamples };
