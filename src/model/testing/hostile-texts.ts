// Texts that are made to hurt whoever reads them: nesting, lines and lists without end, things that open and never close, lengths that lie,
// names that mean something to a program. Each grows with a size, so that what is read more often than it should be shows.

const status = (task: string): string =>
  `{"kind":"status-update","taskId":"${task}","contextId":"c","status":{"state":"working"},"final":false}`;
const task = (id: string, more = ''): string => `{"kind":"task","id":"${id}","contextId":"c","status":{"state":"working"}${more}}`;
const send = (id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"message/send","params":{"message":{"messageId":"m${id}","role":"user","parts":[]}}}`;
const CHUNKED = 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n';
const HAR = '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[';

/** Each makes a text of about `size` units. */
type MadeHostile = (size: number) => string;

const filled =
  (before: string, unit: string, after = ''): MadeHostile =>
  (size) =>
    before + unit.repeat(Math.ceil(size / unit.length)) + after;

const counted =
  (before: string, unit: (number: number) => string, after = ''): MadeHostile =>
  (size) => {
    let text = before;
    for (let number = 0; text.length < size; number += 1) text += unit(number);
    return text + after;
  };

const nested =
  (open: string, inner: string, close: string): MadeHostile =>
  (size) => {
    const depth = Math.ceil(size / (open.length + close.length));
    return open.repeat(depth) + inner + close.repeat(depth);
  };

/** JSON in JSON strings, or base64 in base64, as deep as it gets. */
const wrapped =
  (wrap: (text: string) => string): MadeHostile =>
  (size) => {
    let text = task('t');
    while (text.length < size) text = wrap(text);
    return text;
  };

export const HOSTILE_TEXTS: Readonly<Record<string, MadeHostile>> = {
  'brackets in a line of a log': filled('INFO got ', '[', '\nnext\n'),
  'brackets in pairs in a line of a log': filled('INFO got ', '[{', '\nnext\n'),
  'objects that open in a line of a log': filled('INFO got ', '{"a":', '\nnext\n'),
  'printed objects that open in a line of a log': filled('INFO got ', "{'a': ", '\nnext\n'),
  'calls that open in a line of a log': filled('INFO got ', "Task('", '\nnext\n'),
  'quotes in a line of a log': filled('INFO got {', `'"`),
  'texts side by side in a line of a log': filled("INFO got {'a': ", "'x' "),
  'a cell that does not end': filled('INFO,"{""a"": ', '""x"",'),
  'escaped values in a line of a log': filled('INFO ', '{\\"a\\":1} '),
  'values in a line of a log': filled('INFO ', '{"a":1} '),
  'lists that close in a line of a log': nested('INFO [', '1', ']'),
  'comments in a line of a log': filled("INFO {'a': ", '/* * '),
  'colours in a line of a log': filled('INFO ', '\u001b[1m{'),
  'lines of a log that open a list': filled('', 'INFO got [{\n'),
  'lines of a log that open an object': filled('', 'INFO got {"a":\n'),
  'lines of a log that open and close': filled('', 'INFO got {"a":\n}\n]\n'),
  'lines of a log that close': filled('INFO got {"a":[\n', ']]\n'),
  'colours in lines': filled('', '\u001b[1m{"a":\u001b[0m\n'),
  'one long line of a log': filled('INFO ', 'word '),
  'a long second line': filled('POST / HTTP/1.1\nA: ', 'x'),
  'a long line after a stream': filled(`data: ${status('t')}\n\n`, '}'),
  'partial lines': filled('', '2026-01-01T00:00:00Z stdout P {"a":\n'),
  'pieces of Docker': filled('', '{"log":"{\\"a\\":","time":"2026-01-01T00:00:00Z"}\n'),
  'heads of .NET': filled('', 'info: A[1]\n  {"a":\n'),
  'empty lines': filled('', '\n'),
  'a line of white space': filled('INFO x\n', ' ', 'x\n'),
  'lines that end with CR alone': filled('', `INFO ${status('t')}\r`),
  zeroes: filled('', '\0'),
  'request lines': filled('', 'POST / HTTP/1.1\n'),
  'requests of REST clients': filled('', 'POST http://a/b\n'),
  'answers without requests': filled('', 'HTTP/1.1 200 OK\n'),
  'requests without answers': counted('', (number) => `POST / HTTP/1.1\nHost: a\n\n${send(number)}\n`),
  'commands that do not end': filled('', "$ curl -d 'x http://a/\n"),
  'a command that does not end': filled("$ curl -d 'x http://a/\n", 'text\n'),
  'a command of many lines': filled('$ curl http://a \\\n', ' -H a:b \\\n'),
  'a head without end': counted('POST / HTTP/1.1\n', (number) => `A${number}: b\n`),
  'a head that says __proto__': filled('POST / HTTP/1.1\n', '__proto__: b\nconstructor: c\n'),
  'a body of a length beyond all': filled('POST / HTTP/1.1\nContent-Length: 99999999999999\n\n', 'text\n'),
  'bodies of lengths below zero': filled('', 'HTTP/1.1 200 OK\nContent-Length: -5\n\ntext\n'),
  'a chunk of four gigabytes': filled(`${CHUNKED}ffffffff\n`, 'text\n'),
  'chunks of four gigabytes': filled('', `${CHUNKED}ffffffff\ntext\n`),
  'chunks of one unit': filled(CHUNKED, '1\na\n'),
  'bodies that open': filled('', 'POST / HTTP/1.1\n\n{"a":\n'),
  'an event without end': filled('data: ', 'x'),
  'an event whose text does not end': filled('data: {"a":"', 'x'),
  'an event of many lines': filled('data: {"a":[\n', 'data: 1,\n'),
  'events of one block': filled('', 'data: {"a":1}\n'),
  'events that open': filled('', 'data: {"a":\n\n'),
  'stray lines in events': filled('', 'data: {"a":1}\nstray\n\n'),
  comments: filled('', ': ping\n'),
  'lists in lists': nested('[', '', ']'),
  'objects in objects': nested('{"a":', '1', '}'),
  'lists that open': filled('', '['),
  'objects that open': filled('', '{"a":'),
  'braces in lines': filled('', '{\n'),
  'texts that open in lines': filled('', '{"a":"\n'),
  'one name over and over': filled('{"kind":"task","id":"t","status":{"state":"working"},"metadata":{', '"a":1,', '"a":2}}'),
  'names that are no names': filled(
    '',
    '{"__proto__":{"kind":"task"},"constructor":{},"kind":"task","id":"__proto__","contextId":"constructor","status":{"state":"working"}}\n',
  ),
  'a number of many digits': filled('{"kind":"task","status":{"state":"working"},"id":', '1', '}'),
  'numbers of many digits': filled(
    `{"kind":"task","id":"t","status":{"state":"working"},"metadata":{"n":[`,
    '1234567890123456789012,',
    '1e999]}}',
  ),
  'halves of pairs': filled('', '{"kind":"task","id":"\\ud800","contextId":"\udc00","status":{"state":"working"}}\n'),
  'a text that the end cuts': filled('{"items":[{"a":1},{"b":"', '\\"x'),
  'a list that the end cuts': filled('{"items":[', `${task('t')},`, '{"a'),
  'elements that are none': filled('[{"a":1},', 'x,', '1]'),
  'elements that break off': filled('[{"a":1},', '{"a":x},', '1]'),
  'values that break off': filled('', '{"a":x}\n'),
  commas: filled('[', ',', ']'),
  'a text of escapes': filled(`{"kind":"task","id":"t","status":{"state":"working"},"metadata":{"x":"`, '\\u0041', '"}}'),
  'JSON in JSON in JSON': wrapped((text) => JSON.stringify({ body: text })),
  'base64 in base64 in base64': wrapped((text) => JSON.stringify({ bytes: btoa(text) })),
  'distinct tasks': counted('', (number) => `${status(`t${number}`)}\n`),
  'streams that are open at once': counted('', (number) => `${send(number).replace('/send', '/stream')}\n`),
  'tiny entries of a HAR': counted(HAR, () => '{"request":{},"response":{}},', '{}]}}'),
  'entries of a HAR that open': filled(HAR, '{"request":'),
  'spans, each in the one before': counted(
    '{"resourceSpans":[{"scopeSpans":[{"spans":[',
    (number) => `{"traceId":"${'a'.repeat(32)}","spanId":"${number}","parentSpanId":"${number - 1}","name":"x"},`,
    '{}]}]}]}',
  ),
  'a saved form that lies about lengths': filled(
    '{"delegationInspector":"saved","version":1,"sources":[{"name":"a","length":99999999999}]}\n',
    'x\n',
  ),
};
