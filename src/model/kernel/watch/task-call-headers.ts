// What goes with every call about a remote task, beside what the protocol wants: on whose behalf it is made, without which a peer
// knows no such task, and the extensions that were agreed on. SPEC.md W.18.

import type { HttpHeaders } from '../../protocol/http.ts';

export const PARTICIPANT_HEADER = 'x-participant-id';
const EXTENSIONS_HEADER = 'a2a-extensions';

/** The headers of a call about a task; names in lower case, as everywhere. */
export function taskCallHeaders(participant: string, extensions: readonly string[]): HttpHeaders {
  return { [PARTICIPANT_HEADER]: participant, ...(extensions.length === 0 ? {} : { [EXTENSIONS_HEADER]: extensions.join(', ') }) };
}
