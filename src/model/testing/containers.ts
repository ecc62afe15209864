// What tools put around traffic: the same lines as a container's runtime, a cloud's query, a logging library or a paste has them.
// The shapes are those that the tools named beside them write; times are one a line, from one beginning, a second apart.

/** One line of what an agent or its client logged, and what it is called where a log says so. */
export interface LoggedLine {
  /** JSON, or text with JSON in it. */
  readonly text: string;
  /** What a program calls it: `sse frame`, say; empty where it says nothing. */
  readonly words: string;
}
interface Timed extends LoggedLine {
  /** RFC 3339 with milliseconds, `Z`. */
  readonly iso: string;
  readonly ms: number;
  readonly index: number;
}
export interface Container {
  readonly name: string;
  /** The TraceReport word of what it makes of several lines of JSON. */
  readonly format: 'json' | 'ndjson' | 'log' | 'otlp';
  readonly wrap: (lines: readonly LoggedLine[]) => string;
}

const BEGUN = Date.UTC(2026, 0, 13, 10, 0, 0, 1);
/** Between two lines: less than any threshold looks at. */
const STEP = 40;

function timed(lines: readonly LoggedLine[]): readonly Timed[] {
  return lines.map((line, index) => {
    const ms = BEGUN + index * STEP;
    return { ...line, ms, index, iso: new Date(ms).toISOString() };
  });
}

/** Each line by itself. */
function each(name: string, write: (line: Timed) => string, format: Container['format'] = 'log'): Container {
  return {
    name,
    format,
    wrap: (lines) =>
      timed(lines)
        .map((line) => `${write(line)}\n`)
        .join(''),
  };
}

/** All lines in one document. */
function document(name: string, write: (lines: readonly Timed[]) => unknown, format: Container['format'] = 'log'): Container {
  return { name, format, wrap: (lines) => JSON.stringify(write(timed(lines)), null, 1) };
}

const q = (text: string): string => JSON.stringify(text);
const said = ({ words, text }: LoggedLine): string => (words === '' ? text : `${words} ${text}`);
const named = ({ words }: LoggedLine): string => (words === '' ? 'traffic' : words);
const comma = ({ iso }: Timed): string => iso.replace('T', ' ').replace('.', ',').replace('Z', '');
const spaced = ({ iso }: Timed): string => iso.replace('T', ' ').replace('Z', '');
const nanos = ({ ms }: Timed): string => `${ms}000000`;
const clock = ({ iso }: Timed): string => iso.slice(11, 23);
const csvCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A long line in pieces of what containerd allows, here shorter. */
function criPieces(line: Timed): string {
  const text = said(line);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += 120) pieces.push(text.slice(at, at + 120));
  return pieces.map((piece, at) => `${line.iso} stdout ${at + 1 < pieces.length ? 'P' : 'F'} ${piece}`).join('\n');
}

function dockerPieces(line: Timed): string {
  const text = `${said(line)}\n`;
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += 160) pieces.push(text.slice(at, at + 160));
  return pieces.map((log) => JSON.stringify({ log, stream: 'stdout', time: line.iso })).join('\n');
}

/** Runtimes of containers, and what reads their logs. */
const RUNTIMES: readonly Container[] = [
  each('docker json-file', (line) => JSON.stringify({ log: `${said(line)}\n`, stream: 'stdout', time: line.iso })),
  each('docker json-file, split', dockerPieces),
  each('cri', (line) => `${line.iso.replace('Z', '456789Z')} stdout F ${said(line)}`),
  each('cri, split', criPieces),
  each('docker compose logs', (line) => `agent-1  | ${said(line)}`),
  each('docker compose logs -t', (line) => `agent-1  | ${line.iso} ${said(line)}`),
  each('docker compose logs, coloured', (line) => `\u001b[36magent-1  | \u001b[0m${said(line)}`),
  each('docker logs -t', (line) => `${line.iso} ${said(line)}`),
  each('kubectl logs --prefix', (line) => `[pod/agent-7d9f/agent] ${said(line)}`),
  each('kubectl logs --prefix --timestamps', (line) => `[pod/agent-7d9f/agent] ${line.iso} ${said(line)}`),
  each('stern', (line) => `agent-7d9f8b-x2x agent ${said(line)}`),
  each('stern, coloured', (line) => `\u001b[32magent-7d9f8b-x2x\u001b[0m \u001b[36magent\u001b[0m ${said(line)}`),
  each('stern -o json', (line) =>
    JSON.stringify({ message: said(line), nodeName: 'n-1', namespace: 'default', podName: 'agent-7d9f', containerName: 'agent' }),
  ),
  each('journalctl', (line) => `Jan 13 ${line.iso.slice(11, 19)} host-1 agent[812]: ${said(line)}`),
  each('journalctl -o json', (line) =>
    JSON.stringify({ __CURSOR: 's=1', __REALTIME_TIMESTAMP: `${line.ms}000`, PRIORITY: '6', MESSAGE: said(line), _PID: '812' }),
  ),
  each('syslog 5424', (line) => `<14>1 ${line.iso} host-1 agent 812 - - ${said(line)}`),
  each('syslog 3164', (line) => `<14>Jan 13 ${line.iso.slice(11, 19)} host-1 agent[812]: ${said(line)}`),
  each('heroku logs', (line) => `${line.iso.replace('Z', '000+00:00')} app[web.1]: ${said(line)}`),
  each('pm2 logs', (line) => `0|agent    | ${said(line)}`),
];

/** Libraries that programs log with. */
const LIBRARIES: readonly Container[] = [
  each('python logging', (line) => `${comma(line)} - a2a.client - INFO - ${said(line)}`),
  each('python logging, default', (line) => `DEBUG:a2a.client:${said(line)}`),
  each('python json logger', (line) => JSON.stringify({ asctime: comma(line), levelname: 'INFO', name: 'a2a', message: said(line) })),
  each('loguru', (line) => `${spaced(line)} | INFO     | client:send:41 - ${said(line)}`),
  each('loguru, serialised', (line) =>
    JSON.stringify({
      text: `${spaced(line)} | INFO | ${said(line)}\n`,
      record: {
        elapsed: { repr: '0:00:01', seconds: 1 },
        extra: {},
        level: { icon: 'i', name: 'INFO', no: 20 },
        message: said(line),
        name: 'client',
        time: { repr: spaced(line), timestamp: line.ms / 1000 },
      },
    }),
  ),
  each('structlog, JSON', (line) => JSON.stringify({ payload: line.text, event: named(line), level: 'info', timestamp: line.iso })),
  each(
    'structlog, console',
    (line) =>
      `\u001b[2m${line.iso}\u001b[0m [\u001b[32m\u001b[1minfo     \u001b[0m] \u001b[1m${named(line)}\u001b[0m \u001b[36mpayload\u001b[0m=\u001b[35m${line.text}\u001b[0m`,
  ),
  each('zap, JSON', (line) =>
    JSON.stringify({ level: 'info', ts: line.ms / 1000, caller: 'a2a/client.go:41', msg: named(line), body: line.text }),
  ),
  each('zap, console', (line) => `${line.iso}\tINFO\ta2a/client.go:41\t${named(line)}\t{"body": ${q(line.text)}}`),
  each('slog, text', (line) => `time=${line.iso} level=INFO msg=${q(named(line))} body=${q(line.text)}`),
  each('slog, JSON', (line) => JSON.stringify({ time: line.iso, level: 'INFO', msg: named(line), body: line.text })),
  each('logrus', (line) => `time=${q(line.iso)} level=info msg=${q(named(line))} body=${q(line.text)}`),
  each('klog', (line) => `I0113 ${clock(line)}456       1 client.go:41] ${said(line)}`),
  each('go log', (line) => `${line.iso.slice(0, 10).replaceAll('-', '/')} ${line.iso.slice(11, 19)} ${said(line)}`),
  each('zerolog, console', (line) => `${line.iso.slice(11, 16)}AM INF ${named(line)} body=${q(line.text)}`),
  each('logback', (line) => `${spaced(line)} [http-nio-8080-exec-1] DEBUG c.e.a2a.Client - ${said(line)}`),
  each('spring boot', (line) => `${line.iso}  INFO 1 --- [nio-8080-exec-1] c.e.a2a.Client                           : ${said(line)}`),
  each('log4j, JSON', (line) =>
    JSON.stringify({
      instant: { epochSecond: Math.floor(line.ms / 1000), nanoOfSecond: (line.ms % 1000) * 1e6 },
      thread: 'main',
      level: 'INFO',
      loggerName: 'a2a',
      message: said(line),
    }),
  ),
  each('logstash encoder', (line) =>
    JSON.stringify({ '@timestamp': line.iso, '@version': '1', message: said(line), logger_name: 'a2a', level: 'INFO' }),
  ),
  each('.NET console', (line) => `info: A2A.Client[0]\n      ${said(line)}`),
  each('.NET console, JSON', (line) =>
    JSON.stringify({
      Timestamp: line.iso,
      EventId: 0,
      LogLevel: 'Information',
      Category: 'A2A',
      Message: said(line),
      State: { Message: said(line), '{OriginalFormat}': said(line) },
    }),
  ),
  each('serilog, compact', (line) =>
    JSON.stringify({ '@t': line.iso, '@mt': `${named(line)} {Body}`, Body: line.text, SourceContext: 'A2A' }),
  ),
  each('pino', (line) => JSON.stringify({ level: 30, time: line.ms, pid: 1, hostname: 'h', body: line.text, msg: named(line) })),
  each('pino, object', (line) =>
    JSON.stringify({ level: 30, time: line.ms, pid: 1, hostname: 'h', payload: parsed(line.text), msg: named(line) }),
  ),
  each('winston', (line) => JSON.stringify({ level: 'info', message: said(line), timestamp: line.iso })),
  each('rust tracing', (line) => `${line.iso} DEBUG a2a::client: ${said(line)}`),
  each('rust tracing, JSON', (line) =>
    JSON.stringify({ timestamp: line.iso, level: 'DEBUG', fields: { message: named(line), body: line.text }, target: 'a2a::client' }),
  ),
  each('elixir', (line) => `${clock(line)} [info] ${said(line)}`),
  each('browser console', (line) => `client.js:41 ${said(line)}`),
];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const newest = (lines: readonly Timed[]): readonly Timed[] => [...lines].reverse();

/** What queries of clouds and collectors download. */
const EXPORTS: readonly Container[] = [
  document('gcloud logging read, textPayload', (lines) =>
    newest(lines).map((line) => ({
      insertId: `i${line.index}`,
      logName: 'projects/p/logs/run',
      receiveTimestamp: line.iso,
      textPayload: said(line),
      timestamp: line.iso,
      severity: 'INFO',
    })),
  ),
  document('gcloud logging read, jsonPayload', (lines) =>
    newest(lines).map((line) => ({
      insertId: `i${line.index}`,
      jsonPayload: { message: named(line), body: line.text },
      timestamp: line.iso,
      receiveTimestamp: line.iso,
    })),
  ),
  document('gcloud logging read, object', (lines) =>
    newest(lines).map((line) => ({
      insertId: `i${line.index}`,
      jsonPayload: { message: named(line), payload: parsed(line.text) },
      timestamp: line.iso,
    })),
  ),
  {
    name: 'gcp, one a line, newest first',
    format: 'log',
    wrap: (lines) =>
      newest(timed(lines))
        .map(
          (line) =>
            `${JSON.stringify({ insertId: `i${line.index}`, jsonPayload: { message: named(line), payload: parsed(line.text) }, timestamp: line.iso })}\n`,
        )
        .join(''),
  },
  document('aws logs filter-log-events', (lines) => ({
    events: lines.map((line) => ({
      logStreamName: 's',
      timestamp: line.ms,
      message: said(line),
      ingestionTime: line.ms + 500,
      eventId: `${line.index}`,
    })),
    searchedLogStreams: [],
  })),
  document('aws logs get-query-results', (lines) => ({
    results: newest(lines).map((line) => [
      { field: '@timestamp', value: spaced(line) },
      { field: '@message', value: said(line) },
      { field: '@ptr', value: `p${line.index}` },
    ]),
    status: 'Complete',
  })),
  each('aws logs tail', (line) => `${line.iso.replace('Z', '000+00:00')} 2026/01/13/[$LATEST]abc ${said(line)}`),
  {
    name: 'cloudwatch insights, CSV',
    format: 'log',
    wrap: (lines) =>
      `@timestamp,@message\n${newest(timed(lines))
        .map((line) => `${spaced(line)},${csvCell(said(line))}\n`)
        .join('')}`,
  },
  document('azure log analytics', (lines) => ({
    tables: [
      {
        name: 'PrimaryResult',
        columns: [
          { name: 'TimeGenerated', type: 'datetime' },
          { name: 'Log_s', type: 'string' },
        ],
        rows: newest(lines).map((line) => [line.iso, said(line)]),
      },
    ],
  })),
  {
    name: 'azure, CSV',
    format: 'log',
    wrap: (lines) =>
      `TimeGenerated [UTC],ContainerName,LogMessage\n${newest(timed(lines))
        .map((line) => `"1/13/2026, ${line.iso.slice(11, 23)} AM",agent,${csvCell(said(line))}\n`)
        .join('')}`,
  },
  document('datadog logs api', (lines) => ({
    data: newest(lines).map((line) => ({
      id: `a${line.index}`,
      type: 'log',
      attributes: { timestamp: line.iso, status: 'info', service: 'agent', message: said(line), attributes: {} },
    })),
    meta: { page: {} },
  })),
  document('loki query_range', (lines) => ({
    status: 'success',
    data: {
      resultType: 'streams',
      result: [{ stream: { app: 'agent' }, values: newest(lines).map((line) => [nanos(line), said(line)]) }],
      stats: {},
    },
  })),
  document('grafana explore, JSON', (lines) =>
    newest(lines).map((line) => ({ line: said(line), timestamp: nanos(line), date: line.iso, fields: { app: 'agent' } })),
  ),
  {
    name: 'grafana explore, TXT',
    format: 'log',
    wrap: (lines) =>
      newest(timed(lines))
        .map((line) => `${line.iso}\t${line.iso}\t${said(line)}\n`)
        .join(''),
  },
  each('logcli', (line) => `${line.iso} {app="agent", pod="agent-7d9f"} ${said(line)}`),
  document('elasticsearch hits', (lines) => ({
    took: 3,
    timed_out: false,
    hits: {
      total: { value: lines.length },
      hits: newest(lines).map((line) => ({
        _index: 'logs',
        _id: `e${line.index}`,
        _source: { '@timestamp': line.iso, message: said(line), log: { level: 'info' } },
        sort: [line.ms],
      })),
    },
  })),
  each('splunk, JSON', (line) =>
    JSON.stringify({ preview: false, offset: line.index, result: { _raw: said(line), _time: line.iso, host: 'h' } }),
  ),
  document(
    'otlp logs',
    (lines) => ({
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'agent' } }] },
          scopeLogs: [
            {
              scope: { name: 'a2a' },
              logRecords: lines.map((line) => ({ timeUnixNano: nanos(line), severityText: 'INFO', body: { stringValue: said(line) } })),
            },
          ],
        },
      ],
    }),
    'otlp',
  ),
  each('vector', (line) =>
    JSON.stringify({
      kubernetes: { pod_name: 'agent' },
      message: said(line),
      source_type: 'kubernetes_logs',
      stream: 'stdout',
      timestamp: line.iso,
    }),
  ),
  each('fluent bit', (line) =>
    JSON.stringify({ date: line.ms / 1000, log: said(line), stream: 'stdout', kubernetes: { pod_name: 'agent' } }),
  ),
  each(
    'fluentd file',
    (line) => `${line.iso.replace('Z', '+00:00')}\tagent.log\t${JSON.stringify({ log: said(line), container: 'agent' })}`,
  ),
];

/** What a person does to text between a terminal and a ticket. */
const PASTES: readonly Container[] = [
  {
    name: 'markdown, one fence',
    format: 'log',
    wrap: (lines) => `Here is what I see:\n\n\`\`\`json\n${lines.map(({ text }) => text).join('\n')}\n\`\`\`\n\nAny idea?\n`,
  },
  {
    name: 'markdown, a fence each',
    format: 'log',
    wrap: (lines) => lines.map((line) => `${named(line)}:\n\n\`\`\`json\n${line.text}\n\`\`\`\n`).join('\n'),
  },
  {
    name: 'markdown, indented over lines',
    format: 'log',
    wrap: (lines) =>
      lines.map((line) => `${named(line)}:\n\n${JSON.stringify(parsed(line.text), null, 2).replace(/^/gm, '    ')}\n`).join('\n'),
  },
  { name: 'quoted mail', format: 'log', wrap: (lines) => lines.map((line) => `> ${said(line)}\n`).join('') },
  {
    name: 'slack',
    format: 'log',
    wrap: (lines) =>
      timed(lines)
        .map((line) => `sam  ${line.iso.slice(11, 16)}\n${said(line)}\n`)
        .join(''),
  },
  { name: 'grep -n', format: 'log', wrap: (lines) => lines.map((line, index) => `agent.log:${index + 1}:${said(line)}\n`).join('') },
  {
    name: 'printed over lines',
    format: 'json',
    wrap: (lines) => lines.map(({ text }) => `${JSON.stringify(parsed(text), null, 2)}\n`).join(''),
  },
];

export const LINE_CONTAINERS: readonly Container[] = [...RUNTIMES, ...LIBRARIES, ...EXPORTS, ...PASTES];
