// What bodies of the small REST protocol are seen as, and what is left to others.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { INTEROP_ARTIFACT, INTEROP_CARD, INTEROP_CREATE, interopFrame, interopTask } from '../../testing/interop-traffic.ts';
import type { ObserveHint } from '../observation.ts';
import { observe } from './observe.ts';

const asked = (method: string, path: string): ObserveHint => ({ direction: 'request', method, path });
const frame = JSON.parse(interopFrame(2, 'input_required', 130, { message: 'Which?' }).split('data: ')[1] ?? '') as Json;

describe('[I.10] a body says what it is', () => {
  it('a task, with its state in the sender’s word', () => {
    const seen = observe(interopTask('auth_required', 130, { artifacts: [INTEROP_ARTIFACT] }), { direction: 'response' });
    expect(seen).toMatchObject({
      said: {
        kind: 'task',
        task: {
          taskId: 'task-1',
          contextId: '',
          status: { state: 'auth-required' },
          delegationChain: ['orchestrator'],
          artifacts: [{ artifactId: 'art-1' }],
        },
      },
      dialect: 'interop',
      binding: 'rest',
      stateWord: 'auth_required',
      issues: [],
    });
    expect(seen.version).toBeUndefined();
  });

  it('a broken one, still', () => {
    const { id: _id, ...headless } = interopTask('working', 130);
    expect(observe(interopTask('paused', 130))).toMatchObject({
      said: { kind: 'task', task: { status: { state: 'unknown' } } },
      dialect: 'interop',
      stateWord: 'paused',
      issues: [{ path: 'status.state' }],
    });
    expect(observe(headless).dialect).not.toBe('interop');
  });

  it('a frame, a create, an input, a card, an error', () => {
    expect(observe(frame, { direction: 'event' })).toMatchObject({
      said: {
        kind: 'status-update',
        update: { taskId: 'task-1', final: false, status: { state: 'input-required', message: { parts: [{ text: 'Which?' }] } } },
      },
      dialect: 'interop',
      stateWord: 'input_required',
    });
    expect(observe(INTEROP_CREATE)).toMatchObject({
      said: {
        kind: 'request',
        operation: 'send',
        method: 'POST /tasks',
        message: { role: 'user', metadata: { skill: 'statistics', client_ref: 'ref-1' } },
      },
      dialect: 'interop',
    });
    expect(observe({ input: [{ kind: 'text', text: 'all' }] }, asked('POST', '/base/tasks/task-1/input'))).toMatchObject({
      said: { kind: 'request', operation: 'send', method: 'POST /tasks/{id}/input', taskId: 'task-1', message: { taskId: 'task-1' } },
      dialect: 'interop',
    });
    expect(observe(INTEROP_CARD)).toMatchObject({
      said: {
        kind: 'card',
        card: { card: { name: 'specialist', skills: [{ skillId: 'statistics' }], securitySchemes: ['bearer'] }, problems: [] },
      },
      dialect: 'interop',
    });
    expect(observe({ error: { code: 'TASK_TERMINAL', message: 'over' } }, { direction: 'response', status: 409 })).toMatchObject({
      said: { kind: 'error', code: 'TASK_TERMINAL', message: 'over' },
      dialect: 'interop',
    });
  });

  it('[I.11] a line alone says what is asked and not by whom', () => {
    for (const [hint, operation] of [
      [asked('POST', '/tasks/t%201/cancel'), 'cancel'],
      [asked('get', '/tasks/t%201/events?x=1'), 'subscribe'],
      [asked('GET', '/tasks/t%201'), 'get'],
    ] as const) {
      const seen = observe(null, hint);
      expect(seen.said).toMatchObject({ kind: 'request', operation, taskId: 't 1' });
      expect(seen.dialect).toBeUndefined();
    }
  });

  it.each<[string, Json, ObserveHint?]>([
    ['a task of A2A', { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' }, history: [], artifacts: [] }],
    ['an unmarked one', { id: 't', contextId: 'c', status: { state: 'working' }, history: [], metadata: {} }],
    ['a run of ACP', { run_id: 'r', agent_name: 'a', status: 'in-progress', created_at: '2026-01-01T00:00:00Z', output: [] }],
    ['a request of ACP', { agent_name: 'a', skill: 's', input: [{ role: 'user', parts: [{ content: 'x' }] }] }],
    ['an error of Google', { error: { code: 404, message: 'no', status: 'NOT_FOUND' } }],
    ['an error with more', { error: { code: 'NOT_FOUND', message: 'no', param: 'x' } }],
    ['an error of somebody’s', { error: { code: 'model_not_found', message: 'no' } }],
    ['a card of A2A', { protocol: 'interop', protocolVersion: '0.3.0', name: 'n', url: 'https://x.example', skills: [] }],
    ['a job', { task_id: 't', state: 'SUCCESS', result: 3 }],
    ['an input of a model', { model: 'm', input: [{ kind: 'text', text: 'x' }] }],
    ['a post to tasks of somebody', { title: 'Buy milk' }, asked('POST', '/tasks')],
  ])('%s is none of it', (_name, value, hint) => {
    expect(observe(value, hint).dialect).not.toBe('interop');
  });
});
