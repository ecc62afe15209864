// What a person does to the stand-in at the moment in view: reply, cancel, roll, kill; and what is on the way already, each thing of
// which can be taken back.

import { RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { Field } from '../pieces/controls.tsx';
import { PaneHead } from '../pieces/Pane.tsx';
import { ActionList } from '../watch/ActionList.tsx';
import { secondsOf } from '../watch/action-words.ts';
import { asPressed, inOrderOfTime } from '../watch/watch-play.ts';

export function StandInActions(props: {
  actions: readonly WatchAction[];
  at: number;
  disabled: string | undefined;
  /** Whether they are the lesson's own. */
  isChanged: boolean;
  onAct: (action: WatchAction) => void;
  onChange: (actions: readonly WatchAction[]) => void;
  onReset: () => void;
}) {
  const { actions, at, disabled, isChanged, onAct, onChange, onReset } = props;
  const [text, setText] = useState('All of them.');
  const act = (action: WatchAction) => () => disabled === undefined && onAct(action);
  const takeOut = (left: readonly WatchAction[]) => onChange(asPressed(actions, left));
  const shared = { type: 'button' as const, className: 'btn small', title: disabled, 'aria-disabled': disabled !== undefined };
  return (
    <section className="wp-section" aria-label="On the way">
      <PaneHead title="On the way" facts={`the next one at ${secondsOf(at)} s, after what is in view`}>
        {isChanged ? (
          <button {...shared} className="btn small ghost" onClick={() => disabled === undefined && onReset()}>
            <RotateCcw size={12} strokeWidth={1.5} aria-hidden /> Reset
          </button>
        ) : null}
      </PaneHead>
      <div className="si-acts row">
        <button {...shared} onClick={act({ at, do: 'kill' })}>
          Kill the worker
        </button>
        <button {...shared} onClick={act({ at, do: 'cancel' })}>
          Cancel
        </button>
        <button {...shared} onClick={act({ at, do: 'roll' })}>
          Roll the history
        </button>
        <span className="row si-reply">
          <button {...shared} onClick={act({ at, do: 'reply', text })}>
            Reply
          </button>
          <Field label="with" value={text} width={120} onChange={setText} />
        </span>
      </div>
      <div className="si-on-the-way">
        <ActionList actions={inOrderOfTime(actions)} onChange={disabled === undefined ? takeOut : undefined} />
        {actions.length > 1 ? (
          <button {...shared} className="btn small ghost" onClick={() => disabled === undefined && onChange(actions.slice(0, -1))}>
            <Undo2 size={12} strokeWidth={1.5} aria-hidden /> Take back the last
          </button>
        ) : null}
      </div>
    </section>
  );
}
