// The lab's end of the port to the page: one episode at a time, and a new one ends the one before.

import { playLesson } from '../../mock-agents/lab.ts';
import type { FromLab, ToLab } from '../../mock-agents/lab-face.ts';
import type { Spawn } from '../../mock-agents/lanes.ts';

/** The end of a port that this file needs: a MessagePort, or a stand-in for one in a test. */
export interface LabPort {
  postMessage(message: FromLab): void;
  onmessage: ((event: MessageEvent<ToLab>) => void) | null;
}

/** Serves the lab on a port until the port closes. `settled` is the last word about a play, also about one that was stopped. */
export function serveLab(port: LabPort, spawn: Spawn): void {
  let current: { readonly play: number; readonly stop: AbortController } | undefined;
  // Episodes never overlap: workers of the one before are gone when the next begins.
  let before: Promise<void> = Promise.resolve();
  const start = (message: Extract<ToLab, { type: 'play' }>): void => {
    const { play, request } = message;
    current?.stop.abort();
    const stop = new AbortController();
    current = { play, stop };
    const onText = (text: string): void => port.postMessage({ type: 'text', play, text });
    before = before
      .then(() =>
        stop.signal.aborted ? { ok: false as const, why: 'stopped' } : playLesson(request, { spawn, onText, signal: stop.signal }),
      )
      // A broken invariant of ours: the page shows it, and the lab lives on.
      .catch((error: unknown) => ({ ok: false as const, why: error instanceof Error ? error.message : String(error) }))
      .then((outcome) => port.postMessage({ type: 'settled', play, outcome }));
  };
  port.onmessage = ({ data: message }) => {
    if (message.type === 'play') start(message);
    else if (current?.play === message.play) current.stop.abort();
  };
  port.postMessage({ type: 'ready' });
}
