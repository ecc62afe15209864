// From a range of text to the value a row is about: the grammar of row.ts, walked. Every read of a detail comes through here.

import { boundedDepth } from '../base/bounded-depth.ts';
import type { Json } from '../base/json.ts';
import { isJsonObject, parseExactJson, parseJson } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { failure, success } from '../base/result.ts';
import { decodeBase64Text } from '../base/base64-text.ts';
import { withoutColourCodes } from '../base/colour-codes.ts';
import { dechunked } from '../base/chunked-text.ts';
import { closeJson } from '../base/closed-json.ts';
import { readCurlDump } from '../base/curl-dump.ts';
import { withoutCurlMarks } from '../base/curl-marks.ts';
import { splitEventStream } from '../base/event-stream.ts';
import { readPrinted } from '../base/printed-value.ts';
import { joinSplitLines, unprefixedEvent } from './split-lines.ts';
import { repairMojibake } from '../base/mojibake.ts';
import { csvCell, unescapedText } from '../base/quoted-layers.ts';
import { readShellWord } from '../base/shell-word.ts';
import type { ValuePath } from './row.ts';

/**
 * Resolves a path against the text of a row's range (SPEC.md L.5).
 * @param text the range, secrets cut
 * @returns the value (text is a value too), or an issue naming the step that did not lead on; never throws
 */
export function resolveValuePath(text: Json, path: ValuePath): Result<Json> {
  let value: Json = text;
  if (path === '') return success(value);
  for (const step of path.split('/')) {
    const next = resolveStep(value, step);
    if (!next.ok) return failure(...next.issues.map((issue) => ({ path, message: `step ${step}: ${issue.message}` })));
    value = next.value;
  }
  return success(value);
}

/** Writes a member's name as a path step; `~` and `/` in it are escaped as in a JSON pointer. */
export function memberStep(name: string): string {
  return `.${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function resolveStep(value: Json, step: string): Result<Json> {
  if (step === 'json') return typeof value === 'string' ? parsed(value) : wrong('what should be read as JSON is not a text');
  if (step.startsWith('.')) return memberOf(value, step.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'));
  const index = /^\[(\d+)\]$/.exec(step)?.[1];
  if (index !== undefined) return elementOf(value, Number(index));
  if (Object.hasOwn(TEXT_STEPS, step)) return textStep(value, step);
  const [, word, number] = /^(sse|chunks|line):(\d+)$/.exec(step) ?? [];
  if (word === undefined) return resolveTextStep(value, step);
  if (typeof value !== 'string') return wrong('what should be read is not a text');
  if (word === 'line') return lineOf(value, Number(number));
  return word === 'sse' ? frameOf(value, Number(number)) : chunksOf(value, Number(number));
}

/** The steps that are no words of their own: a stretch of a text, and a value that is printed as no JSON. */
function resolveTextStep(value: Json, step: string): Result<Json> {
  const [, from, to] = /^part:(\d+):(\d+)$/.exec(step) ?? [];
  if (from === undefined && step !== 'printed') return wrong('no such step');
  if (typeof value !== 'string') return wrong('what should be read is not a text');
  return from === undefined ? printedIn(value) : success(value.slice(Number(from), Number(to)));
}

function printedIn(text: string): Result<Json> {
  const read = readPrinted(text);
  if (!read.ok) return wrong('this is no printed value');
  return text.slice(read.end).trim() === '' ? success(read.value) : wrong('there is more text after the value');
}

function lineOf(text: string, index: number): Result<Json> {
  const line = text.split(/\r\n|\n|\r/)[index];
  return line === undefined ? wrong('the text has no such line') : success(line);
}

/** Steps from a text to the text in it, by word; undefined where the text is not of that kind. */
const TEXT_STEPS: Readonly<Record<string, (text: string) => string | undefined>> = {
  plain: withoutColourCodes,
  joined: joinSplitLines,
  event: unprefixedEvent,
  csv: csvCell,
  escaped: unescapedText,
  base64: decodeBase64Text,
  mojibake: repairMojibake,
  closed: closeJson,
  dump: readCurlDump,
  dechunked,
  unmarked: withoutCurlMarks,
  shell: (text) => readShellWord(text, 0)?.value,
};

function textStep(value: Json, step: string): Result<Json> {
  if (typeof value !== 'string') return wrong('what should be read is not a text');
  const found = TEXT_STEPS[step]?.(value);
  return found === undefined ? wrong('the text cannot be read that way') : success(found);
}

/** Whatever is looked at is parsed here, so this is where hostile nesting ends: no projection meets it, and no answer carries it. */
function parsed(text: string): Result<Json> {
  const read = parseExactJson(text);
  return read.ok ? success(boundedDepth(read.value)) : read;
}

function wrong(message: string): Result<never> {
  return failure({ path: '', message });
}

function memberOf(value: Json, name: string): Result<Json> {
  const found = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return found === undefined ? wrong('there is no such member') : success(found);
}

function elementOf(value: Json, index: number): Result<Json> {
  const found = Array.isArray(value) ? (value as readonly Json[])[index] : undefined;
  return found === undefined ? wrong('there is no such element') : success(found);
}

function frameOf(text: string, index: number): Result<Json> {
  const frame = splitEventStream(text)[index];
  return frame === undefined ? wrong('the event stream has no such event') : success(frame.data);
}

/** What the chunk lines of one exchange say, joined: a frame may be spread over several of them. */
function chunksOf(text: string, exchange: number): Result<Json> {
  const pieces: string[] = [];
  for (const line of text.split('\n')) {
    const read = line === '' ? undefined : parseJson(line);
    const chunk = read?.ok && isJsonObject(read.value) ? read.value : undefined;
    const piece = chunk?.['text'];
    if (chunk?.['line'] === 'chunk' && chunk['exchange'] === exchange && typeof piece === 'string') pieces.push(piece);
  }
  return pieces.length === 0 ? wrong('no chunk of that exchange is in the range') : success(pieces.join(''));
}
