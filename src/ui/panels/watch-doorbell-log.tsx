// Every try at the doorbell up to the cursor, the newest first.

import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { RowLink } from '../pieces/RowLink.tsx';
import { PaneHead } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { secondsOf } from '../watch/action-words.ts';
import { virtual, type SeenWatch } from '../watch/watch-round.ts';

const MOST_LINES = 30;
const REFUSALS: Readonly<Record<string, string>> = {
  rate: 'too many in a minute',
  'declared-size': 'declared too large, not read',
  size: 'too large, read no further',
  'broken-off': 'the body broke off',
  'no-token': 'no token',
  unparsable: 'no JSON',
  'no-task-id': 'no task id',
  'not-accepted': 'one message for every refusal',
};

export function DoorbellLog({ seen }: { seen: SeenWatch | undefined }) {
  const cursor = useInspector((state) => state.cursor);
  const { data } = useAnswer('doorbell', { cursor }, { enabled: seen !== undefined });
  if (seen === undefined || data === undefined) return null;
  const tries = data.tries.slice(-MOST_LINES).toReversed();
  return (
    <section className="wp-section" aria-label="Doorbell log">
      <PaneHead
        title="Doorbell log"
        facts={data.total === 0 ? undefined : `${countOf(data.total, 'try', 'tries')}, ${formatCount(data.refused)} refused`}
      />
      {tries.length === 0 ? (
        <p className="wp-words i2">Nobody has rung up to here.</p>
      ) : (
        <div className="wp-wide" tabIndex={0} role="region" aria-label="Doorbell log, scrollable">
          <table className="grid si-log" aria-label="Doorbell log">
            <thead>
              <tr>
                <th scope="col">virtual s</th>
                <th scope="col">row</th>
                <th scope="col">answer</th>
                <th scope="col">what it says</th>
                <th scope="col" className="r">
                  looks
                </th>
              </tr>
            </thead>
            <tbody>
              {tries.map(({ seq, time, status, refusal, claimed, fetches }) => (
                <tr key={seq}>
                  <td className="m">{secondsOf(virtual(time))}</td>
                  <td>
                    <RowLink seq={seq} />
                  </td>
                  <td className="m b">{status}</td>
                  <td className="i2">{refusal === undefined ? `claims ${claimed ?? 'no state'}` : (REFUSALS[refusal] ?? refusal)}</td>
                  <td className="m r">{formatCount(fetches)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data.total > tries.length ? (
        <p className="wp-words i2">{formatCount(data.total - tries.length)} earlier ones are not listed.</p>
      ) : null}
    </section>
  );
}
