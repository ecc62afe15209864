// Peers that mean harm or are broken, for tests: no lesson has them. They live in workers only: what spins here can be ended
// there. None of them is protected from itself; the host, the lab and the watchdog are what holds.

import type { Json } from '../../model/base/json.ts';
import type { HttpResponse } from '../../model/protocol/http.ts';
import type { AgentIo, Behaviour, Behaviours } from '../agent-io.ts';

const never = new Promise<HttpResponse>(() => undefined);
const accepted = (said: Json): Promise<HttpResponse> =>
  Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(said) });

/** A handler that does one thing on each request. */
const onRequest =
  (act: (io: AgentIo) => Promise<HttpResponse>): Behaviour =>
  (io) =>
  () =>
    act(io);

export const HOSTILE_BEHAVIOURS: Behaviours = {
  /** A loop that never yields. */
  spin: onRequest(() => {
    for (;;);
  }),
  /** Says things, then never yields: what was said in that turn is not said. */
  spin_late: onRequest((io) => {
    for (let count = 0; count < 5; count++) io.after(count, () => undefined);
    for (;;);
  }),
  /** A queue of microtasks that never empties. */
  spin_in_microtasks: onRequest(async () => {
    for (;;) await Promise.resolve();
  }),
  throw_at_boot: () => {
    throw new Error('no agent today');
  },
  throw_in_handler: onRequest(() => {
    throw new Error('no answer today');
  }),
  /** Takes the request and never answers. */
  silent: onRequest(() => never),
  /** More in one turn than an agent may want. */
  flood: onRequest((io) => {
    for (let count = 0; count < 100_000; count++) io.after(count, () => undefined);
    return accepted('done');
  }),
  /** More messages than an agent may send, past the host and beside its port. */
  flood_beside_the_port: onRequest(() => {
    for (let count = 0; count < 100_000; count++) globalThis.postMessage({ count });
    return accepted('done');
  }),
  /** Ends its own worker, of which no browser tells anybody. */
  close: onRequest(() => {
    globalThis.close();
    return accepted('done');
  }),
  /** Moves on without moving time. */
  sleep_zero: onRequest(async (io) => {
    for (;;) await io.sleep(0);
  }),
};
