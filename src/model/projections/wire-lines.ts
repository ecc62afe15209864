// What crossed the wire in an episode, line by line, so that two episodes can be laid side by side: two peers that differ can
// only be told apart by what comes over the wire. What the kernel or the lab knows is left out. SPEC.md E.32.

import type { AcrossClaim, ClaimVerdict, WireLine } from '../log/claim.ts';
import type { LogReader } from '../log/log-reader.ts';
import { type RowKind, WIRE_KINDS } from '../log/row-kind.ts';
import { VIRTUAL_EPOCH } from '../log/saved-form.ts';

const CROSSED: ReadonlySet<RowKind> = new Set(WIRE_KINDS);

/**
 * Everything that crossed, in order.
 * @param ask `until`: nothing later than this virtual time
 */
export function projectWire(log: LogReader, ask: { readonly until?: number }): readonly WireLine[] {
  const lines: WireLine[] = [];
  for (let seq = 0; seq < log.rowCount; seq += 1) {
    const row = log.rowAt(seq);
    if (!CROSSED.has(log.kind(row))) continue;
    const time = log.time(row);
    const at = time === undefined ? undefined : time - VIRTUAL_EPOCH;
    if (ask.until !== undefined && at !== undefined && at > ask.until) continue;
    lines.push({ at, text: lineOf(log, row) });
  }
  return lines;
}

function lineOf(log: LogReader, row: number): string {
  const { kind, channel, agent, peer, label, state, failed } = log.row(row);
  const words = [kind, channel, agent ?? '?', 'to', peer ?? '?', label, state, failed ? 'failed' : undefined];
  return `${words.filter((word) => word !== undefined).join(' ')} ${JSON.stringify(log.value(row) ?? null)}`;
}

/** Where two wires first differ; undefined when one is the other. A wire that ends first differs by what only the other has. */
export function firstDifference(
  one: readonly WireLine[],
  other: readonly WireLine[],
): { readonly at: number | undefined; readonly one?: WireLine; readonly other?: WireLine } | undefined {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const [a, b] = [one[index], other[index]];
    if (a?.at === b?.at && a?.text === b?.text) continue;
    // What came first is what a watcher of both would have noticed.
    const times = [a?.at, b?.at].filter((at) => at !== undefined);
    return { at: times.length === 0 ? undefined : Math.min(...times), ...(a && { one: a }), ...(b && { other: b }) };
  }
  return undefined;
}

/** Judges a claim about two episodes, each given by its whole wire (SPEC.md E.32). */
export function judgeAcross(claim: AcrossClaim, one: readonly WireLine[], other: readonly WireLine[]): ClaimVerdict {
  const difference = firstDifference(one, other);
  const found = difference ? `they differ at ${difference.at ?? 'no time'}` : 'they never differ';
  const { say } = claim;
  if (one.length === 0 || other.length === 0) return { say, holds: false, found: 'nothing crossed' };
  const holds =
    claim.check === 'same-wire'
      ? difference === undefined || (difference.at !== undefined && difference.at > claim.until)
      : difference?.at === claim.at;
  return holds ? { say, holds } : { say, holds, found };
}
