// ACP in the suite of dialects: what comes back of a task differs by declared losses and nothing else. The losses are done by
// hand here, so that neither the writer nor the reader says what it may lose.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { Artifact, ObservedState, Task } from '../../protocol/task.ts';
import { PROPERTY } from '../../testing/arbitraries.ts';
import { fullTask } from '../../testing/full-nouns.ts';
import { observe } from '../observing/observe.ts';
import { decodeRun, LOSSES, readExchange } from './acp.ts';
import { encodeRun } from './acp-encode.ts';
import { newReading } from './reading.ts';

const isJson = (type: string | undefined): boolean => type !== undefined && /^application\/(?:.*\+)?json$/.test(type);

/** What a part keeps; its media type is stated where it was not. */
function keptPart(part: Part): Part {
  switch (part.kind) {
    case 'text':
      return { kind: 'text', text: part.text, mimeType: part.mimeType ?? 'text/plain' };
    case 'data':
      return { kind: 'data', data: part.data, mimeType: isJson(part.mimeType) ? (part.mimeType ?? '') : 'application/json' };
    case 'file': {
      const content = part.uri === undefined ? { bytes: part.bytes ?? '' } : { uri: part.uri };
      return { kind: 'file', ...content, mimeType: part.mimeType ?? 'application/octet-stream' };
    }
  }
}
const keptMessage = ({ role, parts }: Message): Message => ({ messageId: '', role, parts: parts.map(keptPart) });

function keptArtifacts(artifacts: readonly Artifact[]): readonly Artifact[] {
  const byName = new Map<string, Part[]>();
  artifacts.forEach(({ name, artifactId, parts }, index) => {
    const known = name || artifactId || `artifact-${index + 1}`;
    if (parts.length > 0) byName.set(known, [...(byName.get(known) ?? []), ...parts.map(keptPart)]);
  });
  return Array.from(byName, ([name, parts]) => ({ artifactId: name, name, description: '', parts }));
}

const STATES: Partial<Record<ObservedState, ObservedState>> = { 'auth-required': 'input-required', rejected: 'failed' };

/** The task that comes back of a run. */
function kept(task: Task): Task<ObservedState> {
  const state = STATES[task.status.state] ?? task.status.state;
  const history = [...task.history];
  const first = history.findIndex(({ role }) => role === 'agent');
  const asked = first < 0 ? history : history.slice(0, first);
  const said = history.filter(({ role }) => role === 'agent').map(keptMessage);
  const { message, timestamp } = task.status;
  let last: Message | undefined = message && { ...keptMessage(message), role: 'agent' };
  if (state === 'failed') {
    const words = message?.parts.find(({ kind, text }) => kind === 'text' && text !== '');
    last = words && { messageId: '', role: 'agent', parts: [{ kind: 'text', text: words.text ?? '' }] };
  }
  const ended = state === 'completed' || state === 'canceled' || state === 'failed';
  if (ended) last ??= said.pop();
  else if (state !== 'input-required' && last) {
    said.push(last);
    last = undefined;
  }
  return {
    taskId: task.taskId,
    contextId: task.contextId,
    status: { state, ...(last && { message: last }), ...(ended && timestamp !== undefined && { timestamp }) },
    history: [...asked.map(keptMessage), ...said],
    artifacts: keptArtifacts([...task.artifacts]),
    delegationChain: [],
  };
}

const overTheWire = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

describe('[R.30] ACP', () => {
  it('gives back every task, but for the declared losses', () => {
    fc.assert(
      fc.property(fullTask, (task) => {
        const reading = newReading(false);
        const back = readExchange(reading, { value: overTheWire(encodeRun(task, 'writer')), path: '' });
        expect(back).toEqual(kept(task));
        expect(reading.faults).toEqual([]);
      }),
      PROPERTY,
    );
  });

  it('writes runs that observe knows, in every state, and that are of the version that is written', () => {
    fc.assert(
      fc.property(fullTask, (task) => {
        const { run, request } = overTheWire(encodeRun(task, 'writer')) as { run: Json; request: Json };
        const seen = observe(run);
        expect(seen).toMatchObject({ dialect: 'acp', acp: { agentName: 'writer' }, said: { kind: 'task', task: { taskId: task.taskId } } });
        expect(['1.0', undefined]).toContain(seen.version);
        expect(observe(request)).toMatchObject({ dialect: 'acp', said: { kind: 'request', operation: 'send' } });
        expect(decodeRun(run).ok).toBe(true);
      }),
      PROPERTY,
    );
  });

  it('says of each loss why it happens, and lists none twice', () => {
    expect(LOSSES.filter(({ why }) => why === '')).toEqual([]);
    expect(new Set(LOSSES.map(({ when, path }) => `${when} ${path}`)).size).toBe(LOSSES.length);
  });

  it('refuses what is no run, with a path for each fault, and never throws', () => {
    expect(decodeRun({ output: [{ parts: [7] }] }).issues.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['run_id', 'status', 'output[0].parts[0]']),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = decodeRun(value as Json);
        if (!read.ok) expect(read.issues).not.toEqual([]);
      }),
      PROPERTY,
    );
  });

  it('makes no name up that its grammar does not allow', () => {
    const task: Task = { taskId: 't', contextId: '', status: { state: 'working' }, history: [], artifacts: [], delegationChain: [] };
    const said = { ...task, history: [{ messageId: 'm', role: 'agent' as const, parts: [] }] };
    expect(encodeRun(said, 'my.agent').run).toMatchObject({ session_id: null, output: [{ role: 'agent' }] });
    expect(encodeRun(said, 'my-agent').run).toMatchObject({ output: [{ role: 'agent/my-agent' }] });
  });
});
