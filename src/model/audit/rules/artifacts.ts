// Artifacts that come in chunks: appended to nothing, changed after their last chunk, left open by a task that failed; and artifacts
// without a part.

import type { ObservedState } from '../../protocol/task.ts';
import type { Casebook, FrameSeen, ShapeNote, StreamCase, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import { inPortions, type NamedTask, type Rule, type Verdicts } from '../rule.ts';
import { firstRows, foldArtifacts, tornStreams, type ArtifactChange, type ArtifactState } from './artifact-folding.ts';
import { ACP, isForeign, judgeOf } from './judging-version.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

function* checkAppends(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  const firstOf = new Map<TaskCase, ReadonlyMap<string, number>>();
  yield* inPortions(book.streams, (stream) => {
    const version = judgeOf(book, { stream, task: stream.task });
    if (isForeign(version)) return;
    const known = new Map<TaskCase, Set<string>>();
    for (const frame of stream.frames) {
      const seen = frame.sighting;
      if (!seen || seen.artifacts.length === 0) continue;
      const ofTask = known.get(seen.task) ?? new Set<string>();
      known.set(seen.task, ofTask);
      for (const { artifactId, append } of seen.artifacts) {
        if (append && !ofTask.has(artifactId)) {
          const first = firstOf.get(seen.task) ?? firstRows(seen.task);
          firstOf.set(seen.task, first);
          judgeAppend(sheet, { stream, seen, artifactId, version, first: first.get(artifactId) ?? seen.row });
        }
        ofTask.add(artifactId);
      }
    }
  });
  return sheet.verdicts();
}

interface Append {
  readonly stream: StreamCase;
  readonly seen: TaskSighting;
  readonly artifactId: string;
  readonly version: string;
  /** The row at which the artifact was first there. */
  readonly first: number;
}

function judgeAppend(sheet: VerdictSheet, { stream, seen, artifactId, version, first }: Append): void {
  const { task, row } = seen;
  if (first < row) {
    return sheet.pass(
      task,
      [row, first],
      `A chunk was appended to artifact ${artifactId}, which this stream had not shown, but the trace had.`,
    );
  }
  if (!showsBeginning(stream, row)) {
    return sheet.pass(task, [row], `A chunk was appended to artifact ${artifactId} in a stream whose beginning is not in the trace.`);
  }
  const why = `A chunk was appended to artifact ${artifactId} of ${task.id}, which had not been sent before: some readers drop it, some fail, some create it.`;
  sheet.find({ task, severity: 'warning', rows: [row], why, version });
}

/** Whether what a task had before can be known: a subscription may begin in the middle, and so may a paste. */
function showsBeginning({ call, frames }: StreamCase, row: number): boolean {
  if (call?.request !== undefined && call.operation !== 'subscribe') return true;
  const [first] = frames;
  if (first === undefined) return false;
  if (first.kind === 'task') return true;
  return call?.operation !== 'subscribe' && first.kind === 'status-update' && first.row < row;
}

function* checkLastChunks(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  yield* inPortions(book.streams, (stream) => {
    const version = judgeOf(book, { stream, task: stream.task });
    if (!isForeign(version)) foldArtifacts(stream, (change) => judgeChange(sheet, change, version));
  });
  return sheet.verdicts();
}

function judgeChange(sheet: VerdictSheet, { seen, artifact, before }: ArtifactChange, version: string): void {
  const { task, row } = seen;
  const { artifactId, append, lastChunk } = artifact;
  if (!before) return;
  const rows = [row, before.row];
  if (before.isClosed && (append || before.isGrown)) {
    const how = append ? 'grew' : 'was replaced';
    const why = `Artifact ${artifactId} of ${task.id} ${how} after its last chunk: a reader that takes lastChunk for a seal keeps the old text.`;
    sheet.find({ task, severity: 'info', rows, why, version });
  } else if (before.isClosed) {
    sheet.pass(task, rows, `Artifact ${artifactId} was sent whole once more: it replaces what had been sent whole.`);
  } else if (before.isGrown && lastChunk === true && !append) {
    sheet.pass(task, rows, `Artifact ${artifactId} was closed by sending it whole, after chunks of which none was the last.`);
  }
}

const BROKEN_OFF: ReadonlySet<ObservedState | undefined> = new Set(['failed', 'canceled', 'rejected']);

function* checkPartial(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  const torn = tornStreams(book);
  yield* inPortions(book.streams, (stream) => {
    const version = judgeOf(book, { stream, task: stream.task });
    if (version === ACP) judgeOpenMessage(sheet, stream);
    else
      for (const [task, artifacts] of foldArtifacts(stream))
        judgeOpen(sheet, { stream, task, artifacts, isTorn: torn.has(stream), version });
  });
  return sheet.verdicts();
}

interface Folded {
  readonly stream: StreamCase;
  readonly task: TaskCase;
  readonly artifacts: ReadonlyMap<string, ArtifactState>;
  readonly isTorn: boolean;
  readonly version: string;
}

function judgeOpen(sheet: VerdictSheet, folded: Folded): void {
  const { task, version } = folded;
  const ending = task.sightings.find(({ state }) => BROKEN_OFF.has(state));
  if (!ending) return;
  for (const [artifactId, { isOpen, row }] of folded.artifacts) {
    // What comes after the end is another fault.
    if (!isOpen || (ending.stream === folded.stream && row > ending.row)) continue;
    const rows = [ending.row, row];
    const why = excuseOf(folded, ending, artifactId);
    if (why !== undefined) sheet.pass(task, rows, why);
    else {
      const what = `${task.id} ended as ${ending.state ?? ''} while its artifact ${artifactId} was open: what there is of it is not whole.`;
      sheet.find({ task, severity: 'warning', rows, why: what, version });
    }
  }
}

/** Why an artifact that a stream left open may have been closed all the same. */
function excuseOf({ stream, task, isTorn }: Folded, ending: TaskSighting, artifactId: string): string | undefined {
  const isClosedElsewhere = task.sightings.some(
    ({ stream: other, artifacts }) => other !== stream && artifacts.some((one) => one.artifactId === artifactId && one.lastChunk === true),
  );
  if (isClosedElsewhere) return `Artifact ${artifactId} was left open by one stream of the task and closed by another.`;
  if (ending.stream === stream) return undefined;
  const isWhole = !isTorn && (stream.ended === 'complete' || stream.ended === undefined);
  return isWhole
    ? undefined
    : `The stream broke off before the task ended: the last chunk of artifact ${artifactId} may have been lost with the rest.`;
}

/** ACP closes a message with message.completed; a run that fails leaves the open one as it is. */
function judgeOpenMessage(sheet: VerdictSheet, { frames, task }: StreamCase): void {
  if (!task) return;
  let open: FrameSeen | undefined;
  for (const frame of frames) {
    if (frame.event === 'message.created') open = frame;
    else if (frame.event === 'message.completed') open = undefined;
    const state = frame.sighting?.state;
    if (!open || !BROKEN_OFF.has(state)) continue;
    const why = `The run ended as ${state ?? ''} while a message of it was open: what there is of it is not whole.`;
    return sheet.find({ task, severity: 'warning', rows: [frame.row, open.row], why, version: ACP });
  }
}

function checkEmpty(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const note of book.shapes) {
    if (note.kind !== 'empty-artifact-parts') continue;
    const { task, call, stream, row, version: spoken, path } = note;
    const version = judgeOf(book, { version: spoken, stream, call, task });
    if (isForeign(version)) continue;
    const severity = version === '0.1' || version === '1.0' ? 'error' : 'warning';
    const where = path === '' || path === 'parts' ? '' : ` (${path})`;
    sheet.find({ task: taskOfNote(note), severity, rows: [row], why: `An artifact has no part${where}.`, version });
  }
  return sheet.verdicts();
}

/** The task of a list that the note is about, else the one that it stood in. */
function taskOfNote({ task, taskId, call }: ShapeNote): NamedTask | null {
  return taskId === undefined ? (task ?? null) : { id: taskId, endpoint: task?.endpoint ?? call?.endpoint ?? '' };
}

export const ARTIFACT_RULES: readonly Rule[] = [
  {
    id: 'append-before-create',
    title: 'A chunk of an artifact that was never begun',
    meaning:
      'An update says append: true for an artifact that had not been sent before. SDKs differ: some drop the chunk, some raise, some create the artifact.',
    remedy: 'The server must send the first chunk of an artifact without append, and the later ones under the same artifactId.',
    channels: ['S'],
    severities: 'warning',
    spec: {
      '': 'A2A 0.3.0 a2a.json TaskArtifactUpdateEvent.append',
      '0.1': 'A2A 0.1 §6.7',
      '0.2': 'A2A 0.2 a2a.json TaskArtifactUpdateEvent.append',
      '1.0': 'A2A 1.0 a2a.proto TaskArtifactUpdateEvent.append',
    },
    check: checkAppends,
  },
  {
    id: 'update-after-last-chunk',
    title: 'An artifact that changed after its last chunk',
    meaning:
      'An artifact grew after an update had said lastChunk: true, or was replaced after its chunks had been closed. No version settles whether that may be.',
    remedy: 'The server should say lastChunk only when nothing more comes, and send a corrected text as a new artifact.',
    channels: ['S'],
    severities: 'info',
    spec: {
      '': 'A2A 0.3.0 a2a.json TaskArtifactUpdateEvent.lastChunk (what may follow is not settled)',
      '0.1': 'A2A 0.1 §6.7 (what may follow is not settled)',
      '1.0': 'A2A 1.0 a2a.proto TaskArtifactUpdateEvent.last_chunk (what may follow is not settled)',
    },
    check: checkLastChunks,
  },
  {
    id: 'partial-artifact-on-failure',
    title: 'A failed task with an open artifact',
    meaning:
      'The task ended failed, canceled or rejected while an artifact that is sent in chunks had not got its last one. In ACP: while a message had not been completed.',
    remedy: 'The client must treat the artifact as incomplete; the server should close what it has before it ends the task.',
    channels: ['S'],
    severities: 'warning',
    spec: {
      '': 'A2A 0.3.0 a2a.json TaskArtifactUpdateEvent.lastChunk',
      '0.1': 'A2A 0.1 §6.7',
      '1.0': 'A2A 1.0 a2a.proto TaskArtifactUpdateEvent.last_chunk',
      acp: 'ACP message.completed',
    },
    check: checkPartial,
  },
  {
    id: 'empty-artifact-parts',
    title: 'An artifact without parts',
    meaning: 'An artifact, or a chunk of one, has an empty list of parts.',
    remedy: 'The server must put at least one part into an artifact, or send none.',
    channels: ['S', 'P', 'W'],
    severities: 'error (0.1, 1.0); warning (0.2, 0.3), whose schema has no minimum',
    spec: {
      '': 'A2A 0.3.0 a2a.json Artifact.parts (no minimum)',
      '0.1': 'A2A 0.1 §6.7 MUST',
      '0.2': 'A2A 0.2 a2a.json Artifact.parts (no minimum)',
      '1.0': 'A2A 1.0 a2a.proto Artifact.parts',
    },
    check: checkEmpty,
  },
];
