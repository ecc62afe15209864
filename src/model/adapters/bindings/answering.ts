// What every binding's server side does alike: answer JSON, put faults into a sentence, and put what was thrown into words.

import type { Issue } from '../../base/result.ts';
import type { CallerContext } from '../../protocol/caller-context.ts';
import type { HttpHeaders, HttpResponse } from '../../protocol/http.ts';
import { OperationFailure, type OperationError } from '../../protocol/operation.ts';

/** Whoever asks for a card: the one operation without a caller. */
export const NOBODY: CallerContext = {
  agentId: '',
  tenant: '',
  userId: '',
  scopes: [],
  dataClassification: 'public',
  delegationChain: [],
};

/** The header that proves to a callback where a delivery comes from. Specification 0.3 §9.5, kept by 1.0. */
export const TOKEN_HEADER = 'x-a2a-notification-token';

/** An answer with a JSON text as its body. */
export function jsonAnswer(status: number, body: string, headers: HttpHeaders = { 'content-type': 'application/json' }): HttpResponse {
  return { status, headers, body };
}

/** Where and what was wrong, as one sentence. */
export function sentence(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
}

/** What a sequence threw, in our words: a failure as it is, an error that carries a word by that word, any other as INTERNAL. */
export function errorOf(thrown: unknown): OperationError {
  if (thrown instanceof OperationFailure) return thrown.error;
  if (!(thrown instanceof Error)) return { code: 'INTERNAL', message: String(thrown) };
  const code: unknown = 'code' in thrown ? thrown.code : undefined;
  return { code: typeof code === 'string' ? code : 'INTERNAL', message: thrown.message };
}
