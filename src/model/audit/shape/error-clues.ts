// What an error tells of the version that its sender wants: by its details, by the methods and members that it names. A name in an
// error is evidence only beside the request that was refused: it may be the client's own, quoted.

import { boundedDepth } from '../../base/bounded-depth.ts';
import { isJsonObject, type Json } from '../../base/json.ts';
import { BIT } from './clue-kinds.ts';

/** No more of an error's text is looked at. */
const MOST_TEXT = 4000;

/** Evidence in the error of an answer. */
export function errorBits(error: Json | undefined, code: number | string, reason: string | undefined): number {
  if (!isJsonObject(error)) return 0;
  const { data, message } = error;
  const text = `${textOf(message)} ${textOf(error['detail'])} ${textOf(data)} ${textOf(error['details'])}`;
  let bits =
    Array.isArray(data) && (data as readonly Json[]).some((item) => isJsonObject(item) && Object.hasOwn(item, '@type'))
      ? BIT.modernError
      : 0;
  // -32009 names another error in the prose of 0.1; with the reason, or the words, it is certain.
  if (
    reason === 'VERSION_NOT_SUPPORTED' ||
    code === -32009 ||
    /version\W{0,3}not\W{0,3}supported|unsupported\W{0,3}(?:\w{1,20}\W)?version/i.test(text)
  ) {
    bits |= BIT.refusesVersion;
  }
  return bits | namedMethodBits(text) | unknownMemberBits(text);
}

/** The text of a member, or what it is as JSON. */
function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(boundedDepth(value))).slice(0, MOST_TEXT);
}

function namedMethodBits(text: string): number {
  let bits = 0;
  if (/\btasks\/send(?:Subscribe)?\b/.test(text)) bits |= BIT.wantsOld;
  if (/\bmessage\/(?:send|stream)\b/.test(text)) bits |= BIT.wantsKind;
  if (/\bSend(?:Streaming)?Message\b(?!Request|Params)/.test(text)) bits |= BIT.wantsModern;
  return bits;
}

const UNKNOWN_MEMBER =
  /(?:no field named|cannot find field|unknown (?:field|key|name|property)|unrecognized (?:field|key|name|property)|unexpected (?:field|key|property)|extra (?:field|inputs?))[^A-Za-z]{1,6}([A-Za-z]\w{0,40})/i;

/** Members that one version has and another does not: the one who does not know it speaks the other. */
const KNOWN_TO: Readonly<Record<string, number>> = {
  parts: BIT.wantsKind,
  mediaType: BIT.wantsKind,
  raw: BIT.wantsKind,
  filename: BIT.wantsKind,
  returnImmediately: BIT.wantsKind,
  taskPushNotificationConfig: BIT.wantsKind,
  content: BIT.wantsModern,
  kind: BIT.wantsModern,
  mimeType: BIT.wantsModern,
  file: BIT.wantsModern,
  final: BIT.wantsModern,
  blocking: BIT.wantsModern,
  pushNotificationConfig: BIT.wantsModern,
};

function unknownMemberBits(text: string): number {
  const name = UNKNOWN_MEMBER.exec(text)?.[1];
  return name !== undefined && Object.hasOwn(KNOWN_TO, name) ? (KNOWN_TO[name] ?? 0) : 0;
}
