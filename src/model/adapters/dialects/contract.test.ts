// The contract of all dialects: one task, told in the words of each, is one task. What a dialect cannot say is in its row, and
// nothing else may be missing. Told are the four nouns, each as it would stand in that dialect's traffic.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { ANSWER, ASKED, DIALECTS, PLAN, TIME } from '../../testing/dialect-tellings.ts';
import type { Said } from '../observation.ts';
import { observe } from '../observing/observe.ts';
import { LOSSES as V01 } from './a2a-v01.ts';
import { LOSSES as V03 } from './a2a-v03.ts';
import { LOSSES as V03_PROTO } from './a2a-v03-proto.ts';
import { LOSSES as V1 } from './a2a-v1.ts';
import { LOSSES as V1_DRAFT } from './a2a-v1-draft.ts';
import { LOSSES as V1_DUMP } from './a2a-v1-dump.ts';
import { LOSSES as ACP } from './acp.ts';
import { LOSSES as ENVELOPE } from './acp-envelope.ts';
import { LOSSES as INTERNAL } from './internal-task.ts';
import { LOSSES as INTEROP } from './interop.ts';

function plain(task: Task<ObservedState>): Json {
  return { ...task, history: [...task.history], artifacts: [...task.artifacts] } as unknown as Json;
}

const LISTS = {
  v01: V01,
  v03: V03,
  v03Proto: V03_PROTO,
  v1Draft: V1_DRAFT,
  v1: V1,
  v1Dump: V1_DUMP,
  acp: ACP,
  envelope: ENVELOPE,
  internal: INTERNAL,
  interop: INTEROP,
};

describe('[R.1] the losses of every dialect', () => {
  it.each(Object.entries(LISTS))('%s: each with its reason, none twice', (_name, losses) => {
    expect(losses.length).toBeGreaterThan(0);
    expect(losses.filter(({ why, path }) => why === '' || path === '')).toEqual([]);
    expect(new Set(losses.map(({ when, path }) => `${when} ${path}`)).size).toBe(losses.length);
  });
});

describe.each(DIALECTS)(
  '[X.6] [R.1] $name tells',
  ({ name, hint, version, message = (given) => given, artifact = PLAN, context = 'c', ...told }) => {
    const seen = (value: Json): Said => observe(value, hint).said;
    const acp = name.startsWith('ACP');

    it('the task', () => {
      const said = seen(told.task);
      expect(said.kind === 'task' && plain(said.task)).toEqual({
        taskId: 't',
        contextId: 'c',
        status: { state: 'completed', message: message(ANSWER), timestamp: TIME },
        // A run does not hold what was said to it.
        history: acp ? [] : [message(ASKED)],
        artifacts: [artifact],
        delegationChain: [],
      });
      expect(observe(told.task, hint).version).toBe(version);
    });

    it('a new status', () => {
      const said = seen(told.update);
      const status = said.kind === 'status-update' ? said.update.status : said.kind === 'task' ? said.task.status : undefined;
      expect(status).toMatchObject({ state: 'completed', timestamp: TIME });
      if (said.kind === 'status-update') expect(said.update).toMatchObject({ taskId: 't', contextId: context });
      if (said.kind === 'task') expect(said.task).toMatchObject({ taskId: 't', contextId: 'c' });
    });

    it('an artifact on its way', () => {
      const said = seen(told.chunk);
      expect(said.kind === 'artifact-update' && said.update).toEqual({
        kind: 'artifact-update',
        taskId: acp ? '' : 't',
        contextId: acp ? '' : context,
        artifact: acp ? { ...artifact, parts: artifact.parts.slice(0, 1) } : artifact,
        append: !acp,
        lastChunk: acp,
      });
    });

    it('a message', () => {
      expect(seen(told.said)).toEqual({ kind: 'message', message: message(ANSWER) });
    });
  },
);
