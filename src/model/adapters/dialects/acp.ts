// ACP ⇄ our nouns. The mismatch: a run is a task without its messages to the agent, which stand in the request; messages have
// no ids and no free members; a part with a name is an artifact and has nothing else that an artifact has; content is text,
// JSON inside it too; there are seven statuses for our eight states, no word for a refusal or for waiting for a credential, no
// times of a status but the last, and no place for a delegation chain. Events name no run but where they bring one.
// ACP 1.0. Reading is in acp-decode.ts, writing in acp-encode.ts by the plan of acp-plan.ts, parts in acp-parts.ts, manifests
// in acp-manifest.ts. The envelope of the reference, which is only shaped after a run, is in acp-envelope.ts.

import { member, type Json } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { readMessages, readRun } from './acp-decode.ts';
import type { DeclaredLoss } from './losses.ts';
import { decodeStrictly, type Place, type Reading } from './reading.ts';

/** What this dialect loses, each way. Paths of `encode` are in our nouns, those of `decode` in the run. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'encode', path: 'state=auth-required', why: 'ACP has one word for both waits, and awaiting comes back as input-required' },
  { when: 'encode', path: 'state=rejected', why: 'ACP has no word for a refusal, and failed comes back as failed' },
  { when: 'encode', path: 'state=unknown', why: 'ACP has no such word, and in-progress comes back as working' },
  { when: 'encode', path: 'status.timestamp', why: 'a run has a time for its beginning and for its end, none for a status between' },
  { when: 'encode', path: 'status.tick', why: 'a tick is a fact of the server that counted it' },
  { when: 'encode', path: 'status.message.parts', why: 'an error has one text: the first; other parts of its message have no place' },
  { when: 'encode', path: 'history[].parts', why: 'what a user says after the agent spoke stands in the resume request, not in the run' },
  { when: 'encode', path: 'message.messageId', why: 'messages of ACP have no ids' },
  { when: 'encode', path: 'message.role', why: 'goes with its message' },
  { when: 'encode', path: 'message.taskId', why: 'the run it is in says so' },
  { when: 'encode', path: 'message.contextId', why: 'the run it is in says so' },
  { when: 'encode', path: 'message.metadata', why: 'a message of ACP has no free member' },
  { when: 'encode', path: 'message.referenceTaskIds', why: 'a run names no other run' },
  { when: 'encode', path: 'artifact.artifactId', why: 'an artifact of ACP is known by its name' },
  { when: 'encode', path: 'artifact.name', why: 'artifacts of one name are one artifact, and one without parts is none' },
  { when: 'encode', path: 'artifact.description', why: 'an artifact of ACP is a part with a name and no more' },
  { when: 'encode', path: 'artifact.metadata', why: 'an artifact of ACP is a part with a name and no more' },
  { when: 'encode', path: 'part.metadata', why: 'the metadata of a part is a citation or a step of a tool, and nothing else' },
  { when: 'encode', path: 'part.name', why: 'a name makes a part an artifact, so that a file in a message goes without' },
  { when: 'encode', path: 'part.mimeType', why: 'the media type says what JSON is, so that a text cannot have it nor data another' },
  { when: 'encode', path: 'part.bytes', why: 'a part holds exactly one content: of a URI and bytes the URI goes' },
  { when: 'encode', path: 'metadata', why: 'a run has no free member' },
  { when: 'encode', path: 'delegationChain', why: 'a run does not say on whose behalf it is' },
  { when: 'decode', path: 'agent_name', why: 'a task does not say whose it is: it stands beside it' },
  { when: 'decode', path: 'created_at', why: 'a task has no time of its beginning' },
  { when: 'decode', path: 'finished_at', why: 'is the time of a status that ended, and nothing of one that did not' },
  { when: 'decode', path: 'await_request', why: 'is the status message while the run waits, and stale from then on' },
  { when: 'decode', path: 'error', why: 'its message is the status message of a failed run; its code and data have no place' },
  { when: 'decode', path: 'message.role', why: 'whose a message is shows by where it stands; which agent wrote it has no place' },
  { when: 'decode', path: 'message.created_at', why: 'messages have no times' },
  { when: 'decode', path: 'message.completed_at', why: 'messages have no times' },
];

/** Decodes a run strictly; a status that is none of ours becomes `unknown`, with an issue. */
export const decodeRun = (value: Json): Result<Task<ObservedState>> => decodeStrictly(value, readRun);

/** Reads a run with the request that began it: what was asked is the beginning of the history. */
export function readExchange(reading: Reading, place: Place): Task<ObservedState> {
  const { value, path } = place;
  const input = member(member(value, 'request'), 'input');
  const task = readRun(reading, { value: member(value, 'run'), path: `${path}run` });
  return { ...task, history: [...readMessages(reading, { value: input, path: `${path}request.input` }, 'user'), ...task.history] };
}
