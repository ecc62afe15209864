// Faults of an event stream. Each chunk that comes in is one whole event: that is how the server of the protocol writes.

import type { FaultMode } from '../experiment.ts';

type Frames = AsyncIterable<string>;
/** What a stream's fault works with. */
export interface Spoiling {
  /** Says that it strikes now. @returns whether it may */
  readonly strike: (what: string) => boolean;
  readonly random: () => number;
  /** Waits as long as the fault says; rejects when nobody reads any more. */
  readonly pause: () => Promise<void>;
}
type Spoiler = (frames: Frames, spoiling: Spoiling) => AsyncGenerator<string, void, undefined>;

const PIECE = 16;

async function* twice(frames: Frames, { strike }: Spoiling): AsyncGenerator<string, void, undefined> {
  for await (const frame of frames) {
    yield frame;
    if (strike('the event is sent again')) yield frame;
  }
}

/** The second event and the third one change places. */
async function* swapped(frames: Frames, { strike }: Spoiling): AsyncGenerator<string, void, undefined> {
  let number = 0;
  let heldBack: string | undefined;
  for await (const frame of frames) {
    number += 1;
    if (number === 2 && strike('the event is held back until the next one has gone')) {
      heldBack = frame;
      continue;
    }
    yield frame;
    if (heldBack !== undefined) yield heldBack;
    heldBack = undefined;
  }
  if (heldBack !== undefined) yield heldBack;
}

async function* cutInside(frames: Frames, { strike, random }: Spoiling): AsyncGenerator<string, void, undefined> {
  let number = 0;
  for await (const frame of frames) {
    number += 1;
    if (number === 2 && strike('the stream ends inside an event')) {
      const from = frame.indexOf('data: {') + 'data: {'.length;
      // Somewhere in its data, so that neither nothing nor all of it has arrived.
      return yield frame.slice(0, from + Math.floor(random() * (frame.length - from - 3)));
    }
    yield frame;
  }
}

async function* broken(frames: Frames, { strike }: Spoiling): AsyncGenerator<string, void, undefined> {
  let number = 0;
  for await (const frame of frames) {
    number += 1;
    if (number === 2 && strike('the connection breaks between two events')) throw new Error('the connection broke');
    yield frame;
  }
}

async function* dripping(frames: Frames, { strike, pause }: Spoiling): AsyncGenerator<string, void, undefined> {
  for await (const frame of frames) {
    if (!strike(`the event leaves ${PIECE} characters at a time`)) {
      yield frame;
      continue;
    }
    for (let from = 0; from < frame.length; from += PIECE) {
      if (from > 0) await pause();
      yield frame.slice(from, from + PIECE);
    }
  }
}

/** The first event is as it should be: a task is there, and then nothing can be read of it. */
async function* garbled(frames: Frames, { strike }: Spoiling): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const frame of frames) {
    const isGarbage = !isFirst && strike('the event is garbage');
    isFirst = false;
    yield isGarbage ? frame.replace(/data: .*/, 'data: {"task_id": "t-') : frame;
  }
}

async function* withoutWorking(frames: Frames, { strike }: Spoiling): AsyncGenerator<string, void, undefined> {
  for await (const frame of frames) {
    const isWorking = frame.includes('"state":"working"');
    yield isWorking && strike('the event says completed instead of working')
      ? frame.replace('"state":"working"', '"state":"completed"')
      : frame;
  }
}

/** What is done to a stream by mode; modes that are not here leave streams alone. */
export const STREAM_SPOILERS: Readonly<Partial<Record<FaultMode, Spoiler>>> = {
  duplicate: twice,
  reorder: swapped,
  truncate: cutInside,
  drop: broken,
  drip: dripping,
  malformed: garbled,
  invalid_transition: withoutWorking,
};
