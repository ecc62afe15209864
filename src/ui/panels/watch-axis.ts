// The one axis of a watch: time where every mark states one, else the order of rows. Long silences are folded.

import type { WatchStory } from '../../model/projections/watch.ts';
import type { ObservedState } from '../../model/protocol/task.ts';
import { type Fold, foldedAxis } from '../chaos/folded-axis.ts';

interface Placed {
  readonly seq: number;
  readonly at?: number | undefined;
}
export interface WatchAxis {
  readonly timed: boolean;
  readonly first: number;
  readonly last: number;
  /** Times or rows that may be written beside the axis. */
  readonly ticks: readonly number[];
  readonly folds: readonly Fold[];
  /** Where something stands: its time, or its row. */
  of(mark: Placed): number;
  /** A place on the axis as a part of the width. */
  place(at: number): number;
}
export interface WatchSpan {
  readonly seq: number;
  readonly from: number;
  readonly to: number;
}

/** An axis on which all that a story shows has its place. */
export function watchAxis(story: WatchStory): WatchAxis {
  const { deliveries, polls, streams, states } = story;
  const marks: readonly Placed[] = [...deliveries, ...polls, ...streams, ...states];
  const timed = marks.every(({ at }) => at !== undefined);
  const of = ({ seq, at }: Placed): number => (timed ? (at ?? 0) : seq);
  const ends = streams.flatMap((stream) => streamEnd(stream, timed) ?? []);
  const places = [...marks.map(of), ...ends].toSorted((one, other) => one - other);
  const first = places[0] ?? 0;
  const last = places.at(-1) ?? first;
  const axis = places.length === 0 ? undefined : foldedAxis(places);
  return {
    timed,
    first,
    last,
    ticks: [...new Set(places)],
    folds: timed ? (axis?.folds ?? []) : [],
    of,
    place: (at) => (axis === undefined || last === first ? 0 : timed ? axis.place(at) : (at - first) / (last - first)),
  };
}

function streamEnd(stream: WatchStory['streams'][number], timed: boolean): number | undefined {
  if (!timed) return stream.endSeq;
  return stream.endAt ?? (stream.at === undefined || stream.openMs === undefined ? undefined : stream.at + stream.openMs);
}

/** States from one to the next, and streams from their opening to their end. */
export function watchSpans(
  { states, streams }: WatchStory,
  axis: WatchAxis,
): {
  readonly states: readonly (WatchSpan & { readonly state: ObservedState })[];
  readonly streams: readonly (WatchSpan & { readonly open: boolean })[];
} {
  return {
    states: states.map((heard, place) => {
      const next = states[place + 1];
      const from = axis.of(heard);
      return { seq: heard.seq, state: heard.state, from, to: next === undefined ? axis.last : Math.max(from, axis.of(next)) };
    }),
    streams: streams.map((stream) => ({
      seq: stream.seq,
      from: axis.of(stream),
      to: streamEnd(stream, axis.timed) ?? axis.last,
      open: stream.endSeq === undefined,
    })),
  };
}
