// Attacks on the doorbell, each a button: what it sends, what it must get, what it got in the episode on screen, and what that cost.

import type { Attack, AttackOutcome } from '../watch/attacks.ts';
import { ATTACKS, doorAt, mustGet, outcomeOf, placeOfAttack } from '../watch/attacks.ts';
import { useState } from 'react';
import { QUIET_RINGING } from '../../mock-agents/watch-scene.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import { countOf } from '../format.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { PaneHead } from '../pieces/Pane.tsx';
import { RowLink } from '../pieces/RowLink.tsx';
import { secondsOf } from '../watch/action-words.ts';
import { type RungTries, triesOfAction } from '../watch/tries-of-action.ts';
import { type SeenWatch, virtual, type WatchRound } from '../watch/watch-round.ts';

interface Row {
  readonly attack: Attack;
  readonly at: number | undefined;
  readonly gets: readonly number[];
  readonly outcome: AttackOutcome | undefined;
  /** How often it was sent. */
  readonly attempts: number;
}

export function StandInAttacks(props: {
  round: WatchRound;
  seen: SeenWatch | undefined;
  /** Where the next one is placed. */
  at: number;
  /** Why none can be made now. */
  disabled: string | undefined;
  onAttack: (attack: Attack) => void;
}) {
  const { round, seen, at, disabled, onAttack } = props;
  const rows = ATTACKS.map((attack) => rowOf(attack, round, seen));
  const played = rows.filter(({ outcome }) => outcome !== undefined);
  const [pressed, setPressed] = useState<Attack['id']>();
  const made = disabled === undefined ? rows.find(({ attack }) => attack.id === pressed) : undefined;
  const asMust = played.filter(({ outcome }) => outcome?.isAsMust).length;
  return (
    <section className="wp-section" aria-label="Abuse the doorbell">
      <PaneHead title="Abuse the doorbell" facts={`in the order of the checks; the next one at ${secondsOf(at)} s`}>
        {played.length > 0 ? (
          <span className="i2 nw">
            {asMust} of {played.length} as they must
          </span>
        ) : null}
      </PaneHead>
      <table className="grid si-attacks" aria-label="Attacks">
        <thead>
          <tr>
            <th scope="col">attack</th>
            <th scope="col">sends</th>
            <th scope="col" className="r">
              must get
            </th>
            <th scope="col">got</th>
            <th scope="col" className="r">
              cost in this episode
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.attack.id} className={row.outcome ? 'made' : ''}>
              <th scope="row">
                <button
                  type="button"
                  className="btn small si-attack"
                  aria-disabled={disabled !== undefined}
                  title={disabled}
                  onClick={() => {
                    if (disabled !== undefined) return;
                    setPressed(row.attack.id);
                    onAttack(row.attack);
                  }}
                >
                  {row.attack.title}
                </button>
              </th>
              <td className="i2 si-sends">{row.attack.sends}</td>
              <td className="m r i2 nw">{row.gets.join(' / ')}</td>
              <Got row={row} />
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="visually-hidden">
        {made?.at === undefined ? '' : `${made.attack.title}: ${made.outcome ? outcomeWords(made.outcome) : noAnswerWords(made.attempts)}.`}
      </p>
    </section>
  );
}

function Got({ row: { outcome, at, attempts } }: { row: Row }) {
  if (outcome === undefined)
    return (
      <td className="i3 r nw" colSpan={2}>
        {at === undefined ? 'not made' : `made at ${secondsOf(at)} s, ${noAnswerWords(attempts)}`}
      </td>
    );
  const { statuses, fetches, isAsMust, seq } = outcome;
  return (
    <>
      <td className="m b nw si-got">
        <Glyph name={isAsMust ? 'check' : 'cross'} label={isAsMust ? 'as it must' : 'not as it must'} /> {statusWords(statuses)}
        {attempts > 1 ? <span className="i2"> {attemptWords(attempts)}</span> : null}
      </td>
      <td className="r nw">
        <span className={fetches === 0 ? 'i2' : 'b'}>{fetchWords(fetches)}</span>
        <span className="i2">
          , row <RowLink seq={seq} />
        </span>
      </td>
    </>
  );
}

const statusWords = (statuses: AttackOutcome['statuses']): string =>
  statuses.map(([status, count]) => (count === 1 ? String(status) : `${status} × ${count}`)).join(', ');
const fetchWords = (fetches: number): string => (fetches === 0 ? 'no fetch' : countOf(fetches, 'fetch', 'fetches'));
const attemptWords = (attempts: number): string => `after ${countOf(attempts, 'try', 'tries')}`;
const noAnswerWords = (attempts: number): string => (attempts > 1 ? `no answer ${attemptWords(attempts)}` : 'no answer then');
const outcomeWords = ({ statuses, fetches, isAsMust, attempts }: AttackOutcome): string =>
  `${statusWords(statuses)}${attempts > 1 ? ` ${attemptWords(attempts)}` : ''}, ${fetchWords(fetches)}, ${isAsMust ? 'as it must' : 'not as it must'}`;

function rowOf(attack: Attack, { actions, hopMs, lesson }: WatchRound, seen: SeenWatch | undefined): Row {
  const place = placeOfAttack(attack, actions);
  const action = place === undefined ? undefined : actions[place];
  if (place === undefined || action === undefined) return { attack, at: undefined, gets: attack.gets, outcome: undefined, attempts: 0 };
  const rung: RungTries =
    seen === undefined
      ? { tries: [], attempts: 0 }
      : triesOfAction(actions, place, {
          ...seen.doorbell,
          startAt: VIRTUAL_EPOCH,
          hopMs,
          agent: lesson.watch?.remote.card.name ?? '',
          ringing: lesson.watch?.remote.ringing ?? QUIET_RINGING,
        });
  const [first] = rung.tries;
  // A ring that was sent again found the door as it was by then.
  const gets = mustGet(attack, doorAt(seen?.stood.story, first ? virtual(first.time) - hopMs : action.at));
  return { attack, at: action.at, gets, outcome: outcomeOf(rung, gets, attack.most), attempts: rung.attempts };
}
