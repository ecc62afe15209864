// The lab as it finds itself in a browser that starts no workers from workers.
import '../lab.worker.ts';

Object.defineProperty(globalThis, 'Worker', { value: undefined });
