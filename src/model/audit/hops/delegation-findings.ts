// The three rules about chains of delegation (SPEC.md H.3–H.5): an agent called while it is at work on the
// same path, a path with too many hops, a trace that breaks between caller and callee. No version of the protocol has a limit or
// a loop guard, so cycles and depth are rules of this tool.

import type { BrokenParent, Hop, HopCycle, HopFinder } from './hops.ts';

export interface DelegationFinding {
  readonly rule: 'delegation-cycle' | 'delegation-depth' | 'broken-trace-parent';
  readonly severity: 'error' | 'warning';
  readonly taskId: string | null;
  /** Who keeps that task, '' where nothing tells: spans name tasks and no keepers. */
  readonly keeper: string;
  /** The decisive one first. */
  readonly rows: readonly number[];
  readonly why: string;
  readonly spec: string;
}

/** Findings of one rule at most: a trace of loops repeats itself. */
const MOST_FINDINGS = 1_000;

/** Judges the hops of a trace; `depth` is the most hops that a chain may have without a warning. */
export function delegationFindings(
  finder: Pick<HopFinder, 'cycles' | 'deeperThan' | 'brokenParents' | 'longestChain'>,
  { depth }: { readonly depth: number },
): readonly DelegationFinding[] {
  const longest = finder.longestChain().length;
  return [
    ...finder.cycles().slice(0, MOST_FINDINGS).map(cycleFinding),
    ...finder
      .deeperThan(depth)
      .slice(0, MOST_FINDINGS)
      .map((hop) => depthFinding(hop, { depth, longest })),
    ...finder.brokenParents().slice(0, MOST_FINDINGS).map(brokenFinding),
  ];
}

function cycleFinding({ hop, agents, evidence, rows }: HopCycle): DelegationFinding {
  const way = [...shortened(agents), hop.to ?? 'itself'].join(' → ');
  const claimed = evidence === 'claimed';
  const known = claimed ? ' This is known from what a peer claims alone.' : '';
  return {
    rule: 'delegation-cycle',
    severity: claimed ? 'warning' : 'error',
    taskId: hop.toTask ?? null,
    keeper: hop.toKeeper ?? '',
    rows,
    why: `${hop.to ?? 'An agent'} is called again while it is already at work on the same path (${way}).${known}`,
    spec: 'None: no version of A2A guards against loops.',
  };
}

function shortened(agents: readonly string[]): readonly string[] {
  return agents.length <= 6 ? agents : [...agents.slice(0, 3), '…', ...agents.slice(-2)];
}

function depthFinding(hop: Hop, { depth, longest }: { readonly depth: number; readonly longest: number }): DelegationFinding {
  return {
    rule: 'delegation-depth',
    severity: 'warning',
    taskId: hop.toTask ?? null,
    keeper: hop.toKeeper ?? '',
    rows: hop.rows,
    why: `The call to ${hop.to ?? 'an agent'} is hop ${hop.depth} of its chain, the first beyond the limit of ${depth}; the longest chain has ${longest}.`,
    spec: 'None: the limit is this tool’s own, and can be moved.',
  };
}

function brokenFinding({ taskId, caller, callee, rows, otherTrace }: BrokenParent): DelegationFinding {
  const lost = otherTrace ? 'belongs to another trace' : 'has no parent';
  return {
    rule: 'broken-trace-parent',
    severity: 'warning',
    taskId,
    keeper: '',
    rows,
    why: `The span of ${callee ?? 'the callee'} for ${taskId} ${lost}, while ${caller ?? 'the caller'} has a span for the same task: the trace context did not arrive.`,
    spec: 'W3C Trace Context §3.2; A2A 1.0 §3.2.6 carries no trace context by itself.',
  };
}
