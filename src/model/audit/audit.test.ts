import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeText } from '../testing/judged.ts';

const TRACES = new URL('../testing/fixtures/traces/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, TRACES), 'utf8');

interface Truth {
  readonly tasks: readonly {
    readonly id: string;
    readonly contextId: string;
    readonly states: readonly string[];
    readonly final: string | null;
    readonly artifacts: readonly {
      readonly artifactId: string;
      readonly name: string;
      readonly parts: number;
      readonly text: string;
      readonly nameInFile?: string;
      readonly textInFile?: string;
    }[];
  }[];
  readonly messages: number;
  readonly events: number;
  readonly errors: readonly { readonly code: number; readonly reason?: string; readonly html?: boolean }[];
  readonly push: number;
  readonly agents: readonly string[];
}
const truth = JSON.parse(read('truth.json')) as Readonly<Record<string, Truth>>;

/** Order of tasks means nothing; the truth states reasons only where they were looked at. */
const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

describe('figures of a trace', () => {
  it.each(Object.entries(truth))('[O.2] %s is counted as its truth says', (file, expected) => {
    const { tasks, messages, events, errors, pushes, agents } = judgeText(read(file), file).auditor.facts();
    expect({
      tasks: tasks.map(({ id, contextId, states, final, artifacts }) => ({ id, contextId, states, final, artifacts })).sort(byId),
      messages,
      events,
      errors: errors.map(({ code, reason }, index) => ({
        code,
        ...(expected.errors[index]?.reason === undefined ? {} : { reason }),
      })),
      pushes,
      agents,
    }).toEqual({
      tasks: expected.tasks.toSorted(byId).map((task) => ({
        id: task.id,
        contextId: task.contextId,
        states: task.states,
        final: task.final,
        artifacts: task.artifacts.map(({ artifactId, name, parts, text }) => ({ artifactId, name, parts, text })),
      })),
      messages: expected.messages,
      events: expected.events,
      errors: expected.errors.map(({ code, reason }) => ({ code, ...(reason === undefined ? {} : { reason }) })),
      pushes: expected.push,
      agents: expected.agents,
    });
  });
});
