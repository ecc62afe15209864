// Generators for property tests: cards, callers, messages, tasks and handler scripts as an adversary would write them.
// Every property test runs under PROPERTY, so a failure names its seed and a rerun finds the same case.

import fc from 'fast-check';
import type { Json, JsonObject } from '../base/json.ts';
import { CLASSIFICATIONS, type AgentCard, type Skill } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { Part } from '../protocol/part.ts';
import { TASK_STATES, type Artifact, type Task, type TaskState, type TaskStatus } from '../protocol/task.ts';

/** How property tests run: a fixed seed, printed with the counterexample when one fails. */
export const PROPERTY = { seed: 20260101, numRuns: 200, verbose: 1 } as const;

// Few names, so that they collide; some that sort, quote or inherit badly.
const NAMES = ['a', 'b', 'A', 'callee', '', "o'hare", 'ﾟ', '😀', '__proto__', 'constructor', '10', '9'];
const TAGS = ['x', 'y', 'z', 'rare', '__proto__', ''];
const TENANTS = ['wholesale', 'retail', ''];

const arbitraryName: fc.Arbitrary<string> = fc.constantFrom(...NAMES);
export const arbitraryTag: fc.Arbitrary<string> = fc.constantFrom(...TAGS);
export const arbitraryState: fc.Arbitrary<TaskState> = fc.constantFrom(...TASK_STATES);
const arbitraryClassification: fc.Arbitrary<string> = fc.constantFrom(...CLASSIFICATIONS);
/** Now and then a word that is none of ours. */
export const arbitraryClassificationWord: fc.Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: arbitraryClassification },
  { weight: 1, arbitrary: fc.constantFrom('top', 'Confidential', '') },
);

const arbitraryChain: fc.Arbitrary<readonly string[]> = fc.array(arbitraryName, { maxLength: 6 });

/** A caller with a classification of ours. */
export const arbitraryCaller: fc.Arbitrary<CallerContext> = fc.record({
  agentId: arbitraryName,
  tenant: fc.constantFrom(...TENANTS),
  userId: fc.constantFrom('u-1', 'u-42', ''),
  scopes: fc.constantFrom<readonly string[]>([], ['delegate']),
  dataClassification: arbitraryClassification,
  delegationChain: arbitraryChain,
});

const arbitrarySkill: fc.Arbitrary<Skill> = fc.record({
  skillId: arbitraryName,
  name: arbitraryName,
  description: fc.constantFrom('', 'Does it.'),
  tags: fc.array(arbitraryTag, { maxLength: 4 }),
  examples: fc.constantFrom<readonly string[]>([], ['Do it']),
});

/** A card with a classification of ours. */
export const arbitraryCard: fc.Arbitrary<AgentCard> = fc.record({
  name: arbitraryName,
  description: fc.constantFrom('', 'Screens.'),
  url: fc.constantFrom('https://agents.example/x', 'https://agents.bank.ae/sanctions'),
  version: fc.constantFrom('1.0.0', '3.1.0'),
  protocolVersion: fc.constant('0.3'),
  skills: fc.array(arbitrarySkill, { maxLength: 3 }),
  streaming: fc.boolean(),
  pushNotifications: fc.boolean(),
  defaultInputModes: fc.constant(['text/plain']),
  defaultOutputModes: fc.constant(['text/plain']),
  securitySchemes: fc.subarray(['oauth2', 'mtls', 'apikey']),
  owner: arbitraryName,
  tenants: fc.subarray(TENANTS),
  maxDataClassification: arbitraryClassification,
});

/** Cards with distinct names, as a directory holds them. */
export const arbitraryCards: fc.Arbitrary<readonly AgentCard[]> = fc.uniqueArray(arbitraryCard, {
  selector: (card) => card.name,
  maxLength: 8,
});

/** JSON with the keys that break naive copies, and no float that JSON could not tell from an integer. */
export const arbitraryJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, 1, -7, 0.83, '', 'x', 'ﾟ', '😀'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '10', '9', 'constructor', ''), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

export const arbitraryJsonObject: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom('beneficiary', 'a', 'b', '10', '9', 'constructor'),
  arbitraryJson,
  { maxKeys: 3, noNullPrototype: true },
);

const arbitraryText = fc.constantFrom('', 'x', 'two words', "it's", '😀', 'a\nb');

const arbitraryPart: fc.Arbitrary<Part> = fc.oneof(
  arbitraryText.map((text): Part => ({ kind: 'text', text })),
  arbitraryJsonObject.map((data): Part => ({ kind: 'data', data })),
  fc.constantFrom('https://files.example/e.pdf', 'u').map((uri): Part => ({ kind: 'file', uri, mimeType: 'application/pdf' })),
);

export const arbitraryMessage: fc.Arbitrary<Message> = fc.record({
  messageId: fc.constantFrom('m-1', 'm-2', 'm-3'),
  role: fc.constantFrom('user', 'agent'),
  parts: fc.array(arbitraryPart, { maxLength: 3 }),
});

const arbitraryArtifact: fc.Arbitrary<Artifact> = fc.record({
  artifactId: fc.constantFrom('art-1', 'art-2'),
  name: arbitraryName,
  description: fc.constantFrom('', 'With detail'),
  parts: fc.array(arbitraryPart, { maxLength: 3 }),
});

/** A task in any state, whether or not a server could have brought it there. */
export const arbitraryTask: fc.Arbitrary<Task> = fc.record({
  taskId: fc.constantFrom('task-1', 'task-3'),
  contextId: fc.constantFrom('ctx-2', 'ctx-4'),
  status: fc.record({ state: arbitraryState, tick: fc.integer({ min: 1, max: 9 }) }) satisfies fc.Arbitrary<TaskStatus>,
  history: fc.array(arbitraryMessage, { maxLength: 3 }),
  artifacts: fc.array(arbitraryArtifact, { maxLength: 3 }),
  delegationChain: arbitraryChain,
});

/** One move of a scripted handler. */
export type HandlerMove =
  | { readonly move: 'status'; readonly state: TaskState; readonly message?: Message; readonly emit: boolean }
  | { readonly move: 'artifact'; readonly artifact: Artifact; readonly emit: boolean };

/** What a handler does, legal or not. */
export const arbitraryHandlerMoves: fc.Arbitrary<readonly HandlerMove[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ move: fc.constant('status' as const), state: arbitraryState, emit: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        move: fc.constant('status' as const),
        state: arbitraryState,
        message: arbitraryMessage.map((message) => ({ ...message, role: 'agent' as const })),
        emit: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ move: fc.constant('artifact' as const), artifact: arbitraryArtifact, emit: fc.boolean() }) },
  ),
  { maxLength: 6 },
);
