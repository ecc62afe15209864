// Where a remote agent rings: built from our own address and our own id, and from nothing that the remote said (SPEC.md W.4).

import { PUSH_PATH } from './watch-constants.ts';

const PREFIX = PUSH_PATH.slice(0, PUSH_PATH.indexOf('{'));

const HALF_A_CHARACTER = /\p{Surrogate}/gu;

/** Everything but what RFC 3986 leaves unreserved, a slash and the marks that `encodeURIComponent` spares included. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.replace(HALF_A_CHARACTER, '\uFFFD')).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The address for pushes about a local task. The id is one segment of the path, whatever stands in it. */
export function pushUrl(baseUrl: string, localTaskId: string): string {
  return `${baseUrl.replace(/\/$/, '')}${PREFIX}${percentEncoded(localTaskId)}`;
}

/**
 * Whether pushes about a local task can reach it: its address names it and nothing else. Dots alone are steps of a path to everybody
 * who reads an address (RFC 3986 5.2.4), written as they are or in per cent.
 */
export function isReachableByPush(localTaskId: string): boolean {
  return localTaskId !== '.' && localTaskId !== '..' && pushedTaskId(pushUrl('', localTaskId)) === localTaskId;
}

/** The local task that a request's path names; undefined for any other path, a query after it is not looked at. */
export function pushedTaskId(path: string): string | undefined {
  const end = path.search(/[?#]/);
  const plain = end < 0 ? path : path.slice(0, end);
  const segment = plain.startsWith(PREFIX) ? plain.slice(PREFIX.length) : '';
  if (segment === '' || segment.includes('/')) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
