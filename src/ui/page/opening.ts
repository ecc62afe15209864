// What opens something: text, files, samples, lessons; and what closes it again.

import type { LogId, LogSummary } from '../../model/engine/query.ts';
import { LESSONS } from '../../mock-agents/lessons/catalogue.ts';
import type { EngineClient } from '../engine-client.ts';
import { countOf } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import type { LessonSeat } from '../lesson-seat.ts';
import type { LessonOptions } from '../page.ts';
import type { Sample } from '../samples.ts';
import { inWords } from './in-words.ts';
import { tellReading } from './reading-told.ts';

const state = () => useInspector.getState();

export function openActions(engine: EngineClient, player: LessonSeat) {
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
    async openSample(sample: Sample) {
      const response = await fetch(new URL(`samples/${sample.file}`, document.baseURI));
      if (!response.ok) throw new Error(`The sample ${sample.file} is not there (${response.status}).`);
      return openText(await response.text(), sample.file);
    },
    openLesson(id: string, options: LessonOptions = {}) {
      const lesson = LESSONS.find((each) => each.id === id);
      if (!lesson) return undefined;
      const { knobs = {}, seed, policy, take } = options;
      state().leave();
      state().setNotice(undefined);
      player.send({ type: 'open', lesson, knobs, seed, policy, take });
      state().openPanel(lesson.look[0]?.panel ?? 'timeline');
      state().setSpeed(0);
      return lesson;
    },
    async runLesson() {
      const before = player.getSnapshot().context.rounds.length;
      player.send({ type: 'run' });
      const { context } = await player.settled();
      const round = context.rounds[before];
      if (!round) throw new Error(context.refused ?? 'The lesson was closed before its episode was in the log.');
      return round;
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
