// Rules about chains of delegation, over the hops that spans, nested exchanges and claims show.

import type { LogSettings } from '../../log/saved-form.ts';
import { delegationFindings, type DelegationFinding } from '../hops/delegation-findings.ts';
import type { Evidence, Rule, Verdicts } from '../rule.ts';

function checkFor(rule: DelegationFinding['rule']): (book: Evidence, settings: LogSettings) => Verdicts {
  return ({ hops }, { depth }) => ({
    found: delegationFindings(hops, { depth })
      .filter((finding) => finding.rule === rule)
      .map(({ taskId, keeper, severity, rows, why }) => ({
        task: taskId === null ? null : { id: taskId, endpoint: keeper },
        severity,
        rows,
        why,
      })),
  });
}

export const DELEGATION_RULES: readonly Rule[] = [
  {
    id: 'delegation-cycle',
    title: 'An agent is asked while it waits for the answer',
    meaning:
      'An agent is called while it is an ancestor on the same path. Client and server span of one call are one hop; calling the same agent twice from one parent is no cycle.',
    remedy: 'The agent that closes the loop refuses to hand on to an agent that is already at work on the chain.',
    channels: ['T', 'R', 'S', 'P'],
    severities: 'error; warning where it is known from claims alone',
    spec: { '': 'no version of A2A guards against loops; a rule of this tool' },
    check: checkFor('delegation-cycle'),
  },
  {
    id: 'delegation-depth',
    title: 'A chain of delegation is very deep',
    meaning: 'A chain has more hops than the limit, counted from the first caller known.',
    remedy: 'Agents refuse to hand on beyond a depth that they agree on.',
    channels: ['T', 'R'],
    severities: 'warning',
    spec: { '': 'a limit of this tool, which can be moved' },
    threshold: 'depth',
    check: checkFor('delegation-depth'),
  },
  {
    id: 'broken-trace-parent',
    title: 'A trace breaks between caller and callee',
    meaning: 'The spans of caller and callee of one task are not connected: another trace id, or no parent.',
    remedy: 'The caller sends traceparent with its request, and the callee starts its span from it.',
    channels: ['T'],
    severities: 'warning',
    spec: { '': 'W3C Trace Context §3.2; A2A 1.0 §3.2.6 carries no trace context by itself' },
    check: checkFor('broken-trace-parent'),
  },
];
