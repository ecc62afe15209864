// Attempts over virtual time, one bar each, on an axis that gives small times room.

import type { Delegation } from '../../model/projections/chaos.ts';
import { bentPlace } from '../chaos/folded-axis.ts';
import { OWN_SETTINGS, type ChaosSettings } from '../chaos/chaos-settings.ts';

const TICKS = [0, 100, 1_000, 10_000, 30_000] as const;

const percent = (part: number) => `${(Math.min(part, 1) * 100).toFixed(2)}%`;

export function TimeTicks({ longest, words }: { longest: number; words?: boolean }) {
  return (
    <span className={words ? 'cx-ticks words' : 'cx-ticks'} aria-hidden="true">
      {TICKS.filter((tick) => tick <= longest).map((tick) => (
        <i key={tick} style={{ left: percent(bentPlace(tick, longest)) }}>
          {words ? (tick === 30_000 ? '30 s' : tick / 1_000) : null}
        </i>
      ))}
    </span>
  );
}

function Bar({ from, to, longest, look }: { from: number; to: number; longest: number; look: string }) {
  const left = bentPlace(from, longest);
  return <i className={`cx-bar ${look}`} style={{ left: percent(left), width: percent(bentPlace(to, longest) - left) }} />;
}

export function AttemptBars({ delegation, settings, longest }: { delegation: Delegation; settings: ChaosSettings; longest: number }) {
  const { at: start = 0, attempts, decided } = delegation;
  const deadline = settings.client === 'naive' ? undefined : (settings.deadlineMs ?? OWN_SETTINGS.deadlineMs);
  return (
    <span className="cx-bars" aria-hidden="true">
      <TimeTicks longest={longest} />
      {attempts.map((attempt, index) => {
        const { at = start } = attempt;
        const to = attempt.retry?.at ?? decided?.at ?? attempt.calls.at(-1)?.answer?.at ?? at;
        const isGood = index === attempts.length - 1 && decided?.outcome === 'ok';
        return <Bar key={attempt.number} from={at - start} to={to - start} longest={longest} look={isGood ? 'good' : 'bad'} />;
      })}
      {decided?.outcome === 'canceled_deadline' && deadline !== undefined ? <Deadline at={deadline} longest={longest} /> : null}
    </span>
  );
}

/** An episode on its way. */
export function RunningBar({ at, settings, longest }: { at: number; settings: ChaosSettings; longest: number }) {
  const deadline = settings.client === 'naive' ? undefined : (settings.deadlineMs ?? OWN_SETTINGS.deadlineMs);
  return (
    <span className="cx-bars" aria-hidden="true">
      <TimeTicks longest={longest} />
      <Bar from={0} to={at} longest={longest} look="running" />
      {deadline === undefined ? null : <Deadline at={deadline} longest={longest} />}
    </span>
  );
}

function Deadline({ at, longest }: { at: number; longest: number }) {
  return <i className="cx-deadline" style={{ left: percent(bentPlace(at, longest)) }} />;
}
