// The scenarios of watch.json as they are written there: what happened when, and what is asked about it. Times are seconds.

import type { Json, JsonObject } from '../../model/base/json.ts';
import { TASK_STATES, type TaskState } from '../../model/protocol/task.ts';

export interface ScenarioEvent {
  readonly at: number;
  readonly event: string;
  readonly state?: string;
  /** Null: no message; absent: the text that is known. */
  readonly text?: string | null;
  readonly sub_state?: string;
  readonly claimed?: string;
  readonly token?: string;
  readonly remote_task_id?: string;
  readonly retryable?: boolean;
}
export interface ScenarioSetup {
  readonly watch: 'push' | 'follow' | 'off' | null;
  readonly parked_state?: string;
  readonly remote_task_id?: string | null;
  readonly closed?: boolean;
  /** The history was rolled before. */
  readonly resumed?: boolean;
  readonly mode_will_be?: 'push' | 'follow' | 'off';
  readonly updates?: 'auto' | 'follow' | 'off';
  readonly card_push?: boolean;
  readonly base_url?: boolean;
}
export interface Scenario {
  readonly name: string;
  readonly setup: ScenarioSetup;
  readonly events: readonly ScenarioEvent[];
  readonly ask: readonly string[];
  readonly expected: JsonObject;
}
interface VectorFile {
  readonly cases: readonly { readonly name: string; readonly input: Json; readonly expected: JsonObject }[];
}

/** Members that tell people what is meant, and that no log answers. */
const READING_MATTER: ReadonlySet<string> = new Set(['logged']);

/** The scenarios of the parsed file; what is expected holds what is asked and nothing else. */
export function scenariosOf(file: unknown): readonly Scenario[] {
  return (file as VectorFile).cases.flatMap(({ name, input, expected }) => {
    const { op, ...scenario } = input as unknown as Omit<Scenario, 'name' | 'expected'> & { readonly op: string };
    if (op !== 'scenario') return [];
    const judged = Object.entries(expected).filter(([member]) => !READING_MATTER.has(member));
    return [{ ...scenario, name, expected: Object.fromEntries(judged) }];
  });
}

/** A state by the file's word for it: `INPUT_REQUIRED`. */
export function stateOfWord(word: string | undefined): TaskState {
  const state = TASK_STATES.find((each) => each === word?.toLowerCase().replaceAll('_', '-'));
  if (!state) throw new Error(`no state: ${JSON.stringify(word)}`);
  return state;
}

export function wordOfState(state: TaskState): string {
  return state.toUpperCase().replaceAll('-', '_');
}

/** The state in which a scenario begins. */
export function parkedStateOf({ parked_state }: ScenarioSetup): TaskState {
  return stateOfWord(parked_state ?? 'INPUT_REQUIRED');
}

export function millisOf(seconds: number): number {
  return Math.round(seconds * 1_000);
}
