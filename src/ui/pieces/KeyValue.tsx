// Fields as a list: name left in grey, value right. A missing value says how it is missing.

import type { ReactNode } from 'react';
import type { Issue } from '../../model/base/result.ts';
import { SeverityMark } from './Mark.tsx';

/** `not-stated`: the sender could have said it · `not-seen`: we had no evidence · `none`: it was said to be none. */
type Missing = 'not-stated' | 'not-seen' | 'none';
const MISSING_WORDS: Record<Missing, string> = { 'not-stated': 'not stated', 'not-seen': 'not seen', none: 'none' };

function MissingValue({ how }: { how: Missing }) {
  return <span className="i3">{MISSING_WORDS[how]}</span>;
}

export interface KeyValueEntry {
  readonly name: string;
  /** Undefined is written as `not stated`. */
  readonly value: ReactNode;
  readonly mono?: boolean;
}

/** A description list of 92 px names. */
export function KeyValue({ entries, label }: { entries: readonly KeyValueEntry[]; label?: string }) {
  return (
    <dl className="kv" aria-label={label}>
      {entries.map((entry) => (
        <div key={entry.name} className="kv-row">
          <dt>{entry.name}</dt>
          <dd className={entry.mono ? 'm' : undefined}>{entry.value ?? <MissingValue how="not-stated" />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Problems noticed in outside input, each with its path. */
export function IssueList({ issues, label = 'Problems noticed' }: { issues: readonly Issue[]; label?: string }) {
  if (issues.length === 0) return null;
  return (
    <ul className="issues" aria-label={label}>
      {issues.map((issue, index) => (
        <li key={index}>
          <SeverityMark severity="warning" />
          <span>
            {issue.path ? <code className="m">{issue.path}</code> : null} {issue.message}
          </span>
        </li>
      ))}
    </ul>
  );
}
