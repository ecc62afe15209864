// The lessons on the front door: part by part, for everybody or for one kind of reader, with what this browser has seen proved.

import { type KeyboardEvent, useState } from 'react';
import type { Lesson } from '../mock-agents/lesson.ts';
import { COURSE } from '../mock-agents/lessons/catalogue.ts';
import { PANELS } from './commands.ts';
import { countOf } from './format.ts';
import { PLAYS_BY_ITSELF, useInspector } from './inspector-store.ts';
import { isProved } from './lesson/Proof.tsx';
import { LESSONS, usePage } from './page.ts';
import { Segment } from './pieces/controls.tsx';
import { useMedia } from './pieces/media.ts';
import { Pane, PaneHead } from './pieces/Pane.tsx';

type Reader = 'all' | Lesson['for'][number];
const READERS: readonly { readonly value: Reader; readonly label: string }[] = [
  { value: 'all', label: 'all' },
  { value: 'S', label: 'student' },
  { value: 'E', label: 'engineer' },
  { value: 'R', label: 'reviewer' },
];

export function LessonList() {
  const [reader, setReader] = useState<Reader>('all');
  const isFor = (lesson: Lesson) => reader === 'all' || lesson.for.includes(reader);
  const shown = LESSONS.filter(isFor);
  const narrow = useMedia('(max-width: 899px)');
  const minutes = shown.reduce((sum, lesson) => sum + lesson.minutes, 0);
  return (
    <Pane label="Lessons">
      <PaneHead title="Lessons" facts={narrow ? undefined : `${shown.length}, ${minutes} min, live agents in this page`}>
        <Segment label="Lessons for" value={reader} options={READERS} onChange={setReader} />
      </PaneHead>
      <div className="scroll" onKeyDown={moveAmongLessons}>
        {COURSE.map(({ id, title, says, lessons }) => {
          const own = lessons.filter(isFor);
          if (own.length === 0) return null;
          const proved = own.filter((lesson) => isProved(lesson.id)).length;
          return (
            <section key={id} className="course-part" aria-labelledby={`course-${id}`}>
              <h3 id={`course-${id}`}>
                <span className="md">{title}</span>
                <span className="i2 tr grow">{says}</span>
                <PanelOfPart part={id} />
                <span className="i3 nw">{proved > 0 ? `${proved} of ${own.length} proved` : countOf(own.length, 'lesson')}</span>
              </h3>
              <ol>
                {own.map((lesson) => (
                  <LessonItem key={lesson.id} lesson={lesson} />
                ))}
              </ol>
            </section>
          );
        })}
      </div>
    </Pane>
  );
}

/** A part whose lessons can be played all at once, in a panel that needs no log. */
function PanelOfPart({ part }: { part: string }) {
  const panel = PANELS.find(({ id }) => id === part && PLAYS_BY_ITSELF.has(id));
  return panel ? (
    <button type="button" className="link nw" onClick={() => useInspector.getState().openPanel(panel.id)}>
      Panel {panel.title}
    </button>
  ) : null;
}

function LessonItem({ lesson }: { lesson: Lesson }) {
  const page = usePage();
  return (
    <li>
      <button type="button" className="front-item" data-lesson={lesson.id} onClick={() => page.openLesson(lesson.id)}>
        <span className="m i3 r number">{lesson.number}</span>
        <span className="grow">
          <b className="md tr">{lesson.title}</b>
          <span className="i2 tr" title={lesson.question}>
            {lesson.question}
          </span>
        </span>
        <span className="front-facts">
          <span className="nw">{lesson.minutes} min</span>
          <span className="i3 nw">{isProved(lesson.id) ? 'proved' : ''}</span>
        </span>
      </button>
    </li>
  );
}

/** Up and down go from lesson to lesson, across parts; Home and End to the first and the last. */
function moveAmongLessons(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-lesson]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  const next = to === undefined ? undefined : items[to];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
