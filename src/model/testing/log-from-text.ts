// A log read from a text in one go, for tests: the same reader as the engine's, without its slices.

import { createAuditor } from '../audit/audit.ts';
import { logSink } from '../engine/log-sink.ts';
import { readSource } from '../ingest/ingest.ts';
import { GivenText } from '../log/given-text.ts';
import { Log } from '../log/log.ts';

/** Reads a whole text, as an episode's recording or a paste, into a settled log. */
export function logFromText(text: string, name = 'trace'): Log {
  const log = new Log();
  const given = new GivenText(name);
  given.append(text);
  given.finish();
  const source = log.addSource(given);
  for (const progress of readSource(given, source, logSink(log, createAuditor()))) if (progress.wants === 'text') break;
  log.settle();
  return log;
}
