// The knobs of the lesson, where it is not open beside; and the one about a lost doorbell in the head of the picture.

import { useSelector } from '@xstate/react';
import { knobValue, refuseKnob } from '../../mock-agents/lessons/apply-knobs.ts';
import { useInspector } from '../inspector-store.ts';
import { jsonWord } from '../knob-values.ts';
import { KnobEditor } from '../lesson/KnobEditor.tsx';
import type { KnobValues } from '../lesson-rounds.ts';
import { usePage } from '../page.ts';
import { Select } from '../pieces/controls.tsx';
import { ACTIONS_KNOB } from '../watch/watch-play.ts';
import type { WatchRound } from '../watch/watch-round.ts';

interface KnobsProps {
  readonly round: WatchRound;
  readonly isPlaying: boolean;
  readonly onTurn: (knobs: KnobValues) => void;
}

const LOSES_KNOB = 'loses';

function turned(knobs: KnobValues, name: string, value: KnobValues[string] | undefined): KnobValues {
  const { [name]: _, ...others } = knobs;
  return value === undefined ? others : { ...others, [name]: value };
}

/** Which doorbell is sent and never arrives. */
export function WhichIsLost({ round: { lesson, identity }, isPlaying, onTurn }: KnobsProps) {
  const knob = lesson.knobs.find(({ name }) => name === LOSES_KNOB);
  if (knob?.choices === undefined) return null;
  const knobs = identity?.knobs ?? {};
  const own = knobValue(lesson, knob);
  const value = jsonWord(knobs[LOSES_KNOB] ?? own);
  const options = knob.choices.map((choice) => ({ value: jsonWord(choice), label: jsonWord(choice) }));
  return (
    <Select
      label="lose a doorbell"
      value={value}
      options={options}
      onChange={(word) => {
        const chosen = knob.choices?.find((choice) => jsonWord(choice) === word);
        if (!isPlaying && chosen !== undefined) onTurn(turned(knobs, LOSES_KNOB, chosen));
      }}
    />
  );
}

export function WatchKnobs({ round: { lesson, identity }, isPlaying, onTurn }: KnobsProps) {
  const page = usePage();
  const inPane = useInspector((state) => state.lesson?.id === lesson.id);
  const ofPlayer = useSelector(page.player, (snapshot) => snapshot.context.wanted);
  const knobs = inPane ? ofPlayer : (identity?.knobs ?? {});
  const shown = lesson.knobs.filter(({ name }) => name !== ACTIONS_KNOB && name !== LOSES_KNOB);
  if (shown.length === 0 || inPane) return null;
  return (
    <details className="wp-section wp-words">
      <summary>
        <span className="link">Knobs</span>
      </summary>
      <div className="wp-knobs">
        {shown.map((knob) => (
          <KnobEditor
            key={`${lesson.id}-${knob.name}`}
            knob={knob}
            own={knobValue(lesson, knob)}
            refuse={(value) => (isPlaying ? 'an episode is being played' : refuseKnob(lesson, knob.name, value))}
            value={knobs[knob.name]}
            onTurn={(value) => onTurn(turned(knobs, knob.name, value))}
          />
        ))}
      </div>
    </details>
  );
}
