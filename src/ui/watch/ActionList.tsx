// What happens when, in words; each thing can be taken out.

import './action-list.css';
import { X } from 'lucide-react';
import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { actionLine } from './action-words.ts';

/** @param onChange absent: nothing can be taken out now */
export function ActionList({
  actions,
  onChange,
}: {
  actions: readonly WatchAction[];
  onChange?: ((actions: readonly WatchAction[]) => void) | undefined;
}) {
  if (actions.length === 0) return <p className="i2">Nothing happens but what the remote task does by itself.</p>;
  return (
    <ol className="action-list" aria-label="What happens on the way">
      {actions.map((_, place) => {
        const line = actionLine(actions, place);
        return (
          <li key={`${place} ${line}`}>
            <span className="grow">{line}</span>
            {onChange ? (
              <button
                type="button"
                className="btn icon small ghost"
                aria-label={`Take out: ${line}`}
                onClick={() => onChange(actions.filter((__, other) => other !== place))}
              >
                <X size={12} strokeWidth={1.5} aria-hidden />
              </button>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
