// The report of what is open: what it is, what went on in it, what is wrong, what could not be read; and its forms for tickets,
// scripts and pipelines. The same report as from the command line.

import { X } from 'lucide-react';
import { useState } from 'react';
import type { TraceReport } from '../model/projections/trace-report.ts';
import { judgedFile, tally } from '../model/projections/report-forms/judged-file.ts';
import { countOf, formatCount, shortId } from './format.ts';
import { useInspector } from './inspector-store.ts';
import { bindingWords, formatWords, protocolWords } from './log-words.ts';
import { Dialog } from './pieces/Dialog.tsx';
import { KeyValue } from './pieces/KeyValue.tsx';
import { FailedState, Skeleton } from './pieces/Pane.tsx';
import { SeverityMark, TaskStateMark } from './pieces/Mark.tsx';
import { useAnswer, useEngine } from './queries.ts';
import { giveOut, REPORT_FORMS, type ReportForm } from './report-forms.ts';
import { useJudging } from './use-findings.ts';
import type { ObservedState } from '../model/protocol/task.ts';

const MOST = 100;
const MOST_FINDINGS = 30;

/** The dialog. */
export function ReportDialog() {
  const { setDialog } = useInspector.getState();
  const name = useInspector((state) => state.logs.find(({ id }) => id === state.log)?.name ?? '');
  const { data: report, error } = useAnswer('report', useJudging());
  return (
    <Dialog label="Report" className="report">
      <div className="dialog-head">
        <h2 className="tr">Report of {name}</h2>
        <span className="grow" />
        <button type="button" className="btn ghost icon" aria-label="Close" onClick={() => setDialog(undefined)}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      {error ? <FailedState what={`The report could not be made: ${error.message}`} /> : null}
      {report === undefined ? error ? null : <Skeleton rows={8} /> : <ReportBody report={report} name={name} />}
    </Dialog>
  );
}

function ReportBody({ report, name }: { report: TraceReport; name: string }) {
  return (
    <>
      <div className="scroll report-body" tabIndex={0} role="region" aria-label="The report" data-first>
        <KeyValue label="What it is" entries={factsOf(report)} />
        <Findings report={report} />
        <Tasks report={report} />
        <Delegations report={report} />
        <Stretches title="Could not be read" stretches={report.unread} />
        <Stretches title="Read, and not agent traffic" stretches={report.setAside} />
      </div>
      <ReportActions report={report} name={name} />
    </>
  );
}

function factsOf(report: TraceReport) {
  const { agents, messages, events, pushes, errors, spans, redacted, findings } = report;
  return [
    { name: 'Format', value: formatWords(report.format) },
    { name: 'Protocol', value: protocolWords(report) },
    ...(report.bindings.length === 0 ? [] : [{ name: 'Binding', value: bindingWords(report.bindings) }]),
    { name: 'Agents', value: agents.length === 0 ? 'none named' : agents.join(', ') },
    { name: 'Findings', value: tally(findings) },
    {
      name: 'Traffic',
      value: `${countOf(messages, 'message')}, ${countOf(events, 'stream event')}, ${countOf(pushes, 'delivery', 'deliveries')}, ${countOf(errors.length, 'error answer')}`,
    },
    ...(spans
      ? [{ name: 'Spans', value: `${formatCount(spans.count)} in ${countOf(spans.traces, 'trace')}, ${formatCount(spans.errors)} failed` }]
      : []),
    { name: 'Secrets', value: `${countOf(redacted, 'place')} cut` },
  ];
}

/** Worst first, as they come. */
function Findings({ report: { findings } }: { report: TraceReport }) {
  if (findings.length === 0) return null;
  return (
    <section aria-label="Findings">
      <h3 className="sub">{countOf(findings.length, 'finding')}, worst first</h3>
      <ul className="report-findings">
        {findings.slice(0, MOST_FINDINGS).map(({ rule, severity, taskId, why }, index) => (
          <li key={index}>
            <SeverityMark severity={severity} />
            <span>
              <b className="b">{rule}</b>{' '}
              {taskId === null ? null : (
                <span className="m i2" title={taskId}>
                  {shortId(taskId)}
                </span>
              )}{' '}
              {why}
            </span>
          </li>
        ))}
      </ul>
      {findings.length > MOST_FINDINGS ? (
        <p className="i2">and {formatCount(findings.length - MOST_FINDINGS)} more; all of them are in Findings and in each form below</p>
      ) : null}
    </section>
  );
}

function Tasks({ report: { tasks } }: { report: TraceReport }) {
  if (tasks.length === 0) return <p className="i2 report-none">No task shows in this trace.</p>;
  return (
    <section aria-label="Tasks">
      <h3 className="sub">{countOf(tasks.length, 'task')}</h3>
      <table className="grid">
        <thead>
          <tr>
            <th scope="col">task</th>
            <th scope="col">states seen</th>
            <th scope="col">ended</th>
            <th scope="col">artifacts</th>
          </tr>
        </thead>
        <tbody>
          {tasks.slice(0, MOST).map(({ id, states, final, artifacts }) => (
            <tr key={id}>
              <th scope="row" className="m" title={id}>
                {shortId(id)}
              </th>
              <td>
                <span className="row report-states">
                  {states.slice(0, 12).map((state, index) => (
                    <TaskStateMark key={index} state={state as ObservedState} />
                  ))}
                  {states.length === 0 ? <span className="i2">none</span> : null}
                  {states.length > 12 ? <span className="i2">and {states.length - 12} more</span> : null}
                </span>
              </td>
              <td>{final === null ? <span className="i2">not seen</span> : 'yes'}</td>
              <td className="report-artifacts">
                {artifacts.length === 0 ? (
                  <span className="i2">none</span>
                ) : (
                  artifacts.map(({ artifactId, name }) => name ?? artifactId).join(', ')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {tasks.length > MOST ? <p className="i2">and {formatCount(tasks.length - MOST)} more</p> : null}
    </section>
  );
}

function Delegations({ report: { delegations, depth } }: { report: TraceReport }) {
  if (delegations.length === 0) return null;
  return (
    <section aria-label="Delegations">
      <h3 className="sub">
        {countOf(delegations.length, 'delegation')}, {depth} deep
      </h3>
      <ul className="report-hops">
        {delegations.slice(0, MOST).map(({ from, fromTask, to, toTask, evidence }, index) => (
          <li key={index}>
            <span className="md">{from ?? 'unknown'}</span>{' '}
            {fromTask === undefined ? null : <span className="m i2">{shortId(fromTask)}</span>} →{' '}
            <span className="md">{to ?? 'unknown'}</span> {toTask === undefined ? null : <span className="m i2">{shortId(toTask)}</span>}{' '}
            <span className="i2">{evidence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Stretches({ title, stretches }: { title: string; stretches: TraceReport['unread'] }) {
  if (stretches.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="sub">
        {title}: {countOf(stretches.length, 'part')}
      </h3>
      <ul className="report-hops">
        {stretches.slice(0, 20).map(({ from, to, why }, index) => (
          <li key={index}>
            <span className="m i2">
              bytes {formatCount(from)} to {formatCount(to)}
            </span>{' '}
            {why}
          </li>
        ))}
      </ul>
      {stretches.length > 20 ? <p className="i2">and {formatCount(stretches.length - 20)} more, all in Source</p> : null}
    </section>
  );
}

function ReportActions({ report, name }: { report: TraceReport; name: string }) {
  const [told, setTold] = useState('');
  const [writing, setWriting] = useState(false);
  const engine = useEngine();
  const log = useInspector((state) => state.log);
  const judging = useJudging();
  const write = async (form: ReportForm) => {
    if (log === undefined || writing) return;
    setWriting(true);
    setTold('Writing the report.');
    try {
      const { doubts } = await engine.query(log, 'summary', {});
      const judged = await judgedFile(name, { report, doubts }, (from) => engine.query(log, 'findings', { ...judging, from, count: 1000 }));
      setTold(await giveOut(form, judged));
    } catch (error) {
      setTold(`The report was not written: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setWriting(false);
    }
  };
  return (
    <div className="report-actions">
      {REPORT_FORMS.map(({ form, label }) => (
        <button key={form} type="button" className="btn" aria-disabled={writing} onClick={() => void write(form)}>
          {label}
        </button>
      ))}
      <span className="i2" role="status">
        {told}
      </span>
    </div>
  );
}
