// The lines of an HTTP transcript by what they look like: commands, heads as curl marks them, heads as they crossed, what curl says
// besides. A line that is none of these is text: a body, or prose.

export type LineKind =
  | 'blank'
  /** A curl command. */
  | 'command'
  /** `> POST / HTTP/1.1`, `< HTTP/1.1 200 OK`, and the marked lines that follow. */
  | 'marked-request'
  | 'marked-response'
  | 'marked-out'
  | 'marked-in'
  /** A head as it crossed, or as a REST client's file has it. */
  | 'request'
  | 'response'
  /** The end of an exchange: `* Connection #0 to host … left intact`. */
  | 'closing'
  /** `curl: (52) Empty reply from server`. */
  | 'failure'
  /** The reader broke it off. */
  | 'gone'
  /** Progress, notes on the connection, separators, comments. */
  | 'note'
  /** `=> Send header, 174 bytes (0xae)` of `--trace`. */
  | 'dump'
  | 'text';

const METHOD = '(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)';
/** What `--trace-time` and `--trace-ids` put before each line. */
const STAMP = String.raw`(?:\d\d:\d\d:\d\d(?:\.\d{1,9})? )?(?:\[\d+-[\dx]+\] )?`;
/** What was cut out of a target has spaces in its placeholder. */
const TARGET = String.raw`(?:[^\s[]|\[cut \d{1,9}: [a-z][a-z-]{0,31}\]|\[)+`;
const REQUEST = String.raw`${METHOD} ${TARGET} HTTP\/\d(?:\.\d)?\s*$`;
const RESPONSE = String.raw`HTTP\/\d(?:\.\d)? \d{3}(?: |\s*$)`;
const PATTERNS: readonly (readonly [LineKind, RegExp])[] = [
  ['blank', /^\s*$/],
  ['marked-request', new RegExp(`^${STAMP}> ${REQUEST}`)],
  ['marked-response', new RegExp(`^${STAMP}< ${RESPONSE}`)],
  ['request', new RegExp(`^(?:${REQUEST}|${METHOD} https?://\\S+\\s*$)`)],
  ['response', new RegExp(`^${RESPONSE}`)],
  // HTTP/2 has fields for what the start line says.
  ['request', /^:(?:method|authority|path|scheme): ?\S/],
  ['response', /^:status: ?\d{3}\s*$/],
  ['dump', new RegExp(`^${STAMP}(?:=>|<=) (?:Send|Recv) [A-Za-z ]{1,20}, \\d+ bytes? \\(0x[\\da-f]+\\)\\s*$`)],
  ['failure', /^curl: \(\d{1,3}\) /],
  ['gone', /^\^C\s*$/],
  [
    'closing',
    new RegExp(
      `^${STAMP}(?:\\*|== Info:) (?:Connection #?\\d+ to host .* left intact|Closing connection|shutting down connection|Connection closed by)`,
    ),
  ],
  ['note', new RegExp(`^${STAMP}(?:\\* |[{}] \\[\\d+ bytes data\\]|== Info: )`)],
  ['note', /^(?:###|\/\/|@\w+ *=|# *@)/],
  ['marked-out', new RegExp(`^${STAMP}>(?: |\\s*$)`)],
  ['marked-in', new RegExp(`^${STAMP}<(?: |\\s*$)`)],
];
/** A prompt of at most 80 units, and the program. */
const COMMAND = /^(?:[^'"{}<\n]{0,80}[$%#>❯➜»+] *|\s*)(?:\S*\/)?curl(?:\.exe)?(?=\s)/;

/** What a line looks like, without its line end. */
export function lineKind(line: string): LineKind {
  const start = line.length > 2000 ? line.slice(0, 2000) : line;
  if (/^(?:\S|\s{0,8}\S)/.test(start) && start.includes('curl') && COMMAND.test(start)) return 'command';
  for (const [kind, pattern] of PATTERNS) if (pattern.test(start)) return kind;
  return meterEnd(start) === start.length ? 'note' : 'text';
}

/** Where in a line its command begins. */
export function commandStart(line: string): number {
  const found = COMMAND.exec(line.slice(0, 2000))?.[0] ?? '';
  return found.length - (/(?:\S*\/)?curl(?:\.exe)?$/.exec(found)?.[0].length ?? 0);
}

/** Whether an exchange begins or goes on with this line: no body reaches beyond it. */
export function isStart(kind: LineKind): boolean {
  return (
    kind === 'command' ||
    kind === 'marked-request' ||
    kind === 'marked-response' ||
    kind === 'request' ||
    kind === 'response' ||
    kind === 'dump'
  );
}

const METER_HEAD = /[ \t]*(?:% Total|Dload[ \t]+Upload)[^\r\n]*/y;
const METER = /[ \t]*\d{1,3}(?:[ \t]+[\d.]+[kMGTP]?){7}(?:[ \t]+(?:[\d:]+|--:--:--|\d+d \d+h)){3}[ \t]+[\d.]+[kMGTP]?[ \t]*/y;

/** Where the progress meter at the beginning of a line ends, 0 where there is none. */
export function meterEnd(line: string): number {
  let at = 0;
  for (;;) {
    while (line[at] === '\r') at += 1;
    const found = [METER_HEAD, METER].some((pattern) => {
      pattern.lastIndex = at;
      if (!pattern.test(line)) return false;
      at = pattern.lastIndex;
      return true;
    });
    if (!found) return at;
  }
}

/** What curl prints where a body has no line end of its own. */
const TAIL = /\* (?:Connection #?\d+ to host |Closing connection|transfer closed with |shutting down connection)/;

/** How much of a body's line is the body. */
export function bodyLength(line: string): number {
  const found = line.includes('* ') ? line.search(TAIL) : -1;
  return found < 0 ? line.length : found;
}

export const FIELD_LINE = /^(?:data|event|id|retry)?:/;

/** A note on the connection that tells that it is encrypted. */
export function tellsTls(line: string): boolean {
  return /^\S* ?\* +(?:SSL connection|ALPN|TLSv|Server certificate|using HTTP\/2|\[HTTP\/2\])/.test(line);
}

/** What a note says of a broken connection. */
export function lossIn(line: string): string | undefined {
  return /\* +((?:Empty reply|Recv failure|transfer closed with|Operation timed out|Send failure|HTTP\/2 stream \d+ was not closed)[^\r\n]*)/.exec(
    line,
  )?.[1];
}

/** Whether one of the lines of a text begins an exchange. */
export function looksLikeTranscript(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at);
    const line = text.slice(at, Math.min(feed < 0 ? text.length : feed, at + 2000)).replace(/\r$/, '');
    const kind = lineKind(line);
    // A word alone makes no command: prose may begin with it.
    if (kind === 'command' ? /\s(?:-{1,2}\w|['"]?https?:|\S*localhost|\S+\.\w+\/)/.test(line) : isStart(kind)) return true;
    if (feed < 0) return false;
    at = feed + 1;
  }
  return false;
}
