// What of a log could not be read and why, what was set aside, and what was cut: each leads to Source.

import type { LogSummary } from '../../model/engine/query.ts';
import { cutWords, secretCount } from '../cut-words.ts';
import { countOf, formatCount, sentence } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { SeverityMark } from '../pieces/Mark.tsx';
import { OverviewPart } from './overview-part.tsx';

const FEW_REASONS = 3;

export function OverviewReading({ summary }: { summary: LogSummary }) {
  const { unreadCount, unreadLength, setAsideCount, notices } = summary;
  const secrets = secretCount(summary);
  return (
    <OverviewPart title="Reading" all={{ label: 'Source', run: () => useInspector.getState().openPanel('source') }}>
      <ul className="overview-reading" aria-label="What was not plain reading">
        <li>
          {unreadCount === 0 ? (
            <span>0 unread</span>
          ) : (
            <SeverityMark severity="error">
              {`${countOf(unreadCount, 'part')} could not be read, ${countOf(unreadLength, 'character')}`}
            </SeverityMark>
          )}
          {notices.slice(0, FEW_REASONS).map((notice) => (
            <span key={notice} className="overview-why i2">
              {sentence(notice)}
            </span>
          ))}
          {unreadCount > FEW_REASONS ? (
            <span className="overview-why i2">{`and ${formatCount(unreadCount - FEW_REASONS)} more`}</span>
          ) : null}
        </li>
        <li>{countOf(setAsideCount, 'part')} set aside: no agent traffic</li>
        <li>{secrets === 0 ? '0 secrets cut' : `${countOf(secrets, 'secret')} cut: ${cutWords(summary)}`}</li>
      </ul>
    </OverviewPart>
  );
}
