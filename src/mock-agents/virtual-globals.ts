// For code we did not write, in a realm of its own: its timers become virtual sleeps, its clock the virtual clock, its dice
// the seeded ones, and the ways out are gone. A guard against accidents; the fence is the content security policy.

import { VIRTUAL_EPOCH } from '../model/log/saved-form.ts';
import type { AgentIo } from './agent-io.ts';

const GONE = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebTransport',
  'EventSource',
  'indexedDB',
  'caches',
  'BroadcastChannel',
  'MessageChannel',
  'importScripts',
  'scheduler',
  'Worker',
  'SharedWorker',
  'setImmediate',
  'requestAnimationFrame',
];
const SUBTLE = ['digest', 'sign', 'verify', 'importKey', 'exportKey', 'generateKey', 'deriveBits', 'deriveKey', 'encrypt', 'decrypt'];

function put(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/** Installs them in this realm. Called at boot, before the behaviour is made. */
export function installVirtualGlobals(io: AgentIo): void {
  const realm = globalThis;
  putTimers(realm, io);
  putClock(realm, io);
  putDice(io);
  for (const name of GONE) put(realm, name, undefined);
  put(realm, 'close', () => io.fatal('closed'));
}

function putTimers(realm: object, io: AgentIo): void {
  type Then = (...given: unknown[]) => void;
  const wait = (ms: unknown, least: number): number => Math.max(least, Number(ms) || 0);
  const repeats = new Map<number, number>();
  put(realm, 'setTimeout', (then: Then, ms?: unknown, ...given: unknown[]) => io.after(wait(ms, 0), () => then(...given)));
  put(realm, 'setInterval', (then: Then, ms?: unknown, ...given: unknown[]) => {
    const tick = (): void => {
      repeats.set(id, io.after(wait(ms, 1), tick));
      then(...given);
    };
    const id = io.after(wait(ms, 1), tick);
    repeats.set(id, id);
    return id;
  });
  const clear = (id: unknown): void => {
    if (typeof id !== 'number') return;
    io.cancel(repeats.get(id) ?? id);
    repeats.delete(id);
  };
  put(realm, 'clearTimeout', clear);
  put(realm, 'clearInterval', clear);
  put(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController();
    // In the background: nobody can cancel such a signal, and one that is left over must not keep the episode going.
    io.after(ms, () => controller.abort(new DOMException('timed out', 'TimeoutError')), true);
    return controller.signal;
  });
}

function putClock(realm: object, io: AgentIo): void {
  const now = (): number => VIRTUAL_EPOCH + io.now();
  const virtualDate = new Proxy(Date, {
    construct: (target, given: unknown[], made) => Reflect.construct(target, given.length > 0 ? given : [now()], made) as object,
    get: (target, key, receiver): unknown => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  });
  put(realm, 'Date', virtualDate);
  put(performance, 'now', () => io.now());
}

function putDice(io: AgentIo): void {
  put(Math, 'random', () => io.random());
  put(crypto, 'getRandomValues', <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let index = 0; index < bytes.length; index++) bytes[index] = io.random() * 256;
    return view;
  });
  put(crypto, 'randomUUID', () => {
    const digits = Array.from({ length: 32 }, () => Math.floor(io.random() * 16).toString(16)).join('');
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
  });
  // Absent on plain-http hosts, whatever the type says. It may leave the microtask queue, so the turn waits for it.
  const subtle = crypto.subtle as unknown as Record<string, (...given: unknown[]) => Promise<unknown>> | undefined;
  for (const name of SUBTLE) {
    const real = subtle?.[name];
    if (subtle && real) put(subtle, name, (...given: unknown[]) => io.hold(real.apply(subtle, given)));
  }
}
