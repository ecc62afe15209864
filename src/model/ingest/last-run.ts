// Whose an event of ACP is. Only events that bring a run name one: a message, a part or an artifact belongs to the run of the
// exchange it came in, or, where nothing surrounds the stream, to the run that was brought last. SPEC.md X.34.

import type { Observation } from '../adapters/observation.ts';
import type { Exchange } from './exchanges.ts';
import type { Talk } from './talk.ts';

/** The observation with the run it belongs to; as it is when it names one, is not of ACP, or no run is known. */
export function withRun(talk: Talk, exchange: Exchange | undefined, observation: Observation): Observation {
  if (observation.dialect !== 'acp') return observation;
  const { said } = observation;
  if (said.kind === 'task') {
    talk.lastRun = said.task.taskId;
    return observation;
  }
  const taskId = exchange?.taskId ?? (exchange ? undefined : talk.lastRun);
  if (taskId === undefined) return observation;
  switch (said.kind) {
    case 'message':
      return said.message.taskId === undefined ? { ...observation, said: { ...said, message: { ...said.message, taskId } } } : observation;
    case 'artifact-update':
      return said.update.taskId === '' ? { ...observation, said: { ...said, update: { ...said.update, taskId } } } : observation;
    case 'status-update':
      return said.update.taskId === '' ? { ...observation, said: { ...said, update: { ...said.update, taskId } } } : observation;
    default:
      return observation;
  }
}
