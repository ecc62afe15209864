// One task, told in the words of every dialect: a completed task with its question, its answer and an artifact, a new status, a
// chunk of the artifact, and a message, each as it would stand in that dialect's traffic.

import type { ObserveHint } from '../adapters/observation.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { Message } from '../protocol/message.ts';
import type { Artifact } from '../protocol/task.ts';

/** What is told: a question, its answer, and an artifact of data and a file. */
export const ASKED: Message = { messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'Plan it' }] };
export const ANSWER: Message = { messageId: 'm-2', role: 'agent', parts: [{ kind: 'text', text: 'Done' }], taskId: 't', contextId: 'c' };
export const PLAN: Artifact = {
  artifactId: 'plan',
  name: 'plan',
  description: '',
  parts: [
    { kind: 'data', data: { rooms: 3 } },
    { kind: 'file', uri: 'https://h/a.pdf', mimeType: 'application/pdf' },
  ],
};

export interface Told {
  readonly name: string;
  readonly hint?: ObserveHint;
  readonly version: string | undefined;
  /** What the dialect takes from a message, a part and an artifact that it has no member for. */
  readonly message?: (message: Message) => Message;
  readonly artifact?: Artifact;
  readonly context?: string;
  readonly time?: string;
  readonly task: Json;
  readonly update: Json;
  readonly chunk: Json;
  readonly said: Json;
}

export const TIME = '2026-01-01T00:00:00Z';
const kindPart = { kind: 'data', data: { rooms: 3 } };
const kindFile = { kind: 'file', file: { uri: 'https://h/a.pdf', mimeType: 'application/pdf' } };
const kindMessage = (messageId: string, role: string, text: string, more: JsonObject = {}): JsonObject => ({
  kind: 'message',
  messageId,
  role,
  parts: [{ kind: 'text', text }],
  ...more,
});
const of = { taskId: 't', contextId: 'c' };
const rpc = (result: Json): Json => ({ jsonrpc: '2.0', id: 1, result });

const v03 = {
  answer: kindMessage('m-2', 'agent', 'Done', of),
  artifact: { artifactId: 'plan', name: 'plan', parts: [kindPart, kindFile] },
};
const v1Part = [{ data: { rooms: 3 } }, { url: 'https://h/a.pdf', mediaType: 'application/pdf' }];
const v1 = {
  asked: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'Plan it' }] },
  answer: { messageId: 'm-2', role: 'ROLE_AGENT', parts: [{ text: 'Done' }], ...of },
  artifact: { artifactId: 'plan', name: 'plan', parts: v1Part },
};
const proto = {
  asked: { messageId: 'm-1', role: 'ROLE_USER', content: [{ text: 'Plan it' }] },
  answer: { messageId: 'm-2', role: 'ROLE_AGENT', content: [{ text: 'Done' }], ...of },
  artifact: {
    artifactId: 'plan',
    name: 'plan',
    parts: [{ data: { data: { rooms: 3 } } }, { file: { fileWithUri: 'https://h/a.pdf', mimeType: 'application/pdf' } }],
  },
};
const snake = { task_id: 't', context_id: 'c' };
const draft = {
  artifact: {
    artifactId: 'plan',
    name: 'plan',
    parts: [{ data: { data: { rooms: 3 } } }, { file: { fileWithUri: 'https://h/a.pdf', mediaType: 'application/pdf' } }],
  },
};
const dumpPart = (name: string, value: Json, more: JsonObject = {}): JsonObject => ({
  content: { $case: name, value },
  metadata: null,
  filename: '',
  mediaType: '',
  ...more,
});
const dump = {
  asked: {
    messageId: 'm-1',
    contextId: '',
    taskId: '',
    role: 1,
    parts: [dumpPart('text', 'Plan it')],
    metadata: null,
    extensions: [],
    referenceTaskIds: [],
  },
  answer: { messageId: 'm-2', ...of, role: 2, parts: [dumpPart('text', 'Done')], metadata: null, extensions: [], referenceTaskIds: [] },
  artifact: {
    artifactId: 'plan',
    name: 'plan',
    description: '',
    parts: [dumpPart('data', { rooms: 3 }), dumpPart('url', 'https://h/a.pdf', { mediaType: 'application/pdf' })],
    metadata: null,
    extensions: [],
  },
};
const acpText = (content: string): JsonObject => ({ content_type: 'text/plain', content, content_encoding: 'plain' });
const acpNamed = [
  { name: 'plan', content_type: 'application/json', content: '{"rooms":3}' },
  { name: 'plan', content_type: 'application/pdf', content_url: 'https://h/a.pdf' },
];
const acpRun = (more: JsonObject): JsonObject => ({
  run_id: 't',
  agent_name: 'a',
  session_id: 'c',
  await_request: null,
  error: null,
  created_at: TIME,
  finished_at: TIME,
  status: 'completed',
  ...more,
});
/** Messages of ACP have no ids, and its parts always have a type. */
const inAcp = ({ role, parts }: Message): Message => ({
  messageId: '',
  role,
  parts: parts.map((part) => ({ ...part, mimeType: 'text/plain' })),
});
const ACP_PLAN: Artifact = {
  ...PLAN,
  parts: [
    { kind: 'data', data: { rooms: 3 }, mimeType: 'application/json' },
    { kind: 'file', uri: 'https://h/a.pdf', mimeType: 'application/pdf' },
  ],
};

/** The same in every dialect. */
export const DIALECTS: readonly Told[] = [
  {
    name: 'A2A 0.1',
    hint: { version: '0.1', direction: 'event' },
    version: '0.1',
    message: ({ role, parts }) => ({ messageId: '', role, parts }),
    artifact: { ...PLAN, artifactId: 'index:0' },
    context: '',
    task: rpc({
      id: 't',
      sessionId: 'c',
      status: { state: 'completed', timestamp: TIME, message: { role: 'agent', parts: [{ type: 'text', text: 'Done' }] } },
      history: [{ role: 'user', parts: [{ type: 'text', text: 'Plan it' }] }],
      artifacts: [
        {
          name: 'plan',
          index: 0,
          parts: [
            { type: 'data', data: { rooms: 3 } },
            { type: 'file', file: kindFile.file },
          ],
        },
      ],
    }),
    update: rpc({ id: 't', status: { state: 'completed', timestamp: TIME }, final: true }),
    chunk: rpc({
      id: 't',
      artifact: {
        name: 'plan',
        index: 0,
        append: true,
        parts: [
          { type: 'data', data: { rooms: 3 } },
          { type: 'file', file: kindFile.file },
        ],
      },
    }),
    said: { role: 'agent', parts: [{ type: 'text', text: 'Done' }] },
  },
  {
    name: 'A2A 0.3',
    version: '0.3',
    task: rpc({
      kind: 'task',
      id: 't',
      contextId: 'c',
      status: { state: 'completed', timestamp: TIME, message: v03.answer },
      history: [kindMessage('m-1', 'user', 'Plan it')],
      artifacts: [v03.artifact],
    }),
    update: rpc({ kind: 'status-update', ...of, status: { state: 'completed', timestamp: TIME }, final: true }),
    chunk: rpc({ kind: 'artifact-update', ...of, artifact: v03.artifact, append: true }),
    said: rpc(v03.answer),
  },
  {
    name: 'A2A 0.3 over REST',
    hint: { path: '/v1/message:stream' },
    version: '0.3',
    task: {
      task: {
        id: 't',
        contextId: 'c',
        status: { state: 'TASK_STATE_COMPLETED', timestamp: TIME, message: proto.answer },
        history: [proto.asked],
        artifacts: [proto.artifact],
      },
    },
    update: { statusUpdate: { ...of, status: { state: 'TASK_STATE_COMPLETED', timestamp: TIME }, final: true } },
    chunk: { artifactUpdate: { ...of, artifact: proto.artifact, append: true } },
    said: { message: proto.answer },
  },
  {
    name: 'A2A 0.3 over REST, snake case',
    version: '0.3',
    task: {
      kind: 'task',
      id: 't',
      context_id: 'c',
      status: {
        state: 'completed',
        timestamp: TIME,
        message: { kind: 'message', message_id: 'm-2', role: 'agent', parts: [{ kind: 'text', text: 'Done' }], ...snake },
      },
      history: [{ kind: 'message', message_id: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'Plan it' }] }],
      artifacts: [
        {
          artifact_id: 'plan',
          name: 'plan',
          parts: [kindPart, { kind: 'file', file: { uri: 'https://h/a.pdf', mime_type: 'application/pdf' } }],
        },
      ],
    },
    update: { kind: 'status-update', ...snake, status: { state: 'completed', timestamp: TIME }, final: true },
    chunk: {
      kind: 'artifact-update',
      ...snake,
      append: true,
      artifact: {
        artifact_id: 'plan',
        name: 'plan',
        parts: [kindPart, { kind: 'file', file: { uri: 'https://h/a.pdf', mime_type: 'application/pdf' } }],
      },
    },
    said: { kind: 'message', message_id: 'm-2', role: 'agent', parts: [{ kind: 'text', text: 'Done' }], ...snake },
  },
  {
    name: 'A2A 1.0, drafts',
    hint: { direction: 'event' },
    version: '1.0',
    task: rpc({
      task: {
        id: 't',
        contextId: 'c',
        status: { state: 'completed', timestamp: TIME, message: { ...v1.answer, role: 'agent' } },
        history: [{ ...v1.asked, role: 'user' }],
        artifacts: [draft.artifact],
      },
    }),
    update: rpc({ statusUpdate: { ...of, status: { state: 'completed', timestamp: TIME }, final: true } }),
    chunk: rpc({ artifactUpdate: { ...of, artifact: draft.artifact, append: true } }),
    said: rpc({ message: { ...v1.answer, role: 'agent' } }),
  },
  {
    name: 'A2A 1.0',
    version: '1.0',
    task: rpc({
      task: {
        id: 't',
        contextId: 'c',
        status: { state: 'TASK_STATE_COMPLETED', timestamp: TIME, message: v1.answer },
        history: [v1.asked],
        artifacts: [v1.artifact],
      },
    }),
    update: rpc({ statusUpdate: { ...of, status: { state: 'TASK_STATE_COMPLETED', timestamp: TIME } } }),
    chunk: rpc({ artifactUpdate: { ...of, artifact: v1.artifact, append: true } }),
    said: rpc({ message: v1.answer }),
  },
  {
    name: 'A2A 1.0, dumped objects',
    version: '1.0',
    task: {
      payload: {
        $case: 'task',
        value: {
          id: 't',
          contextId: 'c',
          status: { state: 3, timestamp: TIME, message: dump.answer },
          history: [dump.asked],
          artifacts: [dump.artifact],
          metadata: null,
        },
      },
    },
    update: { payload: { $case: 'statusUpdate', value: { ...of, status: { state: 3, timestamp: TIME, message: null }, metadata: null } } },
    chunk: {
      payload: { $case: 'artifactUpdate', value: { ...of, artifact: dump.artifact, append: true, lastChunk: false, metadata: null } },
    },
    said: { payload: { $case: 'message', value: dump.answer } },
  },
  {
    name: 'A2A 1.0, printed with the names of its schema',
    version: '1.0',
    task: {
      task: {
        id: 't',
        context_id: 'c',
        status: { state: 3, timestamp: TIME, message: { message_id: 'm-2', role: 2, parts: [{ text: 'Done' }], ...snake } },
        history: [{ message_id: 'm-1', role: 1, parts: [{ text: 'Plan it' }] }],
        artifacts: [
          { artifact_id: 'plan', name: 'plan', parts: [{ data: { rooms: 3 } }, { url: 'https://h/a.pdf', media_type: 'application/pdf' }] },
        ],
      },
    },
    update: { status_update: { ...snake, status: { state: 3, timestamp: TIME } } },
    chunk: {
      artifact_update: {
        ...snake,
        append: true,
        artifact: {
          artifact_id: 'plan',
          name: 'plan',
          parts: [{ data: { rooms: 3 } }, { url: 'https://h/a.pdf', media_type: 'application/pdf' }],
        },
      },
    },
    said: { message: { message_id: 'm-2', role: 2, parts: [{ text: 'Done' }], ...snake } },
  },
  {
    name: 'ACP 1.0',
    version: '1.0',
    message: inAcp,
    artifact: ACP_PLAN,
    task: acpRun({
      output: [
        { role: 'agent/a', parts: acpNamed },
        { role: 'agent/a', parts: [acpText('Done')] },
      ],
    }),
    update: { type: 'run.completed', run: acpRun({ output: [{ role: 'agent/a', parts: [] }] }) },
    chunk: { type: 'message.part', part: acpNamed[0] ?? null },
    said: { type: 'message.completed', message: { role: 'agent/a', parts: [acpText('Done')] } },
  },
  {
    name: 'ACP before roles',
    version: '0.9',
    message: inAcp,
    artifact: ACP_PLAN,
    task: acpRun({ output: [{ parts: acpNamed }, { parts: [acpText('Done')] }] }),
    update: { type: 'run.completed', run: acpRun({ output: [{ parts: [] }] }) },
    chunk: { type: 'message.part', part: acpNamed[0] ?? null },
    said: { type: 'message.completed', message: { parts: [acpText('Done')] } },
  },
];
