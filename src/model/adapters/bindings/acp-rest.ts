// Paths of the Agent Communication Protocol, for reading: which operation a request line asks for. There is no version in a
// path and any prefix before it, so paths are matched from the end; `/runs` and `/agents` are words of other protocols too,
// and what no body confirms counts only where an id has the form that ACP demands. ACP 1.0 paths.

import type { OperationKind } from '../../protocol/operation.ts';

/** What a request line says. */
export interface AcpRestFacts {
  /** `run` starts a run or resumes one: how the answer comes is in the body. */
  readonly operation: OperationKind | 'run' | 'other';
  readonly label: string;
  readonly runId?: string;
  readonly sessionId?: string;
  /** Whether the line alone is enough. */
  readonly certain: boolean;
}

interface Pattern {
  readonly method: string;
  readonly path: RegExp;
  readonly operation: AcpRestFacts['operation'];
  readonly shape: string;
  readonly certain: boolean;
}

const UUID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';

const PATTERNS: readonly Pattern[] = [
  pattern('POST', '/runs', 'run', false),
  pattern('POST', `/runs/${UUID}/cancel`, 'cancel', true),
  pattern('POST', '/runs/([^/]+)', 'run', false),
  pattern('GET', `/runs/${UUID}/events`, 'get', true),
  pattern('GET', `/runs/${UUID}`, 'get', true),
  pattern('GET', `/sessions?/${UUID}`, 'other', true),
  pattern('GET', '/\\.well-known/agent\\.yml', 'card', true),
  pattern('GET', '/agents(?:/[a-z0-9_-]{1,63})?', 'card', false),
];

function pattern(method: string, path: string, operation: AcpRestFacts['operation'], certain: boolean): Pattern {
  const shape = path
    .replace(UUID, '{id}')
    .replace('([^/]+)', '{id}')
    .replace('s?/', 's/')
    .replaceAll('\\', '')
    .replace(/\(\?.*$/, '');
  return { method, path: new RegExp(`${path}/?$`, 'i'), operation, shape, certain };
}

/** What a request line asks for, undefined when it is no operation of ACP. Runs below threads are of other protocols. */
export function acpRestFacts(method: string, path: string): AcpRestFacts | undefined {
  const plain = path.split(/[?#]/, 1)[0] ?? '';
  if (plain.includes('/threads/')) return undefined;
  for (const { method: verb, path: expression, operation, shape, certain } of PATTERNS) {
    if (verb !== method.toUpperCase()) continue;
    const found = expression.exec(plain);
    if (!found) continue;
    const id = found[1];
    const ids = id === undefined ? {} : shape.startsWith('/sessions') ? { sessionId: id } : { runId: id };
    return { operation, label: `${verb} ${shape}`, ...ids, certain };
  }
  return undefined;
}
