// What a log is: container, protocol and its versions, bindings, agents, how much there is of it.

import type { LogSummary } from '../../model/engine/query.ts';
import { countOf, formatBytes, formatCount, formatDate, formatDuration } from '../format.ts';
import { bindingWords, formatWords, protocolWords } from '../log-words.ts';
import { logTime } from '../log-time.ts';
import { KeyValue } from '../pieces/KeyValue.tsx';

const FEW_AGENTS = 5;

export function OverviewFacts({ summary }: { summary: LogSummary }) {
  const { bindings } = summary;
  return (
    <section className="overview-part" aria-label="What this is">
      <KeyValue
        label="What this is"
        entries={[
          { name: 'Format', value: `${formatWords(summary.format)}, ${sizeOf(summary)}` },
          { name: 'Protocol', value: protocolOf(summary) },
          { name: 'Bindings', value: bindings.length === 0 ? <NotSeen /> : bindingWords(bindings) },
          { name: 'Agents', value: <Agents agents={summary.agents} /> },
          { name: 'Rows', value: rowsOf(summary) },
          ...(summary.episode === undefined ? [] : [{ name: 'Played', value: playedAs(summary.episode) }]),
        ]}
      />
      {summary.doubts?.map((doubt) => (
        <p key={doubt} className="i2">
          {doubt}
        </p>
      ))}
    </section>
  );
}

/** The policy, the take and the seed of an episode. */
function playedAs({ policy, take, seed }: NonNullable<LogSummary['episode']>): string {
  return [`under ${policy}`, take === undefined ? undefined : `take ${take}`, `seed ${seed}`]
    .filter((said) => said !== undefined)
    .join(', ');
}

function NotSeen() {
  return <span className="i3">not seen</span>;
}

function sizeOf({ bytes, length, reading, read }: LogSummary): string {
  const whole = bytes === undefined ? countOf(length, 'character') : formatBytes(bytes);
  return reading === 'reading' && length > 0 ? `${whole}, ${Math.floor((100 * read) / length)} % read` : whole;
}

/** A protocol whose version nothing tells is said to be so. */
function protocolOf(summary: LogSummary): string {
  const words = protocolWords(summary);
  const isDelegation = summary.protocol === 'a2a' || summary.protocol === 'mixed';
  return isDelegation && summary.versions.length === 0 ? `${words}, version not stated` : words;
}

function Agents({ agents }: Pick<LogSummary, 'agents'>) {
  if (agents.length === 0) return <NotSeen />;
  const more = agents.length - FEW_AGENTS;
  return (
    <>
      {agents.length > 1 ? `${formatCount(agents.length)}: ` : ''}
      {agents.slice(0, FEW_AGENTS).join(', ')}
      {more > 0 ? <span className="i2">{`, and ${formatCount(more)} more`}</span> : null}
    </>
  );
}

function rowsOf(summary: LogSummary): string {
  const { rowCount, firstTime, lastTime } = summary;
  if (firstTime === undefined || lastTime === undefined) return `${formatCount(rowCount)}, no times stated`;
  const time = logTime(summary);
  const day = summary.episode ? '' : `${formatDate(firstTime)} `;
  const unit = summary.episode ? ' s virtual' : ' UTC';
  return `${formatCount(rowCount)} over ${formatDuration(lastTime - firstTime)}, from ${day}${time.text(firstTime)}${unit}`;
}
