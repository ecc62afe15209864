// The stand-in's machine as a picture: the state at the cursor lit, those it has been in marked, and the line of its last move. The
// same is told in words around it.

import { memo } from 'react';
import { STAND_IN_STATES, type StandInStateName } from '../../model/log/watch-fact.ts';
import type { StandInStory } from '../../model/projections/stand-in-story.ts';
import { useSize } from '../canvas.ts';
import {
  arrowOf,
  type Arrow,
  type MachineLayout,
  NARROW_LAYOUT,
  PARKED_STATES,
  STATE_NOTES,
  WIDE_LAYOUT,
} from '../watch/machine-layout.ts';

export const StandInMachine = memo(function StandInMachine({ story, note }: { story: StandInStory | undefined; note: string }) {
  const { ref, width } = useSize<HTMLDivElement>();
  const layout = width < WIDE_LAYOUT.width ? NARROW_LAYOUT : WIDE_LAYOUT;
  const visited = visitedOf(story);
  const move = story?.moves.findLast(({ from, to }) => from !== undefined && from !== to);
  const taken = move?.from === undefined ? undefined : arrowOf(layout, move.from, move.to)?.id;
  return (
    <div ref={ref} className="si-figure" role="img" aria-label={inWords(story, visited)}>
      {width === 0 ? (
        <div style={{ height: WIDE_LAYOUT.height }} />
      ) : (
        <svg width={layout.width} height={layout.height} className={story?.isDead ? 'dead' : ''} aria-hidden="true">
          <ParkedBox layout={layout} isLit={isParked(story?.state)} />
          {layout.arrows.map((arrow) => (
            <Line key={arrow.id} arrow={arrow} isTaken={arrow.id === taken} />
          ))}
          {STAND_IN_STATES.map((state) => (
            <StateBox
              key={state}
              state={state}
              layout={layout}
              isLit={story?.state === state}
              isVisited={visited.has(state)}
              note={story?.state === state && note !== '' ? note : STATE_NOTES[state]}
            />
          ))}
        </svg>
      )}
    </div>
  );
});

const isParked = (state: StandInStateName | undefined): boolean => PARKED_STATES.some((parked) => parked === state);

function visitedOf(story: StandInStory | undefined): ReadonlySet<StandInStateName> {
  return new Set(story?.moves.flatMap(({ from, to }) => (from === undefined ? [to] : [from, to])));
}

function inWords(story: StandInStory | undefined, visited: ReadonlySet<StandInStateName>): string {
  if (story === undefined) return 'The states of a stand-in. It has not begun.';
  const dead = story.isDead ? ' Its worker is dead.' : '';
  return `The states of the stand-in. It is ${story.state}.${dead} It has been: ${[...visited].join(', ')}.`;
}

function ParkedBox({ layout: { parked }, isLit }: { layout: MachineLayout; isLit: boolean }) {
  const { left, top, width, height } = parked;
  return (
    <g className={`si-parked ${isLit ? 'lit' : ''}`}>
      <rect x={left + 0.5} y={top + 0.5} width={width} height={height} rx={6} />
      <text x={left + 20} y={top + 21} className="si-name">
        parked
      </text>
      <text x={left + 66} y={top + 21} className="si-note">
        a turn is over, the remote task is watched
      </text>
    </g>
  );
}

interface BoxProps {
  readonly state: StandInStateName;
  readonly layout: MachineLayout;
  readonly isLit: boolean;
  readonly isVisited: boolean;
  readonly note: string;
}

function StateBox({ state, layout, isLit, isVisited, note }: BoxProps) {
  const { left, top, width, height } = layout.boxes[state];
  const middle = left + width / 2;
  return (
    <g className={`si-state ${isLit ? 'lit' : ''} ${isVisited ? 'visited' : ''}`} data-state={state}>
      <rect x={left + 0.5} y={top + 0.5} width={width - 1} height={height - 1} rx={4} />
      {state === 'ended' ? <rect className="si-inner" x={left + 3.5} y={top + 3.5} width={width - 7} height={height - 7} rx={2} /> : null}
      {isVisited ? <circle className="si-visited" cx={left + 9} cy={top + 9} r={2.5} /> : null}
      <text x={middle} y={top + 16} textAnchor="middle" className="si-name">
        {state}
      </text>
      <text x={middle} y={top + 30} textAnchor="middle" className="si-note">
        {note}
      </text>
    </g>
  );
}

const HEADS: Readonly<Record<Arrow['head'], string>> = {
  right: 'l-7 -4v8z',
  left: 'l7 -4v8z',
  down: 'l-4 -7h8z',
  up: 'l-4 7h8z',
};

function Line({ arrow: { path, head, tip, label }, isTaken }: { arrow: Arrow; isTaken: boolean }) {
  return (
    <g className={`si-line ${isTaken ? 'taken' : ''}`}>
      <path d={path} fill="none" />
      <path className="si-head" d={`M${tip[0]} ${tip[1]}${HEADS[head]}`} />
      {label ? (
        <text x={label.x} y={label.y} textAnchor={label.anchor ?? 'middle'}>
          {label.text}
        </text>
      ) : null}
    </g>
  );
}
