// Ends of streams that a log tells in words: `stream closed`, `Connection reset by peer`, the errors that clients and servers are known to
// log. Told only in a line of a logger, and only of the one stream that it can be of: the one whose task it names, or the only one that
// is open (SPEC.md N.73).

import type { StreamEnd } from '../adapters/sight.ts';
import { isStreaming, type Exchange } from './exchanges.ts';
import { partialMoment } from './log-clock.ts';
import { momentIn } from './log-words.ts';
import { clampLabel } from './row-content.ts';
import { isOver, type Standing } from './stream-ends.ts';
import { rowOfServer, type Seen, type Talk } from './talk.ts';

/** Words that any of the patterns needs: most lines have none. */
const HINT =
  /clos|reset|abort|EOF|disconnect|terminated|hang up|stream (?:has )?(?:ended|completed?|finished|done|lost|broken)|end of|stream error|RST_STREAM|IncompleteRead|Broken ?Pipe|EPIPE|context canceled|outstanding/i;
const GONE =
  /\bclient (?:has )?(?:prematurely )?(?:disconnected|closed|went away|is gone)|\bClientDisconnect|context canceled|aborted by (?:the )?(?:client|user)|\bAbortError\b|\bBrokenPipeError\b|broken pipe|\bEPIPE\b/i;
const LOST =
  /connection (?:was |has been )?(?:reset|broken|lost|aborted|prematurely closed)|\bECONNRESET\b|\bUND_ERR_SOCKET\b|peer closed connection without|incomplete chunked read|\bIncompleteRead\b|prematurely closed|premature close|unexpected EOF|\bEOFException\b|socket hang up|server disconnected|\bRST_STREAM\b|stream error: stream ID|not closed cleanly|transfer closed with outstanding|\bstream (?:was |has been )?(?:reset|aborted|interrupted|broken|lost|terminated)\b|TypeError: terminated|other side closed|\bstream closed (?:unexpectedly|with (?:an )?error|before)/i;
const COMPLETE =
  /\bstream (?:was |has )?(?:closed|ended|completed?|finished|done)\b|\b(?:closed|finished|end of) (?:the )?(?:sse |event )?stream\b|\bEventSource closed\b/i;
/** What a logger or a runtime puts before its words. */
const LOGGER =
  /^\W{0,3}(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRIT(?:ICAL)?)\b|^[A-Za-z_][\w.]{0,80}(?:Error|Exception|Disconnect|Read)\b/i;
const LONGEST = 2000;

/** How a stream ended by the words of a line; undefined for words that tell no end. */
export function endIn(words: string): StreamEnd | undefined {
  const text = words.slice(0, LONGEST);
  if (!HINT.test(text)) return undefined;
  if (GONE.test(text)) return 'reader-gone';
  if (LOST.test(text)) return 'lost';
  return COMPLETE.test(text) ? 'complete' : undefined;
}

/** Whether a line is one that a logger or a runtime wrote, and no prose about one. */
export function isLoggers(line: string): boolean {
  const head = line.slice(0, 200);
  return LOGGER.test(head) || momentIn(head) !== undefined || partialMoment(head) !== undefined;
}

interface OpenStream {
  readonly call: Exchange | undefined;
  readonly taskId: string | undefined;
  /** Whether its task came to rest: what breaks off later is no loss of it. */
  readonly isOver: boolean;
}

export interface LoggedEnds {
  /** Takes note of the stream that a value is of, if it is of one. */
  saw(found: Standing, isEvent: boolean): void;
  /** The end that the words of a line tell, of the only stream that it can be of; undefined where they tell none, or not of which. */
  find(words: string): LoggedEnd | undefined;
  tell(end: LoggedEnd, seen: Seen): void;
}
export interface LoggedEnd extends OpenStream {
  readonly ended: StreamEnd;
}

const MOST = 64;

/** Starts with no stream open. */
export function createLoggedEnds(talk: Talk): LoggedEnds {
  const open = new Map<Exchange | string, OpenStream>();
  return {
    saw: ({ call, observation: { said } }, isEvent) => {
      if (call === undefined ? !isEvent : !isStreaming(call)) return;
      const taskId = said.kind === 'task' ? said.task.taskId : 'update' in said ? said.update.taskId : call?.taskId;
      const key = call ?? taskId;
      if (key === undefined || key === '') return;
      open.set(key, { call, taskId, isOver: isOver(said) });
      if (open.size > MOST) open.delete(open.keys().next().value ?? '');
    },
    find: (words) => {
      if (open.size === 0) return undefined;
      const ended = endIn(words);
      if (ended === undefined) return undefined;
      const named = [...open].filter(([, { taskId }]) => taskId !== undefined && taskId !== '' && words.includes(taskId));
      const atWork = ended === 'complete' ? [] : [...open].filter(([, stream]) => !stream.isOver);
      const [found, ...others] = named.length > 0 ? named : atWork.length > 0 ? atWork : [...open];
      return found === undefined || others.length > 0 ? undefined : { ...found[1], ended };
    },
    tell: ({ call, taskId, ended }, seen) => {
      open.delete(call ?? taskId ?? '');
      const label = ended === 'complete' ? undefined : ended === 'lost' ? 'lost: so the log says' : 'reader gone';
      const content = { ...(taskId !== undefined && { taskId }), label: label && clampLabel(label), failed: ended === 'lost' };
      rowOfServer(talk, call, seen, {
        kind: 'stream-ended',
        channel: 'stream',
        path: seen.path,
        content,
        sight: { as: 'end', call, seenAt: seen.time, ended },
      });
    },
  };
}
