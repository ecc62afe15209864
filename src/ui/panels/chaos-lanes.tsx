// What happened in a delegation, drawn: the client above, the peer below, requests down, answers up, pauses hatched. Long
// silences are folded, and say how long they are.

import type { Delegation, DelegationAttempt, DelegationCall } from '../../model/projections/chaos.ts';
import { foldedAxis, type FoldedAxis } from '../chaos/folded-axis.ts';
import { formatDuration, formatSeconds, shortAgent } from '../format.ts';

const WIDTH = 400;
const LEFT = 90;
const RIGHT = 20;
const CLIENT = 34;
const PEER = 86;
const HEIGHT = 112;
const MOST_CALLS = 60;

export function DelegationLanes({ delegation }: { delegation: Delegation }) {
  const times = timesOf(delegation);
  const start = times[0];
  if (start === undefined) return <p className="cx-aside">No time is stated, so nothing can be drawn.</p>;
  const axis = foldedAxis(times);
  const x = (time: number) => LEFT + axis.place(time) * (WIDTH - LEFT - RIGHT);
  const calls = delegation.attempts.flatMap((attempt) => attempt.calls).slice(0, MOST_CALLS);
  const { decided } = delegation;
  return (
    <svg className="cx-lanes" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={inOneSentence(delegation)}>
      <defs>
        <pattern id="cx-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" className="cx-hatch" />
        </pattern>
      </defs>
      <Ticks axis={axis} x={x} times={tickTimes(delegation, start)} start={start} />
      {[
        { y: CLIENT, name: delegation.client },
        { y: PEER, name: delegation.peer ?? 'peer' },
      ].map(({ y, name }) => (
        <g key={y}>
          <text x={4} y={y + 4} className="cx-lane-name">
            {shortAgent(name, 12)}
          </text>
          <path d={`M${LEFT} ${y}H${WIDTH - RIGHT}`} className="cx-lane" />
        </g>
      ))}
      {axis.folds.map(({ from, to }) => (
        <FoldMark key={from} from={x(from)} to={x(to)} length={to - from} />
      ))}
      {delegation.attempts.map((attempt) => (
        <Pause key={attempt.number} attempt={attempt} x={x} />
      ))}
      {calls.map((call) => (
        <Arrows key={call.seq} call={call} x={x} />
      ))}
      {decided?.at === undefined ? null : (
        <g className={decided.outcome === 'ok' ? 'cx-end good' : 'cx-end bad'}>
          <circle cx={x(decided.at)} cy={CLIENT} r={5} />
          <path d={decided.outcome === 'ok' ? mark(x(decided.at), 'm-2.4 .2 1.8 1.8 3.2-3.8') : mark(x(decided.at), 'm0-2.6v3m0 1.8v.6')} />
        </g>
      )}
    </svg>
  );
}

const mark = (x: number, path: string) => `M${x} ${CLIENT}${path}`;

function Ticks({ axis, x, times, start }: { axis: FoldedAxis; x: (time: number) => number; times: readonly number[]; start: number }) {
  let last = -Infinity;
  const shown = times.filter((time) => {
    const fits = x(time) - last > 44;
    if (fits) last = x(time);
    return fits;
  });
  return (
    <g data-folds={axis.folds.length}>
      {shown.map((time) => (
        <g key={time}>
          <path d={`M${x(time)} 16V${HEIGHT - 4}`} className="cx-tick" />
          <text x={x(time)} y={11} className="cx-tick-word" textAnchor={x(time) > WIDTH - 50 ? 'end' : 'middle'}>
            {formatSeconds(time - start)}
          </text>
        </g>
      ))}
    </g>
  );
}

function FoldMark({ from, to, length }: { from: number; to: number; length: number }) {
  return (
    <g>
      <rect x={from + 2} y={CLIENT - 9} width={Math.max(to - from - 4, 1)} height={PEER - CLIENT + 18} fill="url(#cx-hatch)" />
      <text x={(from + to) / 2} y={(CLIENT + PEER) / 2 + 4} textAnchor="middle" className="cx-fold-word">
        {formatDuration(length)}
      </text>
    </g>
  );
}

/** The pause after a failed try. */
function Pause({ attempt, x }: { attempt: DelegationAttempt; x: (time: number) => number }) {
  const { retry } = attempt;
  if (retry?.at === undefined || retry.waitMs === undefined) return null;
  const from = x(retry.at);
  const to = x(retry.at + retry.waitMs);
  return (
    <g>
      <rect x={from} y={CLIENT - 4} width={Math.max(to - from, 1)} height={8} className="cx-pause" fill="url(#cx-hatch)" />
      {to - from > 28 ? (
        <text x={(from + to) / 2} y={CLIENT + 18} textAnchor="middle" className="cx-fold-word">
          {formatDuration(retry.waitMs)}
        </text>
      ) : null}
    </g>
  );
}

function Arrows({ call, x }: { call: DelegationCall; x: (time: number) => number }) {
  if (call.at === undefined) return null;
  const down = x(call.at);
  const { answer, states } = call;
  const failed = answer?.failed === true;
  return (
    <g className={failed ? 'cx-call bad' : 'cx-call'}>
      <path d={`M${down} ${CLIENT}V${PEER - 7}`} />
      <path d={`M${down - 3} ${PEER - 11}L${down} ${PEER - 6}L${down + 3} ${PEER - 11}Z`} className="cx-head" />
      {states.map((seen) => (seen.at === undefined ? null : <Up key={seen.seq} at={x(seen.at)} />))}
      {answer?.at === undefined || states.length > 0 ? null : <Up at={x(answer.at)} word={wordOf(answer)} failed={failed} />}
    </g>
  );
}

function Up({ at, word, failed }: { at: number; word?: string; failed?: boolean }) {
  return (
    <>
      <path d={`M${at} ${PEER}V${CLIENT + 7}`} className="cx-up" />
      <path d={`M${at - 3} ${CLIENT + 11}L${at} ${CLIENT + 6}L${at + 3} ${CLIENT + 11}Z`} className="cx-head" />
      {failed && word ? (
        <text x={Math.min(at + 3, WIDTH - 24)} y={PEER + 16} className="cx-word">
          {word}
        </text>
      ) : null}
    </>
  );
}

function wordOf({ status, label }: NonNullable<DelegationCall['answer']>): string {
  return status === undefined ? (label?.startsWith('lost') ? 'lost' : 'failed') : String(status);
}

/** When something happened, first to last. */
function timesOf({ attempts, decided }: Delegation): readonly number[] {
  const times = attempts.flatMap(({ calls, retry }) => [
    ...calls.flatMap(({ at, answer, states }) => [at, answer?.at, ...states.map((seen) => seen.at)]),
    retry?.at,
    retry?.at === undefined || retry.waitMs === undefined ? undefined : retry.at + retry.waitMs,
  ]);
  return [...times, decided?.at].filter((time) => time !== undefined).toSorted((a, b) => a - b);
}

/** The beginning, each try, the end. */
function tickTimes({ attempts, decided }: Delegation, start: number): readonly number[] {
  const tries = attempts.flatMap(({ at }) => at ?? []);
  const ends = decided?.at === undefined ? [] : [decided.at];
  return [...new Set([start, ...ends, ...tries])];
}

function inOneSentence({ attempts, decided, client, peer }: Delegation): string {
  const requests = attempts.reduce((sum, { callsTotal }) => sum + callsTotal, 0);
  const end = decided === undefined ? 'not decided' : `decided as ${decided.outcome ?? 'something unknown'}`;
  return `${client} asks ${peer ?? 'its peer'} ${requests} times in ${attempts.length} attempts; ${end}.`;
}
