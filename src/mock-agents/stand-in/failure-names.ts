// What a failed call is called in the history and the log of a stand-in: one of our own names. An error's word comes from the other
// side, which could make it repeat what it was sent.

import { OperationFailure } from '../../model/protocol/operation.ts';
import { errorTypeOf } from '../../model/kernel/watch/remote-calls.ts';

const NAME_OF: ReadonlyMap<string, string> = new Map([
  ['PARSE_ERROR', 'ParseError'],
  ['INVALID_REQUEST', 'InvalidRequest'],
  ['METHOD_NOT_FOUND', 'MethodNotFound'],
  ['INVALID_PARAMS', 'InvalidParams'],
  ['INTERNAL', 'InternalError'],
  ['TASK_NOT_FOUND', 'TaskNotFound'],
  ['TASK_TERMINAL', 'TaskTerminal'],
  ['UNSUPPORTED', 'UnsupportedOperation'],
  ['CONTENT_TYPE_NOT_SUPPORTED', 'ContentTypeNotSupported'],
  ['INVALID_AGENT_RESPONSE', 'InvalidAgentResponse'],
  ['VERSION_NOT_SUPPORTED', 'VersionNotSupported'],
  ['CALLER_UNKNOWN', 'CallerUnknown'],
  ['CALLBACK_NOT_ALLOWED', 'CallbackNotAllowed'],
  ['CALLBACK_UNAUTHENTICATED', 'CallbackUnauthenticated'],
]);
/** For every word that we have no name for. */
const OTHER = 'OperationFailed';
/** What an answer of the wrong kind is. */
export const WRONG_ANSWER = 'WrongAnswer';

/** The name for an error word of the wire. */
export function nameOfCode(code: string): string {
  return NAME_OF.get(code) ?? OTHER;
}

/** Whether a code is an agent's own word that it did not do what it was asked. Others say nothing of it: a gateway's page, an answer that cannot be read. */
export function isRefusal(code: string): boolean {
  return NAME_OF.has(code) && code !== 'INVALID_AGENT_RESPONSE';
}

/** The name of what was thrown while an answer was read. */
export function nameOfThrown(thrown: unknown): string {
  return thrown instanceof OperationFailure ? nameOfCode(thrown.error.code) : errorTypeOf(thrown);
}
