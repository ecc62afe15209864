// The caller of a lesson: plays its steps, each at its time. What goes over a wire is encoded and decoded by the protocol;
// what does not is asked of the kernel here, and only the kernel's answer becomes a fact.

import { createDirectory, type Directory } from '../../model/kernel/discovery.ts';
import { admitBeforehand } from '../../model/kernel/admission.ts';
import type { Policy } from '../../model/kernel/policy.ts';
import { advance } from '../../model/kernel/transition-table.ts';
import { type AgentIo, type Behaviour, endAgent } from '../agent-io.ts';
import type { Conditions } from '../hosting/asking.ts';
import { callerOf, playerOf } from '../lesson-parties.ts';
import type { Lesson, LessonStep } from '../lesson.ts';
import { sameJson } from '../lessons/apply-knobs.ts';
import { createRemoteAgents, type RemoteAgents } from './remote-agents.ts';
import { translate } from './translate.ts';

interface Client {
  readonly io: AgentIo;
  readonly lesson: Lesson;
  readonly directory: Directory;
  readonly remote: RemoteAgents;
  readonly policy: Policy;
}
type StepDoing<D extends LessonStep['do']> = Extract<LessonStep, { readonly do: D }>;

/** The behaviour of whoever calls in a lesson: each plays the steps that are its own. It serves nobody. */
export function delegatingClient(lesson: Lesson, conditions: Conditions): Behaviour {
  return (io) => {
    const { policy } = conditions;
    const directory = createDirectory({ policy, maxDepth: lesson.maxDepth });
    const client: Client = { io, lesson, directory, remote: createRemoteAgents(io, lesson, conditions), policy };
    playSteps(client).catch((error: unknown) => endAgent(io.fatal, error));
    return () => Promise.resolve({ status: 404, headers: {}, body: '' });
  };
}

async function playSteps(client: Client): Promise<void> {
  const { io, lesson } = client;
  const own = lesson.steps.filter((step) => playerOf(lesson, step) === io.agent);
  const inOrder = own.sort((one, other) => one.at - other.at);
  const running: Promise<void>[] = [];
  for (const step of inOrder) {
    if (step.at > io.now()) await io.sleep(step.at - io.now());
    running.push(playStep(client, step));
  }
  await Promise.all(running);
}

async function playStep(client: Client, step: LessonStep): Promise<void> {
  const { io, remote } = client;
  if (step.when) {
    const { agent, member, is } = step.when;
    await remote.quiet(agent);
    const found = remote.dataIn(agent, member);
    if (found === undefined || !sameJson(found, is)) return;
  }
  switch (step.do) {
    case 'publish-cards':
      return publishCards(client);
    case 'discover':
      return discover(client, step);
    case 'ask-admission':
      return askAdmission(client, step);
    case 'ask-lifecycle': {
      const move = advance(step.from, step.to);
      if (!move.ok) io.fact({ kind: 'transition-refused', from: step.from, to: step.to, reason: move.error.reason });
      return;
    }
    case 'translate':
      await remote.quiet(step.agent);
      return translate(io, remote.lastTask(step.agent), client.policy.translation);
    default:
      return remote.play(step);
  }
}

function publishCards({ io, lesson, directory }: Client): void {
  for (const { card } of lesson.agents) {
    if (directory.register(card).ok) io.fact({ kind: 'card-published', card });
  }
}

function discover({ io, lesson, directory }: Client, step: StepDoing<'discover'>): void {
  const { maxDepth } = lesson;
  const caller = callerOf(lesson, step);
  const tags = step.tags ?? lesson.tags;
  io.fact({ kind: 'need-stated', caller, tags, maxDepth });
  const found = directory.discover(caller, tags);
  const skipped = directory.skipped(caller);
  if (!found.ok) {
    const reason = found.issues.map(({ message }) => message).join('; ');
    return io.fact({ kind: 'discovery-refused', caller: caller.agentId, reason });
  }
  io.fact({ kind: 'cards-ranked', names: found.value.map((card) => card.name), ...(skipped.length > 0 ? { skipped } : {}) });
}

function askAdmission({ io, lesson, policy }: Client, step: StepDoing<'ask-admission'>): void {
  const { maxDepth } = lesson;
  const own = callerOf(lesson, step);
  const caller = step.chain ? { ...own, delegationChain: step.chain } : own;
  const card = lesson.agents.find((agent) => agent.card.name === step.callee)?.card;
  if (!card) return;
  const decision = admitBeforehand(caller, card, { maxDepth, checks: policy.admission });
  const about = { caller, callee: card.name, maxDepth };
  if (!decision.ok) {
    const reason = decision.issues.map((issue) => issue.message).join('; ');
    return io.fact({ kind: 'delegation-denied', ...about, denials: [{ code: 'CLASSIFICATION_UNKNOWN', reason }] });
  }
  if (decision.value.length === 0) return io.fact({ kind: 'delegation-admitted', ...about });
  io.fact({ kind: 'delegation-denied', ...about, denials: decision.value });
}
