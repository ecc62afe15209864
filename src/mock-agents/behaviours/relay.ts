// Does nothing itself: passes what it was asked on to the agent that it knows, and brings back what comes of it. A helper that
// was refused, or that failed, is no secret.

import type { TaskWork } from '../../model/kernel/agent-handler.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import type { StreamEvent } from '../../model/protocol/stream-event.ts';
import type { Task } from '../../model/protocol/task.ts';
import type { HandedOn } from '../hosting/handing-on.ts';
import { agentSays, type PacedHandler } from './pace.ts';

export const relay: PacedHandler = (pace, handOn) =>
  async function* (work, message, signal) {
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    const handed = await handOn(work, message.parts, signal);
    const failure = whyNoResult(handed);
    if (failure !== undefined || handed.kind !== 'task') {
      yield statusUpdate(work.setStatus(working, 'failed', agentSays(working, 'm-fail', failure ?? '')), true);
      return;
    }
    yield* broughtBack(work, working, handed.task);
  };

/** In one sentence that names the agent which was asked; undefined where it has done what was asked. */
export function whyNoResult(handed: HandedOn): string | undefined {
  if (handed.kind === 'refused') return `${handed.to}: ${handed.code} ${handed.reason}`;
  const { state, message } = handed.task.status;
  if (state === 'completed') return undefined;
  const said = message?.parts.map(({ text }) => text ?? '').join(' ') ?? '';
  return said === '' ? `${handed.to}: ${state}` : `${handed.to}: ${state}, ${said}`;
}

function* broughtBack(work: TaskWork, working: Task, task: Task): Generator<StreamEvent, void, undefined> {
  let copy = working;
  for (const artifact of task.artifacts) {
    copy = work.addArtifact(copy, artifact);
    yield artifactUpdate(copy, artifact, { lastChunk: true });
  }
  yield statusUpdate(work.setStatus(copy, 'completed', agentSays(copy, 'm-out', 'Passed on, and done.')), true);
}
