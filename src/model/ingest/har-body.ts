// The bodies of a HAR entry: as text or base64, garbled or not, and the path that leads from the entry's range to them.

import { decodeBase64Text } from '../base/base64-text.ts';
import { member, textMember, type Json } from '../base/json.ts';
import { repairMojibake } from '../base/mojibake.ts';
import type { ValuePath } from '../log/row.ts';
import { NO_BODY, readBody, type Body } from './body.ts';

/** A body's text, with what it was wrapped in taken off. */
export interface HarText {
  readonly text: string;
  readonly path: ValuePath;
}

/** The text that `holder` (`postData` or `content`) keeps; undefined where the exporter kept none. */
function textIn(holder: Json | undefined, path: ValuePath): HarText | undefined {
  const text = textMember(holder, 'text');
  if (text === undefined) return undefined;
  const encoding = textMember(holder, 'encoding') ?? textMember(holder, '_encoding');
  // Bytes that are no text stay as they were given.
  const decoded = encoding?.toLowerCase() === 'base64' ? decodeBase64Text(text) : undefined;
  return repaired(decoded ?? text, `${path}/.text${decoded === undefined ? '' : '/base64'}`);
}

function repaired(text: string, path: ValuePath): HarText {
  const meant = repairMojibake(text);
  return meant === undefined ? { text, path } : { text: meant, path: `${path}/mojibake` };
}

/** `root` leads from the entry's range to the entry. What was sent: `postData.text`, what some proxies keep in `_content`, or form parameters. */
export function requestBody(request: Json, contentType: string, root: ValuePath): Body {
  const postData = member(request, 'postData');
  const posted = textIn(postData, `${root}/.request/.postData`);
  const found = posted?.text ? posted : textIn(member(request, '_content'), `${root}/.request/._content`);
  if (found?.text) return readBody(found.text, found.path, contentType || (textMember(postData, 'mimeType') ?? ''));
  const params = member(postData, 'params');
  const filled = Array.isArray(params) && params.length > 0;
  return filled ? { kind: 'json', value: params as readonly Json[], path: `${root}/.request/.postData/.params` } : NO_BODY;
}

/** `root` leads from the entry's range to the entry. What was answered: undefined where the body was not kept, an empty text where it was empty. */
export function responseText(response: Json, root: ValuePath): HarText | undefined {
  return textIn(member(response, 'content'), `${root}/.response/.content`);
}
