// Findings: what is wrong, how is it known, what to change, and what looks wrong and is not. Worst first; the chosen one is
// explained beside the list, with the rows that show it.

import './findings.css';
import { useEffect, useRef, useState } from 'react';
import type { FindingsAnswer, FindingView, RuleCounts } from '../../model/projections/findings.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Segment, Select } from '../pieces/controls.tsx';
import { SeverityMark, type Severity } from '../pieces/Mark.tsx';
import { EmptyState, FailedState, Pane, PaneHead, PaneNote, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { rulesInWords } from '../rule-words.ts';
import { useFindings, useJudging } from '../use-findings.ts';
import { FindingDetail } from './finding-detail.tsx';
import { FindingList } from './finding-list.tsx';
import { RuleSettings } from './findings-rules.tsx';
import { NotReportedList } from './not-reported.tsx';

type Shown = 'all' | Severity;
const PAGE = 200;

/** The panel. */
export function FindingsPanel() {
  const [severity, setSeverity] = useState<Shown>('all');
  const [rule, setRule] = useState('');
  const [pages, setPages] = useState(1);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const chosen = useInspector((state) => state.selectedFinding);
  const selectFinding = useInspector((state) => state.selectFinding);
  const { data: summary } = useAnswer('summary', {});
  const answersTo = JSON.stringify(useJudging());
  const { data, error, isPrevious } = useFindings({
    from: 0,
    count: Math.min(PAGE * pages, 1000),
    ...(severity === 'all' ? {} : { severity }),
    ...(rule === '' ? {} : { rule }),
  });
  useSaidCount(data?.total, `${severity} ${rule} ${answersTo}`, isPrevious || summary?.reading === 'reading');
  if (error) return <FailedState what={`Findings could not be shown: ${error.message}`} />;
  if (data === undefined) return <Skeleton rows={12} />;
  const finding = data.findings.find(({ id }) => id === chosen) ?? data.findings[0];
  return (
    <div className="split findings-split">
      <Pane label="Findings" className="findings-side">
        <PaneHead title="Findings" facts={<Totals answer={data} />}>
          <button
            type="button"
            className={settingsOpen ? 'btn on' : 'btn'}
            aria-expanded={settingsOpen}
            onClick={() => setSettingsOpen(!settingsOpen)}
          >
            Rules
          </button>
        </PaneHead>
        <div className="findings-filter">
          <Segment
            label="Severity"
            value={severity}
            onChange={setSeverity}
            options={[
              { value: 'all', label: 'all' },
              { value: 'error', label: 'errors' },
              { value: 'warning', label: 'warnings' },
              { value: 'info', label: 'info' },
            ]}
          />
          <Select label="Rule" value={rule} onChange={setRule} options={ruleChoices(data)} />
        </div>
        {data.findings.length === 0 ? (
          <div className="scroll">
            <NothingFound
              answer={data}
              reading={summary?.reading === 'reading'}
              onRules={() => setSettingsOpen(true)}
              onClear={
                severity === 'all' && rule === ''
                  ? undefined
                  : () => {
                      setSeverity('all');
                      setRule('');
                    }
              }
            />
          </div>
        ) : (
          <FindingList
            findings={data.findings}
            total={data.total}
            chosen={finding?.id}
            onChoose={(id) => {
              selectFinding(id);
              const said = data.findings.find((each) => each.id === id);
              if (said) useInspector.getState().say(`Finding ${said.rule}: ${said.why}`);
            }}
            onMore={data.total > data.findings.length && data.findings.length < 1000 ? () => setPages(pages + 1) : undefined}
          />
        )}
        <Notes answer={data} reading={summary?.reading === 'reading'} onRules={() => setSettingsOpen(true)} />
      </Pane>
      {settingsOpen ? <RuleSettings answer={data} onClose={() => setSettingsOpen(false)} /> : <Explained finding={finding} answer={data} />}
    </div>
  );
}

function Explained({ finding, answer }: { finding: FindingView | undefined; answer: FindingsAnswer }) {
  return (
    <Pane label="The chosen finding">
      {finding === undefined ? (
        <>
          <PaneHead title="Not reported, and why" facts={formatCount(notReportedCount(answer))} />
          <div className="scroll" tabIndex={0} role="region" aria-label="What was let pass">
            {answer.notReported.length === 0 ? <EmptyState>Nothing here looks like a fault and was let pass.</EmptyState> : null}
            <NotReportedList answer={answer} />
          </div>
        </>
      ) : (
        <FindingDetail finding={finding} answer={answer} />
      )}
    </Pane>
  );
}

function Totals({ answer: { totals } }: { answer: FindingsAnswer }) {
  const severities: readonly Severity[] = ['error', 'warning', 'info'];
  if (totals.error + totals.warning + totals.info === 0) return <>0</>;
  return (
    <span className="row finding-totals">
      {severities.map((severity) =>
        totals[severity] === 0 ? null : (
          <SeverityMark key={severity} severity={severity}>
            <span className="visually-hidden">{severity}</span> {formatCount(totals[severity])}
          </SeverityMark>
        ),
      )}
    </span>
  );
}

function ruleChoices({ rules }: FindingsAnswer) {
  const found = rules.filter((rule) => rule.findings > 0 && !rule.off);
  return [
    { value: '', label: 'every rule' },
    ...found.map(({ id, findings }) => ({ value: id, label: `${id} (${formatCount(findings)})` })),
  ];
}

/** Says how many are listed when a person has changed what is asked for; what a growing log adds is told at its end. */
function useSaidCount(total: number | undefined, asked: string, unsettled: boolean): void {
  const said = useRef<string>(undefined);
  useEffect(() => {
    if (total === undefined || unsettled) return;
    const isFirst = said.current === undefined;
    if (said.current === asked) return;
    said.current = asked;
    if (!isFirst) useInspector.getState().say(`${countOf(total, 'finding')} listed.`);
  }, [total, asked, unsettled]);
}

function countsOf({ rules }: FindingsAnswer): RuleCounts {
  const on = rules.filter(({ off }) => !off);
  return { ran: on.length, idle: on.filter(({ idle }) => idle).length, off: rules.length - on.length };
}

/** The answer lists a part of them; the rules count all. */
function notReportedCount({ rules }: FindingsAnswer): number {
  return rules.reduce((sum, rule) => sum + rule.notReported, 0);
}

function NothingFound(props: { answer: FindingsAnswer; reading: boolean; onClear: (() => void) | undefined; onRules: () => void }) {
  const { answer, reading, onClear, onRules } = props;
  if (onClear) {
    const all = answer.totals.error + answer.totals.warning + answer.totals.info;
    return (
      <EmptyState
        action={{ label: 'Show all', run: onClear }}
      >{`No finding is of this kind. ${countOf(all, 'finding')} hidden by filter.`}</EmptyState>
    );
  }
  return (
    <EmptyState action={{ label: 'Show the rules', run: onRules }}>
      {`0 findings${reading ? ' so far' : ''}. ${rulesInWords(countsOf(answer))}`}
    </EmptyState>
  );
}

function Notes({ answer, reading, onRules }: { answer: FindingsAnswer; reading: boolean; onRules: () => void }) {
  const passed = notReportedCount(answer);
  return (
    <PaneNote>
      {reading ? <span>Still reading: rules about ends wait for the end.</span> : null}
      {answer.switchedOff > 0 ? (
        <span>
          {countOf(answer.switchedOff, 'finding')} of rules that are switched off.{' '}
          <button type="button" className="link" onClick={onRules}>
            Show the rules
          </button>
        </span>
      ) : null}
      {answer.total > answer.findings.length ? (
        <span>{`${formatCount(answer.findings.length)} of ${formatCount(answer.total)} listed`}</span>
      ) : null}
      {passed > 0 ? <span>{countOf(passed, 'look-alike')} not reported</span> : null}
      {answer.findings.length > 0 && !reading ? <span>{rulesInWords(countsOf(answer))}</span> : null}
    </PaneNote>
  );
}
