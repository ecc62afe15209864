// Where each part of a task goes in a run of ACP, and where a reader of that run will find it again: decided here once, for the
// writer and for whoever follows a task around. What a user said before the agent spoke is the input of the request; what the
// agent said is output; artifacts are parts with a name; what an end or a pause says goes where the status wants it.

import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';

type Steps = readonly (string | number)[];

/** A part on its way. */
export interface PlannedPart {
  readonly part: Part;
  /** The name that makes it (part of) an artifact. */
  readonly name?: string;
  /** Where it is in the task, where it will be in `{request, run}`, and where in the task that is read from that. */
  readonly from: Steps;
  readonly to: Steps;
  readonly back: Steps;
}
interface PlannedMessage {
  readonly parts: readonly PlannedPart[];
}
export interface RunPlan {
  readonly input: readonly PlannedMessage[];
  readonly output: readonly PlannedMessage[];
  /** What a run that waits asks. */
  readonly question?: PlannedMessage;
  /** What the error of a failed run says: one text. */
  readonly failure?: PlannedPart;
  /** The name that each artifact has in the run. */
  readonly names: readonly string[];
}

const INPUT: Steps = ['request', 'input'];
const OUTPUT: Steps = ['run', 'output'];
const QUESTION: Steps = ['run', 'await_request', 'message'];
const FAILURE: Steps = ['run', 'error', 'message'];
const STATUS: Steps = ['status', 'message'];

/** Plans the run of a task. */
export function planRun(task: Task<ObservedState>): RunPlan {
  const history = Array.from(task.history);
  const firstAnswer = history.findIndex(({ role }) => role === 'agent');
  const asked = firstAnswer < 0 ? history : history.slice(0, firstAnswer);
  const input = asked.map((message, index) => planned(message, ['history', index], { to: [...INPUT, index], back: ['history', index] }));
  const said = sayings(task, history);
  const names = Array.from(task.artifacts, nameOf);
  const artifacts = planArtifacts(task, names, said.before.length);
  const spoken = said.after ? [...said.before, said.after] : said.before;
  // A run that ended has said its last message as its status.
  const lastIsStatus = endsWithWords(task.status.state) && !said.failure;
  const place = (index: number): Steps => (lastIsStatus && index === spoken.length - 1 ? STATUS : ['history', input.length + index]);
  const output: PlannedMessage[] = said.before.map(({ message, from }, index) =>
    planned(message, from, { to: [...OUTPUT, index], back: place(index) }),
  );
  if (artifacts) output.push(artifacts);
  if (said.after)
    output.push(planned(said.after.message, said.after.from, { to: [...OUTPUT, output.length], back: place(spoken.length - 1) }));
  return { input, output, ...(said.question && { question: said.question }), ...(said.failure && { failure: said.failure }), names };
}

interface Saying {
  readonly message: Message;
  readonly from: Steps;
}

/** What the agent said: its messages, and that of the status where the status has a place for it. */
function sayings(
  task: Task<ObservedState>,
  history: readonly Message[],
): { readonly before: readonly Saying[]; readonly after?: Saying } & Pick<RunPlan, 'question' | 'failure'> {
  const before = history.flatMap((message, index): readonly Saying[] =>
    message.role === 'agent' ? [{ message, from: ['history', index] }] : [],
  );
  const { state, message } = task.status;
  if (!message) return { before };
  if (state === 'input-required' || state === 'auth-required')
    return { before, question: planned(message, STATUS, { to: QUESTION, back: STATUS }) };
  if (state !== 'failed' && state !== 'rejected') return { before, after: { message, from: STATUS } };
  const index = message.parts.findIndex(({ kind, text }) => kind === 'text' && text !== '');
  const part = message.parts[index];
  const failure = part && { part, from: [...STATUS, 'parts', index], to: FAILURE, back: [...STATUS, 'parts', 0] };
  return { before, ...(failure && { failure }) };
}

function endsWithWords(state: ObservedState): boolean {
  return state === 'completed' || state === 'canceled' || state === 'failed' || state === 'rejected';
}

function planned(message: Message, from: Steps, { to, back }: { readonly to: Steps; readonly back: Steps }): PlannedMessage {
  const below = (steps: Steps, index: number): Steps => [...steps, 'parts', index];
  return {
    parts: message.parts.map((part, index) => ({ part, from: below(from, index), to: below(to, index), back: below(back, index) })),
  };
}

/** An artifact is known by its name in ACP: one without is named by its id. */
function nameOf({ name, artifactId }: { readonly name: string; readonly artifactId: string }, index: number): string {
  return name || artifactId || `artifact-${index + 1}`;
}

/** All artifacts as one message; those of one name are one artifact to whoever reads it. */
function planArtifacts(task: Task<ObservedState>, names: readonly string[], place: number): PlannedMessage | undefined {
  const known = new Map<string, { readonly at: number; size: number }>();
  const parts: PlannedPart[] = [];
  for (const [index, artifact] of Array.from(task.artifacts).entries()) {
    const name = names[index] ?? '';
    for (const [item, part] of artifact.parts.entries()) {
      const own = known.get(name) ?? { at: known.size, size: 0 };
      known.set(name, own);
      parts.push({
        part,
        name,
        from: ['artifacts', index, 'parts', item],
        to: [...OUTPUT, place, 'parts', parts.length],
        back: ['artifacts', own.at, 'parts', own.size++],
      });
    }
  }
  return parts.length === 0 ? undefined : { parts };
}
