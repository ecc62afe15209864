// Nouns with all of their members, for tests of dialects: what is seldom there gets lost first.

import fc from 'fast-check';
import type { Json, JsonObject } from '../base/json.ts';
import type { Message } from '../protocol/message.ts';
import type { Part } from '../protocol/part.ts';
import type { Task } from '../protocol/task.ts';
import { arbitraryJson, arbitraryJsonObject, arbitraryMessage, arbitraryTask } from './arbitraries.ts';

const metadata: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom<Json>(1, 'x', null), {
  minKeys: 1,
  noNullPrototype: true,
});
const words = fc.constantFrom('text/csv', 'plan A.pdf', 'é');
const facts = fc.record({ mimeType: words, name: words, metadata }, { requiredKeys: [] });
/** Parts with every member that a part can have. */
export const fullPart: fc.Arbitrary<Part> = fc.oneof(
  fc.tuple(fc.string(), facts).map(([text, more]): Part => ({ kind: 'text', text, ...more })),
  fc
    .tuple(fc.constantFrom({ uri: 'u' }, { bytes: 'aGk=' }, { uri: 'u', bytes: 'aGk=' }), facts)
    .map(([content, more]): Part => ({ kind: 'file', ...content, ...more })),
  fc.tuple(fc.oneof(arbitraryJson, arbitraryJsonObject), facts).map(([data, more]): Part => ({ kind: 'data', data, ...more })),
);
/** Messages with every member that a message can have. */
export const fullMessage: fc.Arbitrary<Message> = fc
  .tuple(
    arbitraryMessage,
    fc.array(fullPart, { maxLength: 3 }),
    fc.record({ taskId: words, contextId: words, metadata, referenceTaskIds: fc.array(words, { maxLength: 2 }) }, { requiredKeys: [] }),
  )
  .map(([message, parts, more]) => ({ ...message, parts, ...more }));
/** Tasks with every member that a task can have on a wire. */
export const fullTask: fc.Arbitrary<Task> = fc
  .tuple(
    arbitraryTask,
    fc.array(fullMessage, { maxLength: 2 }),
    fc.record({ message: fullMessage, timestamp: fc.constant('2026-01-01T00:00:00.320Z') }, { requiredKeys: [] }),
    fc.array(fullPart, { maxLength: 2 }),
    fc.option(metadata, { nil: undefined }),
  )
  .map(([task, history, status, parts, more]) => ({
    ...task,
    history,
    status: { state: task.status.state, ...status },
    artifacts: [...task.artifacts].map((artifact) => ({ ...artifact, parts })),
    ...(more && { metadata: more }),
  }));
