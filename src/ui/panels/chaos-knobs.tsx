// The settings of the matrix: for all rows at once. What had been played is played again when one is turned.

import { OWN_SETTINGS, type ClientKind, type SickSkill } from '../chaos/chaos-settings.ts';
import { useChaos } from '../chaos/chaos-store.ts';
import { useChaosPlay } from '../chaos/use-chaos-play.ts';
import { countOf } from '../format.ts';
import { Field, KnobBar, NumberField, Segment, Select } from '../pieces/controls.tsx';

const CLIENTS: readonly { readonly value: ClientKind; readonly label: string }[] = [
  { value: 'naive', label: 'naive' },
  { value: 'careful', label: 'careful' },
];
const SICK: readonly { readonly value: SickSkill; readonly label: string }[] = [
  { value: 'statistics', label: 'statistics' },
  { value: 'format_table', label: 'format_table, in a report' },
];

/** `folded`: behind one line that says what is set, where there is little room. */
export function ChaosKnobs({ folded }: { folded: boolean }) {
  const settings = useChaos((state) => state.settings);
  const { client, attempts, deadlineMs } = { ...OWN_SETTINGS, ...settings };
  if (!folded) return <Knobs />;
  const words = [client, countOf(attempts, 'attempt'), ...(client === 'naive' ? [] : [`${deadlineMs / 1_000} s`])].join(', ');
  return (
    <details className="cx-fold">
      <summary>
        <span className="i2">{words}</span> <span className="link">Knobs</span>
      </summary>
      <Knobs />
    </details>
  );
}

function Knobs() {
  const settings = useChaos((state) => state.settings);
  const play = useChaosPlay();
  const { attempts, pauseMs, deadlineMs } = { ...OWN_SETTINGS, ...settings };
  const turned = (name: keyof typeof settings) => ({ changed: settings[name] !== undefined, onReset: () => play.turn(name, undefined) });
  return (
    <KnobBar label="Settings of the matrix" changed={Object.keys(settings).length} onReset={() => play.putBack()}>
      <span className="control">
        <span className="i2">client</span>
        <Segment
          label="client"
          value={settings.client ?? OWN_SETTINGS.client}
          options={CLIENTS}
          onChange={(client) => play.turn('client', client)}
        />
      </span>
      <NumberField
        label="attempts"
        value={attempts}
        min={1}
        max={20}
        width={40}
        onChange={(value) => play.turn('attempts', value)}
        {...turned('attempts')}
      />
      <NumberField
        label="back-off, ms"
        value={pauseMs}
        max={60_000}
        width={56}
        onChange={(value) => play.turn('pauseMs', value)}
        {...turned('pauseMs')}
      />
      <NumberField
        label="deadline, ms"
        value={deadlineMs}
        min={1}
        max={600_000}
        width={64}
        onChange={(value) => play.turn('deadlineMs', value)}
        {...turned('deadlineMs')}
      />
      <Field
        label="seed"
        mono
        width={72}
        value={settings.seed ?? ''}
        placeholder="own"
        onCommit={(text) => play.turn('seed', text.trim())}
        {...turned('seed')}
      />
      <Select
        label="sick skill"
        value={settings.sick ?? OWN_SETTINGS.sick}
        options={SICK}
        width={150}
        onChange={(sick) => play.turn('sick', sick)}
        {...turned('sick')}
      />
    </KnobBar>
  );
}
