import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { incidentsIn } from '../testing/incidents.ts';
import { judgeText } from '../testing/judged.ts';

const FOLDER = new URL('../testing/fixtures/cases/', import.meta.url);
const incidents = incidentsIn({
  list: (path) => readdirSync(new URL(path, FOLDER)),
  read: (path) => readFileSync(new URL(path, FOLDER), 'utf8'),
});

const RANK: Readonly<Record<string, number>> = { error: 0, warning: 1, info: 2 };

function open(name: string) {
  const { text, expected } = incidents.open(name);
  return { judged: judgeText(text, name), expected };
}

describe('incidents rebuilt from public reports', () => {
  it.each(incidents.names)('[J.1] %s: findings by rule and task, at the severity that counts', (name) => {
    const { judged, expected } = open(name);
    const key = ({ rule, taskId }: { readonly rule: string; readonly taskId: string | null }): string => `${rule} ${taskId ?? '-'}`;
    const worst = new Map<string, string>();
    for (const finding of judged.findings) {
      const known = worst.get(key(finding));
      if (known === undefined || (RANK[finding.severity] ?? 9) < (RANK[known] ?? 9)) worst.set(key(finding), finding.severity);
    }
    const wanted = new Map<string, string>();
    for (const { rule, taskId, severity } of expected.findings) {
      const known = wanted.get(key({ rule, taskId }));
      if (known === undefined || (RANK[severity] ?? 9) < (RANK[known] ?? 9)) wanted.set(key({ rule, taskId }), severity);
    }
    const may = new Set((expected.mayReport ?? []).map(key));
    const never = new Set(expected.mustNotReport ?? []);
    const neverAt = new Set((expected.mustNotReportAt ?? []).map(key));
    const extra = [...worst].filter(([pair, severity]) => {
      if (wanted.has(pair) || may.has(pair)) return false;
      return severity !== 'info' || never.has(pair.split(' ')[0] ?? '') || neverAt.has(pair);
    });
    const asked = [...wanted].map(([pair]) => [pair, worst.get(pair) ?? 'not found']);
    expect({ found: asked, falseAlarms: extra }).toEqual({ found: [...wanted], falseAlarms: [] });
  });

  it.each(incidents.names)('[O.3] %s: tasks, states and messages', (name) => {
    const { judged, expected } = open(name);
    const facts = judged.auditor.facts();
    const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);
    const seen = facts.tasks
      .filter(({ states }) => states.length > 0)
      .map(({ id, contextId, states, final, artifacts }) => ({ id, contextId, states, final, artifacts: artifacts.length }))
      .sort(byId);
    const wanted = expected.tasks
      .map(({ id, contextId, states, final, artifacts }) => ({ id, contextId, states, final, artifacts }))
      .sort(byId);
    expect({ tasks: seen, messages: expected.messages === undefined ? undefined : facts.messages }).toEqual({
      tasks: wanted,
      messages: expected.messages,
    });
    for (const { id, artifactText = {} } of expected.tasks) {
      const artifacts = facts.tasks.find((task) => task.id === id)?.artifacts ?? [];
      for (const [artifactId, text] of Object.entries(artifactText))
        expect(artifacts.find((artifact) => artifact.artifactId === artifactId)?.text).toBe(text);
    }
  });
});
