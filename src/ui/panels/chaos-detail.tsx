// One row of the matrix explained: expected, observed and why; what happened; each attempt; the smallest change that passes; the
// same fault with the other client; what the protocol does not say.

import { ArrowRight, ExternalLink, RotateCw, X } from 'lucide-react';
import { cellRequest, OWN_SETTINGS, type SettingName } from '../chaos/chaos-settings.ts';
import { useChaos } from '../chaos/chaos-store.ts';
import { verdictOf, type SmallestChange } from '../chaos/chaos-verdict.ts';
import { attemptsInWords, tookInWords } from '../chaos/chaos-words.ts';
import { type MatrixRow } from '../chaos/matrix-rows.ts';
import { useChaosPlay } from '../chaos/use-chaos-play.ts';
import { sentence } from '../format.ts';
import { lookAtGap } from '../gaps/gap-play.ts';
import { useInspector } from '../inspector-store.ts';
import { LESSONS, usePage } from '../page.ts';
import { KeyValue } from '../pieces/KeyValue.tsx';
import { PaneHead } from '../pieces/Pane.tsx';
import { AttemptTable, StepLog } from './chaos-attempts.tsx';
import { DelegationLanes } from './chaos-lanes.tsx';
import { VerdictMark } from './chaos-marks.tsx';

export function CellDetail({ row }: { row: MatrixRow }) {
  const play = useChaosPlay();
  const { fault, verdict, played } = row;
  return (
    <div className="cx-detail">
      <PaneHead
        title={
          <span className="row">
            <span className="m">{fault.mode}</span> <VerdictMark verdict={verdict} />
          </span>
        }
      >
        <button type="button" className="btn" onClick={() => play.run(fault.mode)}>
          <RotateCw size={12} strokeWidth={1.5} aria-hidden /> {played ? 'Run again' : 'Run the row'}
        </button>
        {played ? (
          <button type="button" className="btn" onClick={() => play.open(fault.mode)}>
            <ExternalLink size={12} strokeWidth={1.5} aria-hidden /> Open in Timeline
          </button>
        ) : null}
        <button type="button" className="btn ghost icon" aria-label="Close the detail" onClick={() => play.choose(undefined)}>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </button>
      </PaneHead>
      <div className="scroll" tabIndex={0} role="region" aria-label={`${fault.mode} explained`}>
        <Facts row={row} />
        {played ? <Story row={row} played={played} /> : null}
        <Change row={row} />
        <OtherClient row={row} />
        <Silence row={row} />
      </div>
    </div>
  );
}

function Facts({ row }: { row: MatrixRow }) {
  const { fault, expected, observed, attempts, delegation, undecided, why, played } = row;
  const decided = delegation?.decided;
  const differs = observed !== expected.outcome;
  const late = played?.answer.lateCompletions[0];
  return (
    <KeyValue
      label="Expected and observed"
      entries={[
        {
          name: 'Expected',
          value: (
            <>
              <span className="m">{expected.outcome}</span> {attemptsInWords(expected.attempts)}
            </>
          ),
        },
        {
          name: 'Observed',
          value:
            why !== undefined ? (
              <span className="sev-error">Not played: {why}.</span>
            ) : played === undefined ? (
              <span className="i3">not played</span>
            ) : undecided ? (
              <span className="sev-error">no outcome: the client waits for ever, and the lab ended the episode</span>
            ) : (
              <>
                <span className={differs ? 'm b sev-error' : 'm'}>{observed}</span> {attemptsInWords(attempts)}, {tookInWords(row.took)}
              </>
            ),
        },
        { name: 'Why', value: decided?.why === undefined ? fault.says : `${fault.says} ${sentence(decided.why)}` },
        ...(decided?.note === undefined ? [] : [{ name: 'Note', value: sentence(decided.note) }]),
        ...(late === undefined ? [] : [{ name: 'After the cancel', value: `${late.taskId} was seen as ${late.state ?? 'ended'}.` }]),
        ...(decided === undefined || decided.artifacts === undefined
          ? []
          : [{ name: 'Handed over', value: artifactsInWords(decided.artifacts, decided.complete) }]),
        { name: 'Lesson', value: <LessonLink row={row} /> },
      ]}
    />
  );
}

/** The lesson that a row is an episode of, with the same settings: to read about it, to predict, to share. */
function LessonLink({ row: { fault, played } }: { row: MatrixRow }) {
  const page = usePage();
  const settings = useChaos((state) => state.settings);
  const asked = cellRequest(fault, played?.settings ?? settings, LESSONS);
  const lesson = LESSONS.find(({ id }) => id === fault.lesson);
  if (!asked.ok || !lesson) return <span className="i3">{asked.ok ? 'none' : asked.why}</span>;
  const { knobs = {}, seed, take } = asked.request;
  const options = { knobs, ...(seed === undefined ? {} : { seed }), ...(take === undefined ? {} : { take }) };
  return (
    <button type="button" className="link" onClick={() => page.openLesson(lesson.id, options)}>
      {lesson.title}
    </button>
  );
}

function artifactsInWords(count: number, complete: 'yes' | 'no' | 'unknown' | undefined): string {
  if (count === 0) return 'nothing';
  const whole = complete === 'yes' ? 'complete' : complete === 'no' ? 'not complete' : 'nobody said whether that is all';
  return `${count === 1 ? '1 artifact' : `${count} artifacts`}, ${whole}`;
}

function Story({ row, played }: { row: MatrixRow; played: NonNullable<MatrixRow['played']> }) {
  const play = useChaosPlay();
  const open = (seq: number) => play.open(row.fault.mode, seq);
  const { delegation } = row;
  return (
    <>
      {delegation ? (
        <section aria-label="What happened">
          <h3 className="sub">What happened</h3>
          <DelegationLanes delegation={delegation} />
          <AttemptTable delegation={delegation} virtual open={open} />
        </section>
      ) : (
        <p className="cx-aside">The client of this episode decided nothing, so there is no attempt to list. Open it in Timeline.</p>
      )}
      <StepLog answer={played.answer} virtual open={open} />
    </>
  );
}

const SETTING_WORDS: Readonly<Record<SettingName, string>> = {
  client: 'client',
  attempts: 'attempts',
  pauseMs: 'back-off, ms',
  deadlineMs: 'deadline, ms',
  seed: 'seed',
  sick: 'sick skill',
};

function settingWord(name: SettingName, value: SmallestChange['to']): string {
  if (value !== undefined) return String(value);
  return name === 'seed' ? 'its own' : String(OWN_SETTINGS[name]);
}

function Change({ row }: { row: MatrixRow }) {
  const play = useChaosPlay();
  const { mode } = row.fault;
  const search = useChaos((state) => state.searches[mode]);
  if (row.verdict !== 'fail') return null;
  return (
    <section className="cx-change" aria-label="Smallest change that passes">
      <h3 className="sub">Smallest change that passes</h3>
      {search === undefined ? <p className="cx-aside">Not looked for.</p> : null}
      {search?.phase === 'trying' ? (
        <p className="cx-aside" role="status">
          Playing change {search.tried + 1} of {search.of}.
        </p>
      ) : null}
      {search?.phase === 'none' ? (
        <p className="cx-aside">
          {search.tried === 0
            ? 'Every setting is the lesson’s own: there is nothing to put back.'
            : `None of ${search.tried} single changes passes when it is played. Put back defaults.`}
        </p>
      ) : null}
      {search?.phase === 'found' ? (
        <p className="cx-found">
          <span className="i2">{SETTING_WORDS[search.change.name]}</span>
          <span className="field m">{settingWord(search.change.name, search.change.from)}</span>
          <ArrowRight size={12} strokeWidth={1.5} aria-label="to" />
          <span className="field m cx-to">{settingWord(search.change.name, search.change.to)}</span>
          <button type="button" className="btn" onClick={() => play.apply(mode, search.change)}>
            Apply and run the row
          </button>
        </p>
      ) : null}
    </section>
  );
}

function OtherClient({ row }: { row: MatrixRow }) {
  const play = useChaosPlay();
  const { fault, played, observed, attempts } = row;
  const other = useChaos((state) => state.others[fault.mode]);
  if (!played) return null;
  const client = played.settings.client ?? OWN_SETTINGS.client;
  const otherClient = client === 'careful' ? 'naive' : 'careful';
  const cell = other?.client === otherClient ? other.cell : undefined;
  const judged = cell?.phase === 'done' ? verdictOf(fault, cell.settings, cell.answer) : undefined;
  const decided = judged?.delegation?.decided;
  return (
    <section aria-label="Same fault, other client">
      <h3 className="sub">Same fault, other client</h3>
      <table className="grid cx-clients" aria-label="Clients">
        <thead>
          <tr>
            <th scope="col">client</th>
            <th scope="col">outcome</th>
            <th scope="col" className="r">
              attempts
            </th>
            <th scope="col">remark</th>
          </tr>
        </thead>
        <tbody>
          <tr className="sel">
            <td>{client}</td>
            <td className="m">{observed ?? 'none'}</td>
            <td className="m r">{attempts ?? 'none'}</td>
            <td className="i2">this episode</td>
          </tr>
          <tr>
            <td>{otherClient}</td>
            <td className="m">{cell?.phase === 'done' ? (decided?.outcome ?? 'none') : ''}</td>
            <td className="m r">{cell?.phase === 'done' ? (decided?.attempts ?? 'none') : ''}</td>
            <td className="i2">
              {cell === undefined ? (
                <button type="button" className="link" onClick={() => play.compare(fault.mode)}>
                  Play it
                </button>
              ) : cell.phase === 'done' ? (
                decided === undefined ? (
                  'never comes to an end; the lab ended the episode'
                ) : (
                  sentence(decided.why ?? 'gives no reason')
                )
              ) : cell.phase === 'refused' ? (
                sentence(cell.why)
              ) : (
                'playing'
              )}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Silence({ row }: { row: MatrixRow }) {
  const { silent, gap } = row.fault;
  const openPanel = useInspector((state) => state.openPanel);
  if (silent === undefined) return null;
  return (
    <section className="cx-silence" aria-label="What the protocol does not say">
      <h3 className="sub">What the protocol does not say</h3>
      <p>
        {silent}{' '}
        {gap === undefined ? null : (
          <button
            type="button"
            className="link"
            onClick={() => {
              lookAtGap(gap);
              openPanel('gaps');
            }}
          >
            Gap {gap}
          </button>
        )}
      </p>
    </section>
  );
}
