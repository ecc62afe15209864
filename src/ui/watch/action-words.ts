// What happens on the way of a watch, in words.

import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { countOf, formatBytes, formatCount, formatSeconds } from '../format.ts';
import { attackOf } from './attacks.ts';

/** `at 32.5 s: the worker is killed`. */
export function actionLine(actions: readonly WatchAction[], place: number): string {
  const action = actions[place];
  return action === undefined ? '' : `at ${secondsOf(action.at)} s: ${actionWords(actions, place)}`;
}

/** A virtual time without needless zeros. */
export const secondsOf = (at: number): string => formatSeconds(at).replace(/\.?0+$/, '');

function actionWords(actions: readonly WatchAction[], place: number): string {
  const action = actions[place];
  switch (action?.do) {
    case undefined:
      return '';
    case 'reply':
      return `a reply, “${action.text}”`;
    case 'cancel':
      return 'the work is canceled';
    case 'roll':
      return 'the history is rolled';
    case 'kill':
      return 'the worker is killed';
    case 'ring': {
      const attack = attackOf(actions, place);
      const claims = action.claims ? `, claims ${action.claims}` : '';
      return attack ? `${attack.title.toLowerCase()}${claims}` : ringWords(action);
    }
  }
}

function ringWords(ring: Extract<WatchAction, { do: 'ring' }>): string {
  const { by = 'agent', token = 'right', body = 'push', of = 'own', claims, localTaskId, bytes, declaredBytes, times = 1 } = ring;
  const said = [
    by === 'stranger' ? 'a stranger rings' : 'the agent rings',
    token === 'wrong' ? 'wrong token' : token === 'none' ? 'no token' : '',
    body === 'no-json' ? 'no JSON' : body === 'no-task-id' ? 'no task id' : '',
    of === 'other' ? 'for another task' : '',
    claims ? `claims ${claims}` : '',
    localTaskId ? `at ${localTaskId}` : '',
    bytes ? formatBytes(bytes) : '',
    declaredBytes ? `declares ${formatCount(declaredBytes)} bytes` : '',
    times === 1 ? '' : countOf(times, 'time'),
  ];
  return said.filter((word) => word !== '').join(', ');
}
