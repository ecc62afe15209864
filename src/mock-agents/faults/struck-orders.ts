// Which orders a fault strikes, and how often it has: by the skill that was ordered, counted over all lives of the agent where
// each strike costs one.

import { interopRoutes } from '../../model/adapters/adapters.ts';
import { parseJson, textMember } from '../../model/base/json.ts';
import type { Fact } from '../../model/log/fact.ts';
import type { HttpRequest } from '../../model/protocol/http.ts';
import type { PeerStep } from '../../model/protocol/peer.ts';
import type { TaskId } from '../../model/protocol/task.ts';
import type { AgentIo } from '../agent-io.ts';
import type { Fault } from '../experiment.ts';

/** A request as a fault sees it. */
export interface SeenRequest {
  readonly step: PeerStep | undefined;
  readonly taskId: TaskId;
  /** Whether it is about an order that the fault may strike. */
  readonly isMeant: boolean;
}

export class StruckOrders {
  readonly #io: AgentIo;
  readonly #fault: Fault;
  readonly #skillOfTask = new Map<TaskId, string>();
  #orderedSkill = '';
  #strikes: number;

  constructor(io: AgentIo, fault: Fault) {
    this.#io = io;
    this.#fault = fault;
    const costsALife = fault.mode === 'crash' || fault.mode === 'busy_loop';
    this.#strikes = costsALife ? io.life - 1 : 0;
  }

  /** Reads a request: from here on, until the next one, a task that is created is of its skill. */
  see({ method, path, body }: HttpRequest): SeenRequest {
    const found = interopRoutes(path, 'start').find(({ route }) => route.method === method);
    const step = found?.route.step;
    const taskId = found?.taskId ?? '';
    if (step === 'create') this.#orderedSkill = orderedSkill(body);
    const isMeant = step === 'create' ? this.#means(this.#orderedSkill) : this.isMeantTask(taskId);
    return { step, taskId, isMeant };
  }

  /** Notes of which skill a task is. */
  hear(fact: Fact): void {
    if (fact.kind === 'task-created') this.#skillOfTask.set(fact.taskId, this.#orderedSkill);
  }

  isMeantTask(taskId: TaskId): boolean {
    const skill = this.#skillOfTask.get(taskId);
    return skill !== undefined && this.#means(skill);
  }

  /** Strikes once more, and says so. @returns whether it may */
  strike(what: string): boolean {
    const { times } = this.#fault;
    if (times !== null && this.#strikes >= times) return false;
    this.#strikes += 1;
    this.tell(what);
    return true;
  }

  /** Says what is done, without counting it. */
  tell(what: string): void {
    this.#io.fact({ kind: 'fault-injected', mode: this.#fault.mode, what });
  }

  #means(skill: string): boolean {
    const { on } = this.#fault;
    return on === 'every' || on === skill;
  }
}

function orderedSkill(body: string): string {
  const parsed = parseJson(body);
  return (parsed.ok ? textMember(parsed.value, 'skill') : undefined) ?? '';
}
