// The page's end of the lab worker: one episode at a time, its recording as text in the order written.

import type { FromLab, PlayOutcome, PlayRequest, ToLab } from '../mock-agents/lab-face.ts';

type SeatOrder = Extract<FromLab, { readonly seat: number }>;

export interface LabClient {
  /** Plays a lesson; `onText` gets the recording piece by piece. A new play ends the one before, which settles as refused. */
  play(request: PlayRequest, onText: (text: string) => void): Promise<PlayOutcome>;
  /** Ends the episode that is under way; it settles as refused. */
  stop(): void;
  /** Whether an episode is under way. */
  readonly busy: boolean;
}

interface Under {
  readonly play: number;
  readonly onText: (text: string) => void;
  readonly settle: (outcome: PlayOutcome) => void;
}

/**
 * Speaks to the lab behind a port (see startWorker).
 * @param onViolation told of a content policy violation inside a worker, which the page cannot see by itself
 * @param seats starts and ends agents for a lab that cannot (see page-seats.ts)
 */
export function connectLab(port: MessagePort, onViolation: (what: string) => void, seats?: (order: SeatOrder) => void): LabClient {
  let plays = 0;
  let under: Under | undefined;
  const say = (message: ToLab): void => port.postMessage(message);

  port.onmessage = ({ data }: MessageEvent<FromLab>) => {
    switch (data.type) {
      case 'ready':
        return;
      case 'seat':
      case 'unseat':
        seats?.(data);
        return;
      case 'violation':
        onViolation(data.what);
        return;
      case 'text':
        if (under?.play === data.play) under.onText(data.text);
        return;
      case 'settled':
        if (under?.play !== data.play) return;
        under.settle(data.outcome);
        under = undefined;
    }
  };

  return {
    play: (request, onText) =>
      new Promise((settle) => {
        if (under) {
          say({ type: 'stop', play: under.play });
          under.settle({ ok: false, why: 'A newer episode took its place.' });
        }
        under = { play: ++plays, onText, settle };
        say({ type: 'play', play: plays, request });
      }),
    stop() {
      if (!under) return;
      say({ type: 'stop', play: under.play });
      under.settle({ ok: false, why: 'It was stopped.' });
      under = undefined;
    },
    get busy() {
      return under !== undefined;
    },
  };
}
