// Every delivery: when, what it claims, what proves it, what the receiver answered, which look it was a doorbell for.

import type { WatchStory } from '../../model/projections/watch.ts';
import type { WatchedDelivery } from '../../model/projections/watch-deliveries.ts';
import { formatCount } from '../format.ts';
import { logTime, type LogTime } from '../log-time.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { SeverityMark, TaskStateMark } from '../pieces/Mark.tsx';
import { RowLink } from '../pieces/RowLink.tsx';
import { useAnswer } from '../queries.ts';
import { doorbellWords, flawWords } from './watch-words.ts';

export function WatchDeliveries({ story }: { story: WatchStory }) {
  const { deliveries, deliveriesTotal } = story;
  const time = logTime(useAnswer('summary', {}).data);
  return (
    <section className="watch-section watch-deliveries" aria-label="Deliveries">
      <h3 className="sub">Push: {deliveriesTotal === 0 ? 'no delivery so far' : 'each delivery, and the look after it'}</h3>
      {deliveries.length === 0 ? (
        <p className="i2">Nothing was delivered at a callback about this task.</p>
      ) : (
        <div className="watch-wide" tabIndex={0} role="region" aria-label="Deliveries, scrollable">
          <table className="grid" aria-label="Deliveries">
            <thead>
              <tr>
                <th scope="col">row</th>
                <th scope="col">{time.head}</th>
                <th scope="col">claims</th>
                <th scope="col">doorbell</th>
                <th scope="col">proof</th>
                <th scope="col">answer</th>
              </tr>
            </thead>
            <tbody>
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.seq} delivery={delivery} time={time} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {deliveriesTotal > deliveries.length ? (
        <p className="i2">{formatCount(deliveriesTotal - deliveries.length)} earlier ones are not listed.</p>
      ) : null}
      {deliveriesTotal > 0 ? <p className="i2">A body only claims. What a look shows is what the task is.</p> : null}
    </section>
  );
}

const PROOFS: Readonly<Record<WatchedDelivery['proof'], string>> = {
  token: 'token',
  authorization: 'authorization',
  nothing: 'none',
  unknown: 'not in the log',
};

function DeliveryRow({ delivery, time }: { delivery: WatchedDelivery; time: LogTime }) {
  const { seq, at, url, claim, says, words, proof, status, answerSeq, isFirst } = delivery;
  return (
    <tr>
      <th scope="row">
        <RowLink seq={seq} />
      </th>
      <td className="m nw">{at === undefined ? 'no time' : time.text(at)}</td>
      <td>
        {claim === undefined ? <span className="i2">{says ?? 'nothing readable'}, no state</span> : <TaskStateMark state={claim} />}
        {isFirst ? <span className="i2"> heard first</span> : null}
        {words === undefined ? null : <span className="watch-words i2">{words}</span>}
        {url === undefined ? null : <span className="watch-words i3">{url.replace(/^https?:\/\//, '')}</span>}
      </td>
      <td>
        <Doorbell delivery={delivery} />
      </td>
      <td>{PROOFS[proof]}</td>
      <td className="m">{status ?? (answerSeq === undefined ? '–' : 'seen')}</td>
    </tr>
  );
}

function Doorbell({ delivery }: { delivery: WatchedDelivery }) {
  const { doorbell, look, flaws } = delivery;
  return (
    <>
      <span className={doorbell === 'disagreed' ? 'b' : ''}>{doorbellWords(delivery)}</span>
      {look === undefined ? null : (
        <>
          {' '}
          <span className="i2 nw">
            <Glyph name="poll" /> row <RowLink seq={look.answerSeq ?? look.seq} />
          </span>
        </>
      )}
      {flaws.map((flaw) => (
        <Flaw key={flaw.kind} flaw={flaw} />
      ))}
    </>
  );
}

const GRAVE: ReadonlySet<string> = new Set(['unauthenticated', 'refused', 'oversized']);

function Flaw({ flaw }: { flaw: WatchedDelivery['flaws'][number] }) {
  const { word, why } = flawWords(flaw);
  return (
    <span className="watch-flaw">
      <SeverityMark severity={GRAVE.has(flaw.kind) ? 'warning' : 'info'}>{word}.</SeverityMark>{' '}
      <span className="i2">
        {why}
        {'seq' in flaw ? (
          <>
            {' '}
            Row <RowLink seq={flaw.seq} />.
          </>
        ) : null}
      </span>
    </span>
  );
}
