// One suite for every dialect that can be written and read: what comes back differs from what went out by declared losses
// and nothing else.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { StreamEvent, TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { Artifact, Task } from '../../protocol/task.ts';
import { PROPERTY } from '../../testing/arbitraries.ts';
import { fullMessage, fullPart, fullTask } from '../../testing/full-nouns.ts';
import * as v03 from './a2a-v03.ts';
import * as v03Encode from './a2a-v03-encode.ts';
import { asJson } from './a2a-v03-wire.ts';
import * as v1 from './a2a-v1.ts';
import * as v1Encode from './a2a-v1-encode.ts';
import { observe } from '../observing/observe.ts';
import type { DeclaredLoss } from './losses.ts';

/** Both directions of a noun. */
interface Codec<T> {
  readonly encode: (value: T) => Json;
  readonly decode: (value: Json) => Result<unknown>;
}

interface Dialect {
  readonly name: string;
  readonly losses: readonly DeclaredLoss[];
  /** What the encode losses take from a value: the declared ones, done by hand. */
  readonly lose: {
    readonly part: (part: Part) => Part;
    readonly message: (message: Message) => Message;
    readonly update: (update: TaskStatusUpdate) => TaskStatusUpdate;
  };
  readonly part: Codec<Part>;
  readonly message: Codec<Message>;
  readonly artifact: Codec<Artifact>;
  readonly task: Codec<Task>;
  readonly update: Codec<TaskStatusUpdate>;
  readonly chunk: Codec<TaskArtifactUpdate>;
  /** A stream event as it stands in a stream, and what `observe` makes of it. */
  readonly encodeEvent: (event: StreamEvent) => Json;
}

const DIALECTS: readonly Dialect[] = [
  {
    name: 'A2A 0.3',
    losses: v03.LOSSES,
    lose: {
      part: ({ mimeType, name, ...part }) => (part.kind === 'file' ? { ...part, ...defined({ mimeType, name }) } : part),
      message: (message) => message,
      update: (update) => update,
    },
    part: { encode: (part) => asJson(v03Encode.encodePart(part)), decode: v03.decodePart },
    message: { encode: (message) => asJson(v03Encode.encodeMessage(message)), decode: v03.decodeMessage },
    artifact: { encode: (artifact) => asJson(v03Encode.encodeArtifact(artifact)), decode: v03.decodeArtifact },
    task: { encode: (task) => asJson(v03Encode.encodeTask(task)), decode: v03.decodeTask },
    update: { encode: (update) => asJson(v03Encode.encodeStatusUpdate(update)), decode: v03.decodeStatusUpdate },
    chunk: { encode: (chunk) => asJson(v03Encode.encodeArtifactUpdate(chunk)), decode: v03.decodeArtifactUpdate },
    encodeEvent: (event) => asJson(v03Encode.encodeStreamEvent(event)),
  },
  {
    name: 'A2A 1.0',
    losses: v1.LOSSES,
    lose: {
      part: (part) => {
        const { bytes: _bytes, ...rest } = part;
        return part.uri === undefined ? part : rest;
      },
      message: ({ referenceTaskIds, ...message }) => ({
        ...message,
        ...(referenceTaskIds && referenceTaskIds.length > 0 && { referenceTaskIds }),
      }),
      update: (update) => ({ ...update, final: false }),
    },
    part: { encode: v1Encode.encodeV1Part, decode: v1.decodeV1Part },
    message: { encode: v1Encode.encodeV1Message, decode: v1.decodeV1Message },
    artifact: { encode: v1Encode.encodeV1Artifact, decode: v1.decodeV1Artifact },
    task: { encode: v1Encode.encodeV1Task, decode: v1.decodeV1Task },
    update: { encode: v1Encode.encodeV1StatusUpdate, decode: v1.decodeV1StatusUpdate },
    chunk: { encode: v1Encode.encodeV1ArtifactUpdate, decode: v1.decodeV1ArtifactUpdate },
    encodeEvent: v1Encode.encodeV1StreamEvent,
  },
];

function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

function lossy(dialect: Dialect, task: Task): Task {
  const message = (given: Message): Message => dialect.lose.message({ ...given, parts: given.parts.map(dialect.lose.part) });
  const artifact = (given: Artifact): Artifact => ({ ...given, parts: given.parts.map(dialect.lose.part) });
  return {
    ...task,
    status: { ...task.status, ...(task.status.message && { message: message(task.status.message) }) },
    history: [...task.history].map(message),
    artifacts: [...task.artifacts].map(artifact),
  };
}

/** A value out and back, through JSON text, as a wire would have it. */
function through<T>(codec: Codec<T>, value: T): unknown {
  const read = codec.decode(JSON.parse(JSON.stringify(codec.encode(value))) as Json);
  return read.ok ? read.value : read.issues;
}

const ids = { taskId: 'task-1', contextId: 'ctx-2' };

describe.each(DIALECTS)('[R.1] $name', (dialect) => {
  const message = (given: Message): Message => dialect.lose.message({ ...given, parts: given.parts.map(dialect.lose.part) });

  it('gives back every part and every message, but for the declared losses', () => {
    fc.assert(
      fc.property(fullPart, fullMessage, (part, said) => {
        expect(through(dialect.part, part)).toEqual(dialect.lose.part(part));
        expect(through(dialect.message, said)).toEqual(message(said));
      }),
      PROPERTY,
    );
  });

  it('gives back every task and its artifacts, but for the declared losses', () => {
    fc.assert(
      fc.property(fullTask, (task) => {
        const kept = lossy(dialect, task);
        expect(through(dialect.task, task)).toEqual(kept);
        expect([...task.artifacts].map((artifact) => through(dialect.artifact, artifact))).toEqual([...kept.artifacts]);
      }),
      PROPERTY,
    );
  });

  it('gives back every stream event, but for the declared losses, and observe knows it in the stream', () => {
    fc.assert(
      fc.property(fullTask, fc.boolean(), fc.boolean(), (task, one, other) => {
        const kept = lossy(dialect, task);
        const update: TaskStatusUpdate = { kind: 'status-update', ...ids, status: task.status, final: one };
        const keptUpdate = dialect.lose.update({ ...update, status: kept.status });
        expect(through(dialect.update, update)).toEqual(keptUpdate);
        expect(observe(dialect.encodeEvent(update)).said).toEqual({ kind: 'status-update', update: keptUpdate });
        expect(observe(dialect.encodeEvent({ kind: 'task', task }), { version: '1.0' }).said).toEqual({ kind: 'task', task: kept });
        for (const [index, artifact] of [...task.artifacts].entries()) {
          const chunk: TaskArtifactUpdate = { kind: 'artifact-update', ...ids, artifact, append: one, lastChunk: other };
          expect(through(dialect.chunk, chunk)).toEqual({ ...chunk, artifact: [...kept.artifacts][index] });
        }
      }),
      PROPERTY,
    );
  });

  it('says of each loss why it happens, and lists none twice', () => {
    expect(dialect.losses.filter(({ why }) => why === '')).toEqual([]);
    expect(new Set(dialect.losses.map(({ when, path }) => `${when} ${path}`)).size).toBe(dialect.losses.length);
  });

  it('refuses what is no task, with a path for each fault, and never throws', () => {
    const broken = dialect.task.decode({ id: 7, status: { state: 'working', message: { parts: [{}] } } });
    expect(broken.ok).toBe(false);
    expect(broken.issues.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['id', 'status.message.messageId', 'status.message.role']),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = dialect.task.decode(value as Json);
        if (!read.ok) expect(read.issues).not.toEqual([]);
      }),
      PROPERTY,
    );
  });

  it('keeps a state that it does not know as unknown, with an issue', () => {
    const read = dialect.task.decode({ kind: 'task', id: 't', contextId: 'c', status: { state: 'paused' } });
    expect(read).toMatchObject({ ok: true, value: { status: { state: 'unknown' } }, issues: [{ path: 'status.state' }] });
  });
});

describe('[X.2] the chain of a task', () => {
  const task = { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' } };
  it('rides in the metadata under one key and is taken out when it is read', () => {
    const read = v03.decodeTask({ ...task, metadata: { 'delegation-inspector/chain': ['a', 'b'], other: 1 } });
    expect(read).toMatchObject({ ok: true, value: { delegationChain: ['a', 'b'], metadata: { other: 1 } } });
  });
  it('stays where it is, with an issue, when it is no list of names', () => {
    const metadata = { 'delegation-inspector/chain': ['a', 1] };
    expect(v03.decodeTask({ ...task, metadata })).toMatchObject({
      ok: true,
      value: { delegationChain: [], metadata },
      issues: [{ path: 'metadata["delegation-inspector/chain"]', message: 'must be a list of names' }],
    });
  });
});

describe('A2A 0.3 push configs', () => {
  it('come back as they were', () => {
    const config = { url: 'https://agents.bank.ae/cb', token: 's3cret', authentication: 'bearer', configId: 'c-1' };
    const read = v03.decodePushConfig(asJson(v03Encode.encodePushConfig('task-1', config)));
    expect(read).toMatchObject({ ok: true, value: { taskId: 'task-1', config } });
  });
});

describe('A2A 0.3 parts', () => {
  it('name the member at fault', () => {
    expect(v03.decodePart({ kind: 'text' }).issues).toEqual([{ path: 'text', message: 'is required' }]);
    expect(v03.decodePart({ kind: 'file', file: {} }).issues).toEqual([{ path: 'file', message: 'must have bytes or a uri' }]);
    expect(v03.decodePart({ kind: 'data', data: [1] }).issues).toEqual([{ path: 'data', message: 'must be an object' }]);
    expect(v03.decodePart({ text: 'x' }).issues).toEqual([{ path: 'kind', message: 'is required' }]);
  });
  it('are strict about names where a server reads them', () => {
    expect(v03.decodeMessage({ message_id: 'm', role: 'user', parts: [] }).issues).toEqual([{ path: 'messageId', message: 'is required' }]);
  });
});
