// One knob: its editor, whether it differs from the lesson's own value, and why a value is refused. A refused value stays in
// the field with its reason; the one before stays in force.

import { useState } from 'react';
import type { Json } from '../../model/base/json.ts';
import { CLASSIFICATIONS } from '../../model/protocol/agent-card.ts';
import type { Knob } from '../../mock-agents/lesson.ts';
import { sameJson } from '../../mock-agents/lessons/apply-knobs.ts';
import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { jsonWord } from '../knob-values.ts';
import { Field, Select, TagEditor } from '../pieces/controls.tsx';
import { ActionList } from '../watch/ActionList.tsx';

export function KnobEditor(props: {
  knob: Knob;
  own: Json;
  value: Json | undefined;
  refuse: (value: Json) => string | undefined;
  onTurn: (value: Json | undefined) => void;
}) {
  const { knob, own, refuse, onTurn } = props;
  const [refused, setRefused] = useState<{ value: Json; why: string }>();
  // Null is a value: no number.
  const value = props.value === undefined ? own : props.value;
  const turn = (next: Json) => {
    const why = refuse(next);
    setRefused(why === undefined ? undefined : { value: next, why });
    if (why === undefined && !sameJson(next, value)) onTurn(sameJson(next, own) ? undefined : next);
  };
  const shared = {
    label: knob.label,
    stacked: true,
    changed: props.value !== undefined,
    error: refused?.why,
    onReset: () => {
      setRefused(undefined);
      onTurn(undefined);
    },
  };
  return (
    <div className="knob" title={knob.changes}>
      <Editor knob={knob} value={refused?.value ?? value} shared={shared} onTurn={turn} />
      <p className="knob-says i2">{knob.changes}</p>
    </div>
  );
}

/** A value in a text field: text as it is, anything else as JSON. */
const jsonText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A number; nothing where the knob has a word for that; otherwise the text, so that it is refused and stays in the field. */
function numberFrom(text: string, { none }: Knob): Json {
  const word = text.trim();
  if (none !== undefined && (word === '' || word === none)) return null;
  return word !== '' && Number.isFinite(Number(word)) ? Number(word) : text;
}
function numbersFrom(text: string): Json {
  const words = text.split(/[,\s]+/).filter((word) => word !== '');
  return words.every((word) => Number.isFinite(Number(word))) ? words.map(Number) : text;
}

interface Shared {
  readonly label: string;
  readonly stacked: boolean;
  readonly changed: boolean;
  readonly error: string | undefined;
  readonly onReset: () => void;
}

function Editor({ knob, value, shared, onTurn }: { knob: Knob; value: Json; shared: Shared; onTurn: (value: Json) => void }) {
  switch (knob.editor) {
    case 'choice': {
      const choices = knob.choices ?? [];
      return (
        <Select
          {...shared}
          value={String(choices.findIndex((choice) => sameJson(choice, value)))}
          options={choices.map((choice, index) => ({ value: String(index), label: jsonWord(choice) }))}
          onChange={(index) => onTurn(choices[Number(index)] ?? null)}
        />
      );
    }
    case 'list':
      return (
        <TagEditor {...shared} ordered values={Array.isArray(value) ? value.map(String) : []} onChange={(values) => onTurn([...values])} />
      );
    case 'number':
      return (
        <Field
          {...shared}
          mono
          inputMode="numeric"
          value={value === null ? '' : jsonText(value)}
          {...(knob.none === undefined ? {} : { placeholder: knob.none })}
          onCommit={(text) => onTurn(numberFrom(text, knob))}
        />
      );
    case 'numbers':
      return (
        <Field
          {...shared}
          mono
          value={Array.isArray(value) ? value.join(', ') : jsonText(value)}
          onCommit={(text) => onTurn(numbersFrom(text))}
        />
      );
    case 'classification':
      return <Field {...shared} value={jsonText(value)} suggestions={CLASSIFICATIONS} onCommit={(text) => onTurn(text.trim())} />;
    case 'actions':
      return (
        <div className="control stacked" role="group" aria-label={knob.label}>
          <span className="control-value">{knob.label}</span>
          <ActionList actions={value as unknown as readonly WatchAction[]} onChange={(actions) => onTurn(actions)} />
          {shared.changed ? (
            <button type="button" className="btn small ghost" onClick={shared.onReset}>
              Put back
            </button>
          ) : null}
        </div>
      );
    case 'text':
      return <Field {...shared} value={jsonText(value)} placeholder="empty" onCommit={onTurn} />;
  }
}
