// Tasks of episodes are told apart as those of any trace: kernels and wire speak of the same ones, and none gets a longer name.

import { describe, expect, it } from 'vitest';
import { OpenLog } from '../model/engine/open-log.ts';
import { LESSONS } from './lessons/catalogue.ts';
import { everybody } from './testing/everybody.ts';
import { played } from './testing/played-lesson.ts';

describe('tasks of lessons', () => {
  for (const { id } of LESSONS) {
    it(`[L.13] kernel and wire speak of the same tasks: ${id}`, async () => {
      const { text, lines } = await played({ lesson: id }, everybody);
      const open = new OpenLog(1, id);
      open.append(text);
      open.finish();
      open.readWhile(() => true);
      const { log } = open;
      const names = log.taskKeys().map((key) => log.tasks.nameOf(key));
      const created = lines.flatMap((line) =>
        line.line === 'fact' && line.fact.kind === 'task-created' ? [[line.fact.taskId, line.by]] : [],
      );
      // Agents that count alike give out one id, and only then does a name say whose task it is.
      const ids = created.map(([taskId]) => taskId);
      const isShared = new Set(ids).size < ids.length;
      expect(log.tasks.sharedCount).toBe(isShared ? 1 : 0);
      if (isShared) expect(new Set(names)).toEqual(new Set(created.map(([taskId, agent]) => `${taskId} @ ${agent}`)));
      else expect(names).toEqual(log.taskKeys());
      const seen = log.taskKeys().filter((key) => log.rowsOfTask(key).length > 0);
      expect(seen).toEqual(log.taskKeys());
    });
  }

  it('[L.13] two agents that count alike keep two tasks, each with the facts of its own kernel', () => {
    const line = (at: number, members: object): string => JSON.stringify({ at, ...members });
    const header = JSON.stringify({
      delegationInspector: 'saved',
      version: 2,
      name: 'two kernels',
      settings: { stallSeconds: 300, depth: 5, retrySeconds: 60 },
      episode: { lesson: 'streamed-delegation', seed: '1', policy: 'hardened', knobs: {} },
    });
    const stored = (at: number, by: string, state: string): string =>
      line(at, { line: 'fact', by, fact: { kind: 'status-stored', taskId: 'task-1', contextId: 'ctx-1', state, tick: at } });
    const open = new OpenLog(1, 'two kernels');
    open.append(`${[header, stored(1, 'hotel', 'working'), stored(2, 'flight', 'failed'), stored(3, 'hotel', 'completed')].join('\n')}\n`);
    open.finish();
    open.readWhile(() => true);
    const { log } = open;
    expect(log.taskKeys().map((key) => [log.tasks.nameOf(key), log.rowsOfTask(key).length])).toEqual([
      ['task-1 @ hotel', 2],
      ['task-1 @ flight', 1],
    ]);
  });
});
