// The head of a lesson: which one, how far it is, and the way out. Where it is narrow, lesson and panel take turns in one
// place; the head stays and switches between them.

import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { PANELS } from '../commands.ts';
import { useInspector } from '../inspector-store.ts';
import { usePage } from '../page.ts';
import { Segment } from '../pieces/controls.tsx';
import { useMedia } from '../pieces/media.ts';

type Turn = 'lesson' | 'panel';
export interface Turns {
  readonly shown: Turn;
  readonly show: (turn: Turn) => void;
}

/** Whose turn it is where there is room for one: a lesson that opens has it, a panel that is opened takes it. */
export function useTurns(lesson: Lesson | undefined): Turns {
  const visits = useInspector((state) => state.panelVisits);
  const [seen, setSeen] = useState(visits);
  const visitsNow = () => useInspector.getState().panelVisits;
  useEffect(() => setSeen(useInspector.getState().panelVisits), [lesson]);
  return {
    shown: visits === seen ? 'lesson' : 'panel',
    show: (turn) => setSeen(turn === 'lesson' ? visitsNow() : -1),
  };
}

export function LessonHead({ lesson, steps, at, turns }: { lesson: Lesson; steps: readonly string[]; at: number; turns: Turns }) {
  const page = usePage();
  const narrow = useMedia('(max-width: 899px)');
  const panel = useInspector((state) => state.panel);
  const close = () => {
    const { log, setLesson } = useInspector.getState();
    // Without an episode there is nothing to stay for.
    if (log === undefined) return page.leave();
    page.player.send({ type: 'close' });
    setLesson(undefined);
  };
  return (
    <div className="ph">
      {/* The title heads the page; where the panel has its turn the title is away, and this stands in for it. */}
      <h2 className={narrow ? 'visually-hidden' : undefined} aria-level={narrow && turns.shown === 'panel' ? 1 : undefined}>
        Lesson {lesson.number}
      </h2>
      {narrow ? (
        <Segment
          label="Show"
          value={turns.shown}
          options={[
            { value: 'lesson', label: `Lesson ${lesson.number}` },
            { value: 'panel', label: PANELS.find(({ id }) => id === panel)?.title ?? 'Panel' },
          ]}
          onChange={turns.show}
        />
      ) : (
        <span className="q tr">{steps[at]}</span>
      )}
      <span className="grow" />
      <span className="steps" role="img" aria-label={`Step ${at + 1} of ${steps.length}: ${steps[at]}`}>
        {steps.map((step, index) => (
          <i key={step} className={index < at ? 'done' : index === at ? 'now' : ''} />
        ))}
      </span>
      <button
        type="button"
        className="btn ghost icon"
        aria-label="Close the lesson"
        title="Close the lesson; its episode stays open"
        onClick={close}
      >
        <X size={14} strokeWidth={1.5} aria-hidden />
      </button>
    </div>
  );
}
