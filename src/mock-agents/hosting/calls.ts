// An agent's own calls: the answer's head settles the promise, its chunks queue up until they are read, and credit goes back
// as they are taken. Leaving a body unread, or aborting, hangs up.

import type { HttpRequest } from '../../model/protocol/http.ts';
import { type AgentIo, type CallAnswer, CallLost } from '../agent-io.ts';
import type { Input } from '../lanes.ts';
import { DEFAULT_CREDIT } from '../virtual-time/constants.ts';
import type { TurnLedger } from './turn-ledger.ts';

type CallInput = Extract<Input, { readonly call: number }>;

interface OpenCall {
  readonly number: number;
  readonly chunks: string[];
  readonly settle: (answer: CallAnswer) => void;
  readonly fail: (error: Error) => void;
  /** A whole text needs no credit. */
  whole: boolean;
  done: boolean;
  error?: Error;
  pulse?: (() => void) | undefined;
  /** Lets go of the caller's signal, which may be that of many calls. */
  release?: () => void;
}

export interface Calls {
  readonly call: AgentIo['call'];
  hear(input: CallInput): void;
}

/** The calls of one agent. */
export function createCalls(ledger: TurnLedger): Calls {
  const open = new Map<number, OpenCall>();
  let count = 0;

  const hangUp = (call: OpenCall, error: Error): void => {
    if (!open.delete(call.number)) return;
    ledger.note({ op: 'hangup', call: call.number });
    call.error = error;
    call.done = true;
    call.release?.();
    call.fail(error);
    call.pulse?.();
  };
  const begin = (call: OpenCall, to: string, request: HttpRequest, credit: number): void => {
    open.set(call.number, call);
    ledger.note({ op: 'call', call: call.number, to, request, credit });
  };

  return {
    call: (to, request, options = {}) =>
      new Promise((settle, fail) => {
        const call: OpenCall = { number: ++count, chunks: [], settle, fail, whole: false, done: false };
        const { signal } = options;
        if (signal?.aborted) return fail(reasonOf(signal));
        begin(call, to, request, options.credit ?? DEFAULT_CREDIT);
        if (!signal) return;
        const stop = (): void => hangUp(call, reasonOf(signal));
        signal.addEventListener('abort', stop, { once: true });
        call.release = () => signal.removeEventListener('abort', stop);
      }),
    hear(input) {
      const call = open.get(input.call);
      if (!call) return;
      hearCall(call, input, readBody(ledger, open, call));
      if (call.done) {
        open.delete(call.number);
        call.release?.();
      }
      call.pulse?.();
    },
  };
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}

function hearCall(call: OpenCall, input: CallInput, body: AsyncIterable<string>): void {
  switch (input.input) {
    case 'head':
      if (input.text !== undefined) {
        call.whole = true;
        call.done = true;
        call.chunks.push(input.text);
      }
      return call.settle({ ...input.head, body });
    case 'chunk':
      call.chunks.push(input.text);
      return;
    case 'end':
      call.done = true;
      return;
    case 'lost':
      call.done = true;
      call.error = new CallLost(input.why);
      return call.fail(call.error);
  }
}

async function* readBody(ledger: TurnLedger, open: Map<number, OpenCall>, call: OpenCall): AsyncGenerator<string> {
  try {
    for (;;) {
      const text = call.chunks.shift();
      if (text !== undefined) {
        if (!call.whole && open.has(call.number)) ledger.note({ op: 'took', call: call.number, count: 1 });
        yield text;
        continue;
      }
      if (call.error) throw call.error;
      if (call.done) return;
      await new Promise<void>((resolve) => (call.pulse = resolve));
    }
  } finally {
    if (!call.done && open.delete(call.number)) {
      ledger.note({ op: 'hangup', call: call.number });
      call.release?.();
    }
  }
}
