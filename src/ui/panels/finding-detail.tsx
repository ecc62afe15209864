// One finding explained: the rule in words, the clause of the version in question, what to change, the rows that show it with
// their place in the text, and what similar was not reported.

import { useState } from 'react';
import type { FindingPlace, FindingsAnswer, FindingView, RuleView } from '../../model/projections/findings.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { logTime } from '../log-time.ts';
import { ChannelMark, SeverityMark, TaskStateMark } from '../pieces/Mark.tsx';
import { KeyValue, type KeyValueEntry } from '../pieces/KeyValue.tsx';
import { PaneHead } from '../pieces/Pane.tsx';
import { rowWords } from '../pieces/RowList.tsx';
import { useAnswer } from '../queries.ts';
import { RuleSwitch } from './findings-rules.tsx';
import { NotReportedList } from './not-reported.tsx';

const FIRST_EVIDENCE = 12;

/** The right side of the panel. */
export function FindingDetail({ finding, answer }: { finding: FindingView; answer: FindingsAnswer }) {
  const rule = answer.rules.find(({ id }) => id === finding.rule);
  const selectTask = useInspector((state) => state.selectTask);
  const { taskId } = finding;
  return (
    <>
      <PaneHead
        title={
          <span className="row">
            <SeverityMark severity={finding.severity} /> {finding.rule}
          </span>
        }
        facts={rule?.title}
      >
        {taskId === null ? null : (
          <button type="button" className="btn" onClick={() => selectTask(taskId)}>
            Show the task
          </button>
        )}
      </PaneHead>
      <div className="scroll finding-detail" tabIndex={0} role="region" aria-label="The finding explained">
        <section className="finding-section" aria-label={`Why this is ${severityWord(finding)}`}>
          <h3 className="sub">Why this is {severityWord(finding)}</h3>
          <p className="finding-sentence">{finding.why}</p>
          <p>{rule?.meaning}</p>
          <KeyValue entries={factsOf(finding, rule)} label="About this finding" />
        </section>
        <Evidence key={finding.id} finding={finding} />
        <NotReportedList key={taskId} answer={answer} taskId={taskId} />
        {rule === undefined ? null : <RuleSwitch key={rule.id} rule={rule} />}
      </div>
    </>
  );
}

function severityWord({ severity }: FindingView): string {
  return { error: 'an error', warning: 'a warning', info: 'worth knowing' }[severity];
}

const CHANNEL_WORDS: Readonly<Record<string, string>> = {
  S: 'an event stream',
  P: 'sampled answers',
  W: 'webhook deliveries',
  R: 'requests',
  C: 'agent cards',
  T: 'spans',
  L: 'the text itself',
};

function factsOf(finding: FindingView, rule: RuleView | undefined): readonly KeyValueEntry[] {
  const others = Object.entries(rule?.spec ?? {}).filter(([version, clause]) => clause !== '' && version !== finding.version);
  const otherWords = [
    ...new Set(others.map(([version, clause]) => (/^[A-Z]|^no/.test(clause) || version === '' ? clause : `${version} ${clause}`))),
  ];
  return [
    ...(finding.taskId === null ? [] : [{ name: 'Task', value: finding.taskId, mono: true }]),
    { name: 'Change', value: rule?.remedy },
    { name: 'Clause', value: finding.spec ?? 'none: this is a rule of this tool' },
    ...(otherWords.length === 0 ? [] : [{ name: 'Other versions', value: otherWords.join('; ') }]),
    { name: 'Provable from', value: rule?.channels.map((code) => CHANNEL_WORDS[code] ?? code).join(', ') },
    { name: 'Severity', value: rule?.severities },
  ];
}

function Evidence({ finding }: { finding: FindingView }) {
  const { openPanel, selectFinding, selectRow, showInSource } = useInspector.getState();
  const [whole, setWhole] = useState(false);
  const place = usePlace(finding);
  const { seqs, rowCount } = finding;
  const shown = whole ? seqs : seqs.slice(0, FIRST_EVIDENCE);
  const showOnTimeline = (seq: number) => {
    selectFinding(finding.id);
    selectRow(seq);
    openPanel('timeline');
  };
  return (
    <section className="finding-section" aria-label="Evidence">
      <h3 className="sub">Evidence</h3>
      {seqs.length === 0 ? <p className="i2">The text as a whole.</p> : null}
      <ul className="evidence-list" aria-label="Rows that show it">
        {shown.map((seq) => (
          <EvidenceRow key={seq} seq={seq} />
        ))}
      </ul>
      {rowCount > shown.length ? (
        <p className="i2 evidence-more">
          {formatCount(shown.length)} of {countOf(rowCount, 'row')}.{' '}
          {shown.length < seqs.length ? (
            <button type="button" className="link" onClick={() => setWhole(true)}>
              Show {seqs.length === rowCount ? 'all' : `the first ${seqs.length}`}
            </button>
          ) : null}
        </p>
      ) : null}
      {place === undefined ? null : (
        <p className="row">
          <button type="button" className="btn small" onClick={() => showOnTimeline(place.seq)}>
            Show on the timeline
          </button>
          <button type="button" className="btn small" onClick={() => showInSource(place.seq, place)}>
            Show in Source, line {formatCount(place.line)}
          </button>
        </p>
      )}
    </section>
  );
}

/** Where the first evidence stands: what is at fault itself, else the value of its row, found for the finding on screen only. */
function usePlace({ places: [place] }: FindingView): FindingPlace | undefined {
  const isKnown = place === undefined || place.isExact === true;
  const { data, isPrevious } = useAnswer('place', { seq: place?.seq ?? 0 }, { enabled: !isKnown });
  return isKnown || data === undefined || isPrevious
    ? place
    : { seq: place.seq, source: data.source, from: data.from, to: data.to, line: data.line };
}

function EvidenceRow({ seq }: { seq: number }) {
  const selectRow = useInspector((state) => state.selectRow);
  const selected = useInspector((state) => state.selectedSeq === seq);
  const { data: summary } = useAnswer('summary', {});
  const { data } = useAnswer('row', { seq });
  const view = data?.view;
  const times = logTime(summary);
  const words = view ? rowWords(view) : 'reading the row';
  return (
    <li>
      <button
        type="button"
        className={selected ? 'evidence-row sel' : 'evidence-row'}
        aria-current={selected}
        onClick={() => selectRow(seq)}
      >
        <span className="m i2">{seq}</span>
        <span className="m">{view?.time === undefined ? '' : times.text(view.time)}</span>
        {view ? <ChannelMark channel={view.channel} /> : <span />}
        <span className="tr" title={words}>
          {words}
        </span>
        {view?.state ? <TaskStateMark state={view.state} /> : <span />}
      </button>
    </li>
  );
}
