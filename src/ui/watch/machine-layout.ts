// Where the states of a stand-in stand in the picture and how its arrows run: tables, wide and narrow. A test holds them to the moves
// that the machine can make; nothing else here knows of the machine.

import type { StandInStateName } from '../../model/log/watch-fact.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
/** One line of the picture. It stands for every move from one of its states to one of the others. */
export interface Arrow {
  readonly id: string;
  readonly from: readonly StandInStateName[];
  readonly to: readonly StandInStateName[];
  /** Of an SVG path; it ends where the head's tip is. */
  readonly path: string;
  readonly head: 'right' | 'left' | 'down' | 'up';
  readonly tip: readonly [x: number, y: number];
  readonly label?: { readonly text: string; readonly x: number; readonly y: number; readonly anchor?: 'start' | 'middle' | 'end' };
}
export interface MachineLayout {
  readonly width: number;
  readonly height: number;
  readonly parked: Box;
  readonly boxes: Readonly<Record<StandInStateName, Box>>;
  readonly arrows: readonly Arrow[];
}

/** States in which the task is parked and its watch goes on, as the machine has them. */
export const PARKED_STATES = [
  'choosing',
  'armed',
  'fetching',
  'rechecking',
  'listening',
  'pausing',
  'resting',
  'unheard',
] as const satisfies readonly StandInStateName[];

/** The second line in a box. */
export const STATE_NOTES: Readonly<Record<StandInStateName, string>> = {
  turn: 'one stream',
  choosing: '30 s, one try',
  armed: 'waits for a ring',
  fetching: 'GetTask',
  rechecking: '1, 2, 4 s',
  listening: 'window 10 min',
  pausing: 'before the next',
  resting: '5 s',
  unheard: 'until a turn',
  rolling: 'a fresh history',
  closing: 'no push is heard',
  ended: 'for good',
};

const WIDTH = 104;
const HEIGHT = 38;
const box = (left: number, top: number, width = WIDTH): Box => ({ left, top, width, height: HEIGHT });

interface Plan {
  readonly width: number;
  readonly height: number;
  /** Where the box of the parked states begins. */
  readonly at: readonly [x: number, y: number];
  readonly outer: Readonly<Record<'turn' | 'rolling' | 'closing' | 'ended', Box>>;
  readonly arrows: readonly Arrow[];
}

const PARKED = { width: 308, height: 300 };
const WITHOUT_WAIT = ['choosing', 'armed', 'fetching', 'listening', 'pausing', 'resting', 'unheard'] as const;
/** The moves between parked states and those around, whatever way their arrows run. */
const PARKS = { from: ['turn'], to: ['choosing', 'armed', 'fetching', 'listening', 'unheard'] } as const;
const REPLY = { from: PARKED_STATES, to: ['turn'] } as const;
const FULL = { from: ['turn', ...WITHOUT_WAIT], to: ['rolling'] } as const;
const CLOSES = { from: ['turn', ...PARKED_STATES], to: ['closing'] } as const;
const ENDS = { from: ['turn', 'choosing', 'listening', 'pausing', 'resting', 'unheard'], to: ['ended'] } as const;
const TIDIED = { from: ['closing'], to: ['ended'] } as const;

const WIDE: Plan = {
  width: 626,
  height: 352,
  at: [150, 10],
  outer: { turn: box(6, 92, 96), rolling: box(516, 214), closing: box(516, 52), ended: box(516, 130) },
  arrows: [
    { id: 'parks', ...PARKS, path: 'M102 111H143', head: 'right', tip: [150, 111], label: { text: 'parks', x: 124, y: 105 } },
    {
      id: 'reply',
      ...REPLY,
      path: 'M220 310V334H54V137',
      head: 'up',
      tip: [54, 130],
      label: { text: 'reply: a turn begins, the watch is kept', x: 230, y: 331, anchor: 'start' },
    },
    { id: 'closes', ...CLOSES, path: 'M458 71H509', head: 'right', tip: [516, 71], label: { text: 'closes', x: 486, y: 65 } },
    { id: 'ends', ...ENDS, path: 'M458 149H509', head: 'right', tip: [516, 149], label: { text: 'ends', x: 486, y: 143 } },
    {
      id: 'tidied',
      ...TIDIED,
      path: 'M568 90V123',
      head: 'down',
      tip: [568, 130],
      label: { text: 'deleted', x: 574, y: 113, anchor: 'start' },
    },
    { id: 'full', ...FULL, path: 'M458 233H509', head: 'right', tip: [516, 233], label: { text: 'full', x: 486, y: 227 } },
  ],
};

const NARROW: Plan = {
  width: 332,
  height: 500,
  at: [20, 72],
  outer: { turn: box(122, 4), rolling: box(222, 452), closing: box(6, 404), ended: box(6, 458) },
  arrows: [
    { id: 'parks', ...PARKS, path: 'M174 42V65', head: 'down', tip: [174, 72], label: { text: 'parks', x: 180, y: 59, anchor: 'start' } },
    {
      id: 'reply',
      ...REPLY,
      path: 'M20 100H8V23H115',
      head: 'right',
      tip: [122, 23],
      label: { text: 'reply', x: 12, y: 17, anchor: 'start' },
    },
    {
      id: 'closes',
      ...CLOSES,
      path: 'M58 372V397',
      head: 'down',
      tip: [58, 404],
      label: { text: 'closes', x: 64, y: 390, anchor: 'start' },
    },
    {
      id: 'ends',
      ...ENDS,
      path: 'M150 372V477H117',
      head: 'left',
      tip: [110, 477],
      label: { text: 'ends', x: 156, y: 430, anchor: 'start' },
    },
    { id: 'tidied', ...TIDIED, path: 'M58 442V451', head: 'down', tip: [58, 458] },
    { id: 'full', ...FULL, path: 'M274 372V445', head: 'down', tip: [274, 452], label: { text: 'full', x: 280, y: 410, anchor: 'start' } },
  ],
};

/** Boxes of the parked states, from the corner of their own box. */
const INNER: Readonly<Record<(typeof PARKED_STATES)[number], Box>> = {
  choosing: box(20, 34),
  armed: box(190, 34),
  fetching: box(20, 102),
  rechecking: box(190, 102),
  listening: box(20, 170),
  pausing: box(190, 170),
  unheard: box(20, 248),
  resting: box(190, 248),
};

/** Arrows between parked states; the numbers are from the corner of their box. */
function innerArrows([x, y]: Plan['at']): readonly Arrow[] {
  const at = (dx: number, dy: number): string => `${x + dx} ${y + dy}`;
  const tip = (dx: number, dy: number) => [x + dx, y + dy] as const;
  const label = (text: string, dx: number, dy: number, anchor?: 'start' | 'end') => ({
    label: { text, x: x + dx, y: y + dy, ...(anchor === undefined ? {} : { anchor }) },
  });
  return [
    {
      id: 'reconcile',
      from: ['choosing'],
      to: ['fetching'],
      path: `M${at(60, 72)}V${y + 95}`,
      head: 'down',
      tip: tip(60, 102),
      ...label('push', 54, 91, 'end'),
    },
    {
      id: 'rung',
      from: ['armed'],
      to: ['fetching'],
      path: `M${at(212, 72)}V${y + 87}H${x + 100}V${y + 95}`,
      head: 'down',
      tip: tip(100, 102),
      ...label('a ring, 204', 138, 83, 'start'),
    },
    {
      id: 'settled',
      from: ['fetching'],
      to: ['armed'],
      path: `M${at(124, 107)}H${x + 132}V${y + 53}H${x + 183}`,
      head: 'right',
      tip: tip(190, 53),
      ...label('settled', 160, 49),
    },
    {
      id: 'disagrees',
      from: ['fetching'],
      to: ['rechecking'],
      path: `M${at(124, 113)}H${x + 183}`,
      head: 'right',
      tip: tip(190, 113),
      ...label('differs', 157, 110),
    },
    {
      id: 'again',
      from: ['rechecking'],
      to: ['fetching'],
      path: `M${at(190, 129)}H${x + 131}`,
      head: 'left',
      tip: tip(124, 129),
      ...label('again', 157, 140),
    },
    { id: 'follows', from: ['choosing'], to: ['listening'], path: `M${at(20, 60)}H${x + 13}V${y + 189}`, head: 'right', tip: tip(20, 189) },
    {
      id: 'off',
      from: ['choosing'],
      to: ['unheard'],
      path: `M${at(20, 46)}H${x + 7}V${y + 267}H${x + 13}`,
      head: 'right',
      tip: tip(20, 267),
    },
    {
      id: 'unchanged',
      from: ['listening'],
      to: ['pausing'],
      path: `M${at(124, 181)}H${x + 183}`,
      head: 'right',
      tip: tip(190, 181),
      ...label('ends', 157, 178),
    },
    {
      id: 'subscribes',
      from: ['pausing'],
      to: ['listening'],
      path: `M${at(190, 197)}H${x + 131}`,
      head: 'left',
      tip: tip(124, 197),
      ...label('waited', 157, 208),
    },
    {
      id: 'gone',
      from: ['listening'],
      to: ['unheard'],
      path: `M${at(48, 208)}V${y + 241}`,
      head: 'down',
      tip: tip(48, 248),
      ...label('gone', 43, 228, 'end'),
    },
    {
      id: 'rests',
      from: ['listening'],
      to: ['resting'],
      path: `M${at(88, 208)}V${y + 234}H${x + 222}V${y + 241}`,
      head: 'down',
      tip: tip(222, 248),
      ...label('no news', 156, 246),
    },
    {
      id: 'rested',
      from: ['resting'],
      to: ['listening'],
      path: `M${at(240, 248)}V${y + 222}H${x + 108}V${y + 215}`,
      head: 'up',
      tip: tip(108, 208),
    },
    {
      id: 'lost',
      from: ['pausing'],
      to: ['resting'],
      path: `M${at(268, 208)}V${y + 241}`,
      head: 'down',
      tip: tip(268, 248),
      ...label('restart', 264, 218, 'end'),
    },
  ];
}

function laidOut({ width, height, at, outer, arrows }: Plan): MachineLayout {
  const [x, y] = at;
  const inner = Object.fromEntries(PARKED_STATES.map((state) => [state, box(INNER[state].left + x, INNER[state].top + y)]));
  return {
    width,
    height,
    parked: { left: x, top: y, ...PARKED },
    boxes: { ...outer, ...inner } as MachineLayout['boxes'],
    arrows: [...innerArrows(at), ...arrows],
  };
}

export const WIDE_LAYOUT = laidOut(WIDE);
export const NARROW_LAYOUT = laidOut(NARROW);

/** The line that a move was made along. */
export function arrowOf(layout: MachineLayout, from: StandInStateName, to: StandInStateName): Arrow | undefined {
  return layout.arrows.find((arrow) => arrow.from.includes(from) && arrow.to.includes(to));
}
