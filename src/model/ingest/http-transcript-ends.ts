// How exchanges of a transcript end: by what curl says, by what begins next, by the end of the text.

import { isEventStream, NO_BODY } from './body.ts';
import { UNTERMINATED } from './conversation.ts';
import { cutFault } from './cut-text.ts';
import type { TranscriptCall } from './http-transcript-calls.ts';
import { httpDate } from './http-transcript-head.ts';
import { lossIn, tellsTls } from './http-transcript-lines.ts';
import type { Transcript } from './http-transcript-state.ts';
import type { Line } from './reading.ts';

/** What ends something: what curl says, the reader's leaving, another beginning, the end of the text. */
export type Ending = 'closing' | 'gone' | 'next' | 'end of text';

/** An answer that shows no body: told with its status alone. */
export function closeAnswer(transcript: Transcript, ending: Ending): void {
  const { answer, calls, talk } = transcript;
  if (!answer) return;
  transcript.answer = undefined;
  const call = calls.unanswered() ?? calls.orphan();
  call.answered = true;
  const { head, piece, closed } = answer;
  const seen = { key: call.key, at: piece, path: '', time: httpDate(head.headers['date']) };
  if (!isEventStream(head.headers['content-type'] ?? '')) {
    return calls.then(() => talk.response({ ...seen, status: head.status, headers: head.headers, body: NO_BODY }));
  }
  calls.then(() => talk.head(call.key, seen));
  call.last = piece;
  // At the end of the text nobody knows whether events would have followed, unless curl says so.
  if (ending !== 'end of text' || closed) calls.end(call, call.lost === undefined ? 'complete' : 'lost');
}

/** The stream that is open: ends, or is held where more of it may follow. */
export function closeStream(transcript: Transcript, ending: Ending): void {
  const { stream: call, calls, talk, reader } = transcript;
  if (!call) return;
  transcript.stream = undefined;
  if (call.lost !== undefined) return calls.end(call, 'lost');
  if (ending === 'gone') return calls.end(call, 'reader-gone');
  const { broken, unterminated } = call;
  if (broken) return calls.then(() => talk.fault(call.key, broken, cutFault('The text of the stream stops inside its last event.')));
  if (unterminated) calls.then(() => talk.fault(call.key, unterminated, UNTERMINATED));
  if (ending === 'closing') calls.end(call, 'complete');
  else if (ending === 'next') calls.holdEnd(call);
  // Curl would have told the end: the text stops before it. Of a text that was cut nobody knows.
  else if (!call.noted && !reader.text.isCut) calls.end(call, 'complete');
}

/** A line that curl or a person put between: what it tells of the exchange is kept. */
export function readNote(transcript: Transcript, line: Line, kind: 'closing' | 'note' | 'gone'): void {
  const { cursor, reader, stream, current, answer } = transcript;
  reader.framing(cursor.take(line.to), 'what curl says besides');
  const call = stream ?? current;
  if (call && line.text.includes('* ')) {
    call.noted = true;
    call.tls ||= tellsTls(line.text);
    call.lost ??= lossIn(line.text);
  }
  if (kind === 'note') return;
  if (answer) answer.closed = true;
  closeStream(transcript, kind);
  if (call?.lost !== undefined && !answer) loseCall(transcript, call, line);
}

/** `curl: (52) Empty reply from server`: the exchange is lost, as far as it has not ended. */
export function readFailure(transcript: Transcript, line: Line): void {
  const { cursor, reader, stream, current, answer } = transcript;
  const piece = cursor.take(line.to);
  reader.framing(piece, 'what curl says besides');
  const why = piece.text.trim();
  const call = stream ?? current;
  // 23: what curl wrote to was gone.
  if (stream && why.startsWith('curl: (23)')) return closeStream(transcript, 'gone');
  if (!call || call.lost !== undefined) {
    if (stream) closeStream(transcript, 'closing');
    return;
  }
  call.lost = why;
  if (answer) closeAnswer(transcript, 'closing');
  else if (stream) closeStream(transcript, 'closing');
  else loseCall(transcript, call, piece);
}

/** A request that nothing answered. */
function loseCall({ calls, talk }: Transcript, call: TranscriptCall, { from, to }: { readonly from: number; readonly to: number }): void {
  calls.settle(call);
  if (call.answered) return;
  call.answered = true;
  calls.then(() => talk.end({ key: call.key, at: { from, to }, path: '', ended: 'lost', why: call.lost }));
}
