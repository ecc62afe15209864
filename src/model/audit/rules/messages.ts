// Messages without parts, and messages in streams that belong to a task; how a stream begins.

import type { Casebook, FrameSeen, ShapeNote, StreamCase, TaskCase } from '../casebook/casebook.ts';
import { inPortions, type NamedTask, type Rule, type Verdicts } from '../rule.ts';
import { isForeign, judgeOf } from './judging-version.ts';
import { taskAnswered, taskAsked } from './named-tasks.ts';
import { isListOfNouns } from './stream-coverage.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

type Exchange = Pick<ShapeNote, 'task' | 'taskId' | 'call' | 'stream'>;

/** The task of an exchange: the one at fault, else the one its request names, else the one it was answered with. */
export function taskOfExchange({ task, taskId, call, stream }: Exchange): NamedTask | null {
  const asked = call ?? stream?.call;
  if (taskId !== undefined) return { id: taskId, endpoint: task?.endpoint ?? asked?.endpoint ?? '' };
  return named(task) ?? named(stream?.task) ?? taskAsked(asked) ?? named(asked && taskAnswered(asked)?.task) ?? null;
}

/** A task that lacks its id is none that could be named. */
function named(task: TaskCase | undefined): TaskCase | undefined {
  return task?.id === '' ? undefined : task;
}

function checkEmpty(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const note of book.shapes) {
    if (note.kind !== 'empty-message-parts' && note.kind !== 'no-part') continue;
    const version = judgeOf(book, note);
    const where = note.path === '' ? '' : ` (${note.path})`;
    const why = note.kind === 'no-part' ? `Something in a message is no part${where}.` : `A message has no parts${where}.`;
    sheet.find({ task: taskOfExchange(note), severity: 'error', rows: [note.row], why, version });
  }
  return sheet.verdicts();
}

const TASK_FRAMES: ReadonlySet<FrameSeen['kind']> = new Set(['task', 'status-update', 'artifact-update']);

function* checkStreams(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  yield* inPortions(book.streams, (stream) => {
    const version = judgeOf(book, { stream, task: stream.task });
    // In ACP messages are what a stream is made of; 0.1 has none in its streams.
    if (!isForeign(version) && version !== '0.1' && !isListOfNouns(stream)) judgeMessages(sheet, stream, version);
  });
  return sheet.verdicts();
}

function judgeMessages(sheet: VerdictSheet, stream: StreamCase, version: string): void {
  const severity = version === '1.0' ? 'error' : 'warning';
  const task = taskOfExchange({ task: undefined, call: stream.call, stream });
  let first: FrameSeen | undefined;
  for (const frame of stream.frames) {
    if (frame.kind !== 'message' && !TASK_FRAMES.has(frame.kind)) continue;
    if (first && (first.kind === 'message' || frame.kind === 'message')) {
      const rows = [frame.row, first.row];
      sheet.find({
        task: frame.sighting?.task ?? task,
        severity,
        rows,
        why: first.kind === 'message' ? AFTER_MESSAGE : BESIDE_TASK,
        version,
      });
    }
    first ??= frame;
  }
  if (first?.kind === 'message' && stream.count === 1)
    sheet.pass(task, [first.row], 'The stream is one message and nothing else, as it may be.');
}

const AFTER_MESSAGE =
  'A message came in the stream, and more after it: a message is all of its stream, or belongs into a status or an artifact.';
const BESIDE_TASK = 'A bare message came in the stream of a task: it belongs into a status or an artifact, where readers look for it.';

function* checkBeginnings(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  yield* inPortions(book.streams, (stream) => {
    const version = judgeOf(book, { stream, task: stream.task });
    if (isForeign(version) || version === '0.1') return;
    const first = stream.frames[0];
    if (first && (first.kind === 'status-update' || first.kind === 'artifact-update')) judgeBeginning(sheet, stream, first, version);
  });
  return sheet.verdicts();
}

function judgeBeginning(sheet: VerdictSheet, stream: StreamCase, first: FrameSeen, version: string): void {
  const task = first.sighting?.task ?? taskOfExchange({ task: undefined, call: stream.call, stream });
  const what = first.kind === 'status-update' ? 'a status update' : 'an artifact update';
  if (version === '1.0') {
    const why = `The stream begins with ${what} and not with the task: readers that wait for it drop what comes before.`;
    sheet.find({ task, severity: 'error', rows: [first.row], why, version });
  } else if (stream.call?.operation === 'subscribe') {
    sheet.pass(task, [first.row], `The stream begins with ${what}: one that was taken up again starts anywhere before 1.0.`);
  } else {
    const why = `The stream begins with ${what} and not with the task, which only a guide asks for before 1.0.`;
    sheet.find({ task, severity: 'info', rows: [first.row], why, version });
  }
}

export const MESSAGE_RULES: readonly Rule[] = [
  {
    id: 'empty-message-parts',
    title: 'A message without parts',
    meaning: 'A message has no parts, or elements among its parts that are none. In ACP a message may begin empty.',
    remedy: 'The sender must put its content into parts: at least one, each an object with text, a file or data.',
    channels: ['R', 'S', 'P'],
    severities: 'error',
    spec: {
      '': 'A2A 0.3.0 §6.4, §6.5',
      '0.1': 'A2A 0.1 §6.4 MUST',
      '0.2': 'A2A 0.2 §6.4, §6.5',
      '1.0': 'A2A 1.0 §5.7; a2a.proto Message.parts',
      acp: 'ACP 1.0 Message.parts (minItems 1)',
    },
    check: checkEmpty,
  },
  {
    id: 'message-in-task-stream',
    title: 'A bare message in the stream of a task',
    meaning: 'A stream that has a task brings a message beside it, or something follows on a message that should be alone.',
    remedy: 'The server must put the text into the message of a status or into an artifact.',
    channels: ['S'],
    severities: 'error (1.0); warning (0.2, 0.3)',
    spec: { '': 'A2A 0.3.0 life-of-a-task', '0.2': 'A2A 0.2 life-of-a-task', '1.0': 'A2A 1.0 §3.1.2' },
    check: checkStreams,
  },
  {
    id: 'stream-not-started-with-task',
    title: 'A stream that does not begin with its task',
    meaning:
      'The first event of a stream is neither the task nor a message. Before 1.0 only a guide asks for it, and 0.1 begins with updates.',
    remedy: 'The server must send the task first, then its updates.',
    channels: ['S'],
    severities: 'error (1.0); info (0.2, 0.3)',
    spec: { '': 'A2A 0.3.0 life-of-a-task (a guide)', '0.2': 'A2A 0.2 life-of-a-task (a guide)', '1.0': 'A2A 1.0 §3.1.2, §3.1.6' },
    check: checkBeginnings,
  },
];
