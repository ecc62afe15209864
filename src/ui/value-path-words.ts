// The way from a text to the value of a row, in words: what was taken off or repaired on the way (log/row.ts has the grammar).

/** Steps that are layers around a value. */
const LAYERS: Readonly<Record<string, string>> = {
  json: 'JSON',
  base64: 'base64',
  gzip: 'gzip',
  mojibake: 'repaired: UTF-8 that was misread as Windows-1252',
  closed: 'repaired: JSON that was cut off, its brackets closed',
  printed: 'a value as a program prints it',
  joined: 'lines of a container log, joined',
  plain: 'without colour codes',
  csv: 'a cell of CSV',
  escaped: 'a JSON string without its quotes',
  shell: 'a word of a shell command',
  dump: 'bytes of a curl trace',
  dechunked: 'HTTP chunks, joined',
  unmarked: 'without the marks of curl',
  event: 'an event whose lines go on without a field name',
};
const NUMBERED: Readonly<Record<string, (number: number) => string>> = {
  sse: (number) => `event ${number + 1} of an event stream`,
  chunks: (number) => `chunks of exchange ${number}, joined`,
  line: (number) => `line ${number + 1}`,
};

/**
 * The layers of a path, outermost first; the members between them are left out.
 * @returns a step that this page has no words for as it is written
 */
export function layersInWords(path: string): readonly string[] {
  return path === '' ? [] : path.split('/').flatMap((step) => layerInWords(step) ?? []);
}

function layerInWords(step: string): string | undefined {
  if (step.startsWith('.') || step.startsWith('[')) return undefined;
  const [word = '', number] = step.split(':');
  const numbered = Object.hasOwn(NUMBERED, word) ? NUMBERED[word] : undefined;
  if (numbered !== undefined && number !== undefined) return numbered(Number(number));
  if (word === 'part') return 'a part of the text';
  return Object.hasOwn(LAYERS, step) ? LAYERS[step] : step;
}

/** Whether a path leads through more than plain JSON. */
export function isLayered(path: string): boolean {
  const layers = layersInWords(path);
  return layers.length > 1 || (layers.length === 1 && layers[0] !== LAYERS['json']);
}
