// npm run -s generate-trace -- --events N --seed S --version 0.3|1.0 [--format ndjson|sse] [--faults SHARE] [--out FILE]
// Writes a trace to standard output or a file, and what was sown into it to standard error, as JSON.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { generateTrace } from './trace-generator.mjs';

const BLOCK = 1 << 20;
const USAGE = 'generate-trace --events N [--seed S] [--version 0.3|1.0] [--format ndjson|sse] [--faults SHARE] [--out FILE]';

/** @returns {{ options: import('./trace-generator.mjs').TraceOptions, out: string | undefined }} @throws {Error} for arguments that are none */
function readArguments() {
  const { values } = parseArgs({
    options: {
      events: { type: 'string' },
      seed: { type: 'string', default: '1' },
      version: { type: 'string', default: '0.3' },
      format: { type: 'string', default: 'ndjson' },
      faults: { type: 'string', default: '0' },
      out: { type: 'string' },
    },
  });
  const { version, format } = values;
  const [events, seed, faults] = [Number(values.events), Number(values.seed), Number(values.faults)];
  if (!Number.isSafeInteger(events) || events < 1) throw new Error('--events must be a whole number from 1 on');
  if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number');
  if (version !== '0.3' && version !== '1.0') throw new Error('--version must be 0.3 or 1.0');
  if (format !== 'ndjson' && format !== 'sse') throw new Error('--format must be ndjson or sse');
  if (!(faults >= 0 && faults <= 1)) throw new Error('--faults must be a share from 0 to 1');
  return { options: { events, seed, version, format, faults }, out: values.out };
}

try {
  const { options, out } = readArguments();
  const stream = out === undefined ? process.stdout : createWriteStream(out);
  const trace = generateTrace(options);
  let block = '';
  let step = trace.next();
  for (; !step.done; step = trace.next()) {
    block += step.value;
    if (block.length < BLOCK) continue;
    if (!stream.write(block)) await once(stream, 'drain');
    block = '';
  }
  stream.write(block);
  if (stream !== process.stdout) stream.end();
  process.stderr.write(`${JSON.stringify(step.value)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exitCode = 2;
}
