// The rounds that were played in this lesson: which take is looked at, and the rounds before, to go back and forth between.

import { useSelector } from '@xstate/react';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { logNow, useInspector } from '../inspector-store.ts';
import { jsonWord } from '../knob-values.ts';
import type { PlayedRound, PlayedTake } from '../lesson-rounds.ts';
import { usePage } from '../page.ts';
import { Segment } from '../pieces/controls.tsx';

/** The round whose log is on screen; the last one where another log is. */
export function useRoundInView(): { readonly round: PlayedRound | undefined; readonly take: PlayedTake | undefined } {
  const page = usePage();
  const rounds = useSelector(page.player, (snapshot) => snapshot.context.rounds);
  const log = useInspector((state) => state.log);
  const logs = useInspector((state) => state.logs);
  for (const round of rounds) {
    const take = round.takes.find((each) => logNow(logs, each.log) === log);
    if (log !== undefined && take) return { round, take };
  }
  return { round: rounds.at(-1), take: undefined };
}

/** Which of the takes is looked at: the panels beside show it. */
export function TakeSwitch() {
  const page = usePage();
  const { round, take } = useRoundInView();
  const logs = useInspector((state) => state.logs);
  if (!round || round.takes.length < 2) return null;
  const show = (id: string) => {
    const chosen = round.takes.find((each) => each.take.id === id);
    if (chosen) void page.showTake(chosen);
  };
  return (
    <div className={`takes ${widthOf(round) > WIDEST_ROW ? 'many' : ''}`}>
      <Segment
        label="Take"
        value={take?.take.id ?? ''}
        options={round.takes.map(({ log, take: { id, label } }) => ({
          value: id ?? '',
          label,
          ...(logNow(logs, log) === undefined ? { disabled: 'Its log was closed' } : {}),
        }))}
        onChange={show}
      />
      <span className="i2">{saysOf(take, round)}</span>
    </div>
  );
}

/** Letters that labels side by side have room for; more stand below each other. */
const WIDEST_ROW = 28;
const widthOf = ({ takes }: PlayedRound): number => takes.reduce((sum, { take }) => sum + take.label.length, 0);

function saysOf(inView: PlayedTake | undefined, { takes }: PlayedRound): string {
  if (inView === undefined) return `${takes.length} takes; another log is in view`;
  const at = takes.findIndex(({ take }) => take.id === inView.take.id) + 1;
  return `Take ${at} of ${takes.length}, under ${inView.take.policy}`;
}

/** Earlier rounds of this lesson. */
export function Rounds() {
  const page = usePage();
  const rounds = useSelector(page.player, (snapshot) => snapshot.context.rounds);
  const lesson = useSelector(page.player, (snapshot) => snapshot.context.lesson);
  const log = useInspector((state) => state.log);
  const logs = useInspector((state) => state.logs);
  if (rounds.length < 2) return null;
  const inView = logs.find(({ id }) => id === log)?.take;
  return (
    <section className="lesson-part" aria-label="Episodes">
      <h2>Episodes so far</h2>
      <ul className="episodes">
        {rounds.map((round, index) => {
          const changes = changesOf(lesson, round);
          const open = round.takes.filter(({ log: own }) => logNow(logs, own) !== undefined);
          const shown = open.find(({ take }) => take.id === inView) ?? open[0];
          const isInView = log !== undefined && round.takes.some(({ log: own }) => logNow(logs, own) === log);
          return (
            <li key={round.takes[0].log}>
              <button
                type="button"
                className="link nw"
                title={round.shown.name}
                aria-current={isInView}
                disabled={shown === undefined}
                onClick={() => shown && !isInView && void page.showTake(shown)}
              >
                Episode {index + 1}
              </button>
              <span className="i2 tr" title={changes}>
                {shown === undefined ? 'closed' : changes || "the lesson's own values"}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function changesOf(lesson: Lesson | undefined, { knobs, policy }: PlayedRound): string {
  const turned = Object.entries(knobs).map(
    ([name, value]) => `${lesson?.knobs.find((knob) => knob.name === name)?.label ?? name}: ${jsonWord(value)}`,
  );
  return [...turned, ...(policy === undefined ? [] : [`policy: ${policy}`])].join('; ');
}
