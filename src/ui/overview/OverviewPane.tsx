// What a log shows at first sight, in the place of the detail while nothing is selected: what it is, what is wrong, its tasks, who
// gave work to whom, and what of it was not read or was cut. Every line leads to where it can be looked at.

import './overview.css';
import type { LogSummary } from '../../model/engine/query.ts';
import type { OverviewAnswer } from '../../model/projections/overview.ts';
import { countOf, formatCount, shortAgent, shortId } from '../format.ts';
import { type PanelId, useInspector } from '../inspector-store.ts';
import { SeverityMark, TaskStateMark } from '../pieces/Mark.tsx';
import { FailedState, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { rulesInWords } from '../rule-words.ts';
import { useJudging } from '../use-findings.ts';
import { OverviewFacts } from './overview-facts.tsx';
import { OverviewPart } from './overview-part.tsx';
import { OverviewReading } from './overview-reading.tsx';

/** The whole of it, or what of it has come so far. */
export function OverviewPane({ summary }: { summary: LogSummary | undefined }) {
  const { data, error } = useAnswer('overview', useJudging());
  if (error) return <FailedState what={`The overview did not come: ${error.message}`} />;
  if (summary === undefined || data === undefined) return <Skeleton rows={12} />;
  const isReading = summary.reading === 'reading';
  return (
    <div className="scroll overview" tabIndex={0} role="region" aria-label="Overview of the log">
      <OverviewFacts summary={summary} />
      <Findings answer={data} isReading={isReading} />
      <Tasks answer={data} isReading={isReading} />
      <Delegations answer={data} isReading={isReading} />
      <OverviewReading summary={summary} />
    </div>
  );
}

const open = (panel: PanelId) => () => useInspector.getState().openPanel(panel);
const soFar = (isReading: boolean): string => (isReading ? ' so far' : '');

function Findings({ answer, isReading }: { answer: OverviewAnswer; isReading: boolean }) {
  const { totals, findings, rules } = answer;
  const total = totals.error + totals.warning + totals.info;
  const show = (id: number) => {
    useInspector.getState().selectFinding(id);
    useInspector.getState().openPanel('findings');
  };
  return (
    <OverviewPart title="Findings" facts={<SeverityCounts totals={totals} />} all={wayToAll(total, findings.length, open('findings'))}>
      {total === 0 ? <p className="i2">{`0 findings${soFar(isReading)}. ${rulesInWords(rules)}`}</p> : null}
      <ul aria-label="Findings, worst first">
        {findings.map(({ id, rule, severity, taskId, why }) => (
          <li key={id}>
            <button type="button" className="overview-line" title={why} onClick={() => show(id)}>
              <SeverityMark severity={severity} />
              <span className="overview-words">
                <span className="overview-name">
                  <span className="b tr grow">{rule}</span>
                  {taskId === null ? null : <span className="m i2 nw">{shortId(taskId)}</span>}
                </span>
                <span className="i2 overview-why two-lines">{why}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </OverviewPart>
  );
}

function SeverityCounts({ totals }: Pick<OverviewAnswer, 'totals'>) {
  return (['error', 'warning', 'info'] as const).map((severity) =>
    totals[severity] === 0 ? null : (
      <SeverityMark key={severity} severity={severity}>
        <span className="visually-hidden">{severity}</span> {formatCount(totals[severity])}
      </SeverityMark>
    ),
  );
}

/** Only where more is there than is listed. */
function wayToAll(total: number, listed: number, run: () => void): { label: string; run: () => void } | undefined {
  return total > listed ? { label: `All ${formatCount(total)}`, run } : undefined;
}

function Tasks({ answer, isReading }: { answer: OverviewAnswer; isReading: boolean }) {
  const { taskCount, tasks, states } = answer;
  const { selectTask, openPanel, setGrouping } = useInspector.getState();
  const all = () => {
    setGrouping('task');
    openPanel('timeline');
  };
  return (
    <OverviewPart title={countOf(taskCount, 'task')} all={wayToAll(taskCount, tasks.length, all)}>
      {taskCount === 0 ? <p className="i2">{`No status of a task is in this log${soFar(isReading)}.`}</p> : null}
      {taskCount > 1 ? <StateCounts states={states} /> : null}
      <ul aria-label="Tasks in order of appearance">
        {tasks.map(({ taskId, agent, state, artifactCount }) => (
          <li key={taskId}>
            <button type="button" className="overview-line" title={taskId} onClick={() => selectTask(taskId)}>
              {state === undefined ? <span className="i3">no state</span> : <TaskStateMark state={state} />}
              <span className="overview-words">
                <span className="overview-name">
                  <span className="m tr grow">{nameOf(taskId)}</span>
                  <span className="i2 nw">{countOf(artifactCount, 'artifact')}</span>
                </span>
                {agent === undefined ? null : <span className="i2 tr overview-why">{agent}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </OverviewPart>
  );
}

/** A UUID is told apart by its beginning; any other name takes the room there is. */
function nameOf(taskId: string): string {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(taskId) ? shortId(taskId) : taskId;
}

function StateCounts({ states }: Pick<OverviewAnswer, 'states'>) {
  return (
    <p className="overview-states">
      {states.map(({ state, tasks }) => (
        <span key={state} className="nw">
          {formatCount(tasks)} <TaskStateMark state={state} />
        </span>
      ))}
    </p>
  );
}

function Delegations({ answer, isReading }: { answer: OverviewAnswer; isReading: boolean }) {
  const { delegationCount, delegations, depth } = answer;
  const { selectRow } = useInspector.getState();
  const nobody = <span className="i3">not named</span>;
  return (
    <OverviewPart
      title={countOf(delegationCount, 'delegation')}
      facts={delegationCount === 0 ? '' : `longest chain ${countOf(depth, 'hop')}`}
      all={delegationCount === 0 ? undefined : { label: 'Chains', run: open('chains') }}
    >
      {delegationCount === 0 ? <p className="i2">{`Nobody is seen to give work to anybody${soFar(isReading)}.`}</p> : null}
      <ul aria-label="Delegations in order of appearance">
        {delegations.map(({ from, to, toTask, evidence, seq }, index) => (
          <li key={`${seq} ${index}`}>
            <button type="button" className="overview-line hop" disabled={seq < 0} onClick={() => selectRow(seq)}>
              <span className="tr" title={`${from ?? 'not named'} → ${to ?? 'not named'}`}>
                {from === undefined ? nobody : shortAgent(from)} <span className="i3">→</span> {to === undefined ? nobody : shortAgent(to)}
              </span>
              <span className="m i2 tr">{toTask === undefined ? '' : shortId(toTask)}</span>
              <span className="i2 nw">{evidence}</span>
            </button>
          </li>
        ))}
      </ul>
    </OverviewPart>
  );
}
