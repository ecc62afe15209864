// The engine in a worker of its own: says `loaded`, is handed a port, serves the engine on it.

import { createEngine } from '../../model/engine/engine.ts';
import { serveEngine } from './engine-protocol.ts';
import { createSlicePort } from './slice-port.ts';

self.onmessage = ({ ports: [port] }: MessageEvent<unknown>) => {
  if (port) serveEngine(createEngine(createSlicePort()), port);
};
self.postMessage('loaded');
