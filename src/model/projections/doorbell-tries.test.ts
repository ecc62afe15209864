// Tries at a doorbell: what each was answered, and which looks are whose. The recordings here are written by hand.

import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { logFromText } from '../testing/log-from-text.ts';
import { projectDoorbell } from './doorbell-tries.ts';

const HEADER = {
  delegationInspector: 'saved',
  version: 2,
  name: 'tries',
  settings: { stallSeconds: 300, depth: 5, retrySeconds: 60 },
  episode: { lesson: 'by-hand', seed: '1', policy: 'hardened', knobs: {} },
};
const OF = { standIn: 'local-1', taskId: 'remote-1' };

class Recording {
  readonly #lines: Json[] = [HEADER];
  #number = 0;
  #exchange = 0;

  moved(at: number, event: string, from: string, to: string): this {
    this.#number += 1;
    return this.fact(at, { kind: 'stand-in-moved', ...OF, number: this.#number, event, from, to });
  }
  accepted(at: number, from: string, to: string, claimed = 'working'): this {
    return this.moved(at, 'push-accepted', from, to).fact(at, { kind: 'push-accepted', ...OF, claimed });
  }
  refused(at: number, status: number, category: string): this {
    return this.fact(at, { kind: 'push-refused', standIn: 'local-1', status, category });
  }
  fetched(at: number, to: string, why: 'push' | 'recheck' | 'reconcile' = 'push'): this {
    return this.moved(at, 'task-fetched', 'fetching', to).fact(at, { kind: 'task-fetched', ...OF, why, state: 'input-required' });
  }
  crossed(at: number, [from, to]: readonly [string, string], body: string, status = 200): this {
    this.#exchange += 1;
    this.#lines.push({ at, line: 'request', exchange: this.#exchange, from, to, method: 'POST', path: '/', headers: {}, body });
    this.#lines.push({ at, line: 'response', exchange: this.#exchange, status, headers: {}, body: '{"ok":1}' });
    return this;
  }
  fact(at: number, fact: Json): this {
    this.#lines.push({ at, line: 'fact', by: 'host.example', fact });
    return this;
  }
  answer(cursor?: number) {
    const log = logFromText(this.#lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return projectDoorbell(log, { cursor: cursor ?? log.rowCount - 1 });
  }
  /** Status and looks of every try. */
  costs(cursor?: number) {
    return this.answer(cursor).tries.map(({ status, fetches }) => [status, fetches]);
  }
}

describe('tries at a doorbell', () => {
  it('[P.98] a refused push causes no look, an accepted one those that follow it', () => {
    const recording = new Recording()
      .refused(1, 401, 'not-accepted')
      .accepted(10, 'armed', 'fetching')
      .fetched(10, 'rechecking')
      .refused(10, 413, 'size')
      .moved(11, 'wait-over', 'rechecking', 'fetching')
      .fetched(11, 'armed', 'recheck');
    expect(recording.costs()).toEqual([
      [401, 0],
      [204, 2],
      [413, 0],
    ]);
    expect(recording.answer()).toMatchObject({ total: 3, refused: 2 });
    expect(recording.answer().tries.map(({ refusal }) => refusal)).toEqual(['not-accepted', undefined, 'size']);
  });

  it('[P.98] pushes that come while one is looked for share the next look', () => {
    const recording = new Recording()
      .accepted(10, 'armed', 'fetching')
      .accepted(10, 'fetching', 'fetching')
      .accepted(10, 'fetching', 'fetching')
      .fetched(10, 'fetching')
      .fetched(10, 'armed')
      .accepted(20, 'armed', 'fetching')
      .fetched(20, 'armed');
    expect(recording.costs()).toEqual([
      [204, 1],
      [204, 0],
      [204, 1],
      [204, 1],
    ]);
  });

  it('[P.98] a push that comes in a turn is looked for when the turn is over, and reconciling is nobody’s', () => {
    const recording = new Recording()
      .moved(1, 'watch-chosen', 'choosing', 'fetching')
      .fetched(1, 'armed', 'reconcile')
      .moved(2, 'reply-received', 'armed', 'turn')
      .accepted(3, 'turn', 'turn')
      .moved(4, 'turn-ended', 'turn', 'fetching')
      .fetched(4, 'armed');
    expect(recording.costs()).toEqual([[204, 1]]);
  });

  it('[P.98] counts up to the cursor', () => {
    const recording = new Recording().accepted(10, 'armed', 'fetching').fetched(10, 'armed').refused(12, 401, 'no-token');
    expect(recording.costs(-1)).toEqual([]);
    expect(recording.costs(1)).toEqual([[204, 0]]);
    expect(recording.costs(3)).toEqual([[204, 1]]);
    expect(recording.answer(3).refused).toBe(0);
    expect(recording.answer(4).refused).toBe(1);
  });

  it('[P.98] counts requests and bodies that crossed between the host and others', () => {
    const recording = new Recording()
      .accepted(10, 'armed', 'fetching')
      .crossed(10, ['host.example', 'remote'], '{"a":"ü"}')
      .crossed(11, ['remote', 'host.example'], '{}')
      .crossed(12, ['remote', 'somebody'], '{"much":"more"}');
    expect(recording.answer().wire).toEqual({ requestsOut: 1, requestsIn: 1, bytes: 10 + 8 + 2 + 8 });
    expect(recording.answer(1).wire).toEqual({ requestsOut: 0, requestsIn: 0, bytes: 0 });
  });

  it('[P.98] tells who rang by the answer that crossed', () => {
    const recording = new Recording()
      .accepted(10, 'armed', 'fetching')
      .refused(10, 401, 'not-accepted')
      .crossed(10, ['stranger', 'host.example'], '{}', 401)
      .crossed(10, ['remote', 'host.example'], '{}', 204);
    expect(recording.answer().tries.map(({ status, peer }) => [status, peer])).toEqual([
      [204, 'remote'],
      [401, 'stranger'],
    ]);
    expect(recording.answer(2).tries.map(({ peer }) => peer)).toEqual([undefined, undefined]);
  });

  it('[P.98] a log without a stand-in has no tries', () => {
    expect(new Recording().crossed(1, ['a', 'b'], '{}').answer()).toEqual({ tries: [], total: 0, refused: 0, wire: undefined });
  });
});
