// The six routes of the small REST protocol, one table for who serves, who asks and who reads. Only the card is open.
// SPEC.md I.1.

import type { PeerStep } from '../../protocol/peer.ts';
import type { TaskId } from '../../protocol/task.ts';
import { decodedSegment } from './path-segments.ts';

interface InteropRoute {
  readonly step: PeerStep;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whether a bearer token is asked for. */
  readonly authenticated: boolean;
}

export const INTEROP_ROUTES: readonly InteropRoute[] = [
  { step: 'card', method: 'GET', path: '/.well-known/agent-card.json', authenticated: false },
  { step: 'create', method: 'POST', path: '/tasks', authenticated: true },
  { step: 'get', method: 'GET', path: '/tasks/{id}', authenticated: true },
  { step: 'events', method: 'GET', path: '/tasks/{id}/events', authenticated: true },
  { step: 'input', method: 'POST', path: '/tasks/{id}/input', authenticated: true },
  { step: 'cancel', method: 'POST', path: '/tasks/{id}/cancel', authenticated: true },
];

const EXPRESSIONS = INTEROP_ROUTES.map((route) => ({
  route,
  expression: new RegExp(`${route.path.replaceAll('.', '\\.').replace('{id}', '([^/]+)')}$`),
}));

export interface FoundRoute {
  readonly route: InteropRoute;
  /** Of the route's task; '' where it names none. */
  readonly taskId: TaskId;
}

/**
 * The routes that a path is of, whatever the method: none, one, or two that share it.
 * @param path with or without a query; below any prefix, so that a server looks for `from: 'start'`
 */
export function interopRoutes(path: string, from: 'start' | 'anywhere'): readonly FoundRoute[] {
  const plain = path.split(/[?#]/, 1)[0] ?? '';
  return EXPRESSIONS.flatMap(({ route, expression }) => {
    const found = expression.exec(plain);
    if (!found || (from === 'start' && found.index > 0)) return [];
    return [{ route, taskId: decodedSegment(found[1] ?? '') }];
  });
}

/** The path of a step about a task. */
export function interopPath(step: PeerStep, taskId: TaskId): string {
  const route = INTEROP_ROUTES.find((one) => one.step === step);
  return (route?.path ?? '').replace('{id}', () => encodeURIComponent(taskId));
}
