// What the log does not state and a default stands in for, in the panel's note line.

import type { CallerContext, StatedOfCaller } from '../../model/protocol/caller-context.ts';
import { formatCount } from '../format.ts';
import { PaneNote } from '../pieces/Pane.tsx';

const WORDS: Readonly<Record<StatedOfCaller, string>> = {
  agentId: 'name',
  tenant: 'tenant',
  userId: 'user',
  scopes: 'scopes',
  dataClassification: 'data classification',
  delegationChain: 'chain',
};

export interface UnknownView {
  readonly caller: CallerContext;
  readonly callerUnknown: readonly StatedOfCaller[];
  readonly platformUnknown: readonly string[];
  readonly platformUnknownTotal: number;
}

export function UnknownNote({ asked, children }: { asked: UnknownView; children?: React.ReactNode }) {
  const callerWords = asked.callerUnknown.map((key) => `${WORDS[key]} ${shown(asked.caller[key])}`);
  const { platformUnknown: cards, platformUnknownTotal: total } = asked;
  if (callerWords.length === 0 && total === 0 && children === undefined) return null;
  return (
    <PaneNote>
      {callerWords.length > 0 ? <span>Not stated about the caller, so a default stands in: {callerWords.join(', ')}.</span> : null}
      {total > 0 ? (
        <span>
          Only the wire showed {cards.slice(0, 5).join(', ')}
          {total > 5 ? ` and ${formatCount(total - 5)} more` : ''}: tenants (every tenant) and classification (internal) are defaults, not
          seen.
        </span>
      ) : null}
      {children}
    </PaneNote>
  );
}

function shown(value: string | readonly string[]): string {
  if (typeof value === 'string') return `“${value}”`;
  return value.length === 0 ? 'none' : value.join(', ');
}
