// One detail for all panels: what the selected row says, as it was and as it was read; its task with the lifecycle; the
// task in the words of the Agent Communication Protocol.

import { ArrowLeft, ArrowRight, Copy, PanelRight } from 'lucide-react';
import { useState } from 'react';
import { hostReadings } from '../model/kernel/callback-host.ts';
import { textMember } from '../model/base/json.ts';
import type { Fact } from '../model/log/fact.ts';
import type { RowDetail } from '../model/projections/row-view.ts';
import type { LogSummary } from '../model/engine/query.ts';
import { countOf, formatCount } from './format.ts';
import { type DetailTab, useInspector } from './inspector-store.ts';
import { logTime } from './log-time.ts';
import { CodeLines, JsonView } from './pieces/JsonView.tsx';
import { IssueList, KeyValue, type KeyValueEntry } from './pieces/KeyValue.tsx';
import { OverviewPane } from './overview/OverviewPane.tsx';
import { ChannelMark, Provenanced, SeverityMark, TaskStateMark } from './pieces/Mark.tsx';
import { FailedState, Skeleton } from './pieces/Pane.tsx';
import { RowLink } from './pieces/RowLink.tsx';
import { useAnswer } from './queries.ts';
import { CutChosenText } from './panels/source-cut.tsx';
import { AcpDetail, TaskDetail } from './TaskDetail.tsx';
import { isLayered, layersInWords } from './value-path-words.ts';

const TABS: readonly { readonly id: DetailTab; readonly title: string; readonly needsTask?: true }[] = [
  { id: 'decoded', title: 'Decoded' },
  { id: 'raw', title: 'Raw' },
  { id: 'task', title: 'Task', needsTask: true },
  { id: 'acp', title: 'As ACP', needsTask: true },
];

export function DetailPane({ summary }: { summary: LogSummary | undefined }) {
  const seq = useInspector((state) => state.selectedSeq);
  const selectedTask = useInspector((state) => state.selectedTask);
  const tab = useInspector((state) => state.detailTab);
  const { toggleDetail, setDetail, clearSelection, showOverview } = useInspector.getState();
  const { data, error, isPrevious } = useAnswer('row', { seq: seq ?? 0 }, { enabled: seq !== undefined });
  const detail = seq !== undefined && !isPrevious && data?.view.seq === seq ? data : undefined;
  const taskId = tab === 'task' || tab === 'acp' ? (selectedTask ?? detail?.view.taskId) : (detail?.view.taskId ?? selectedTask);
  const nothing = seq === undefined && selectedTask === undefined;
  const shown = seq === undefined && selectedTask !== undefined && tab !== 'acp' ? 'task' : tab;
  return (
    <div className="pane detail">
      <div className="ph">
        <button type="button" className="btn ghost icon narrow" aria-label="Back to the panel" onClick={() => clearSelection()}>
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
        </button>
        <h2 className="tr">
          {shown === 'task' || shown === 'acp'
            ? taskId === undefined
              ? 'Overview'
              : `Task ${taskId}`
            : seq === undefined
              ? 'Overview'
              : `Row ${formatCount(seq)}`}
        </h2>
        <span className="q tr">{detail && shown !== 'task' && shown !== 'acp' ? <DetailFacts detail={detail} /> : null}</span>
        <span className="grow" />
        <CutChosenText within=".detail-text" label="Cut this" reading={summary?.reading === 'reading'} />
        {detail ? <Neighbours detail={detail} /> : null}
        {nothing ? null : (
          <button type="button" className="btn ghost wide" onClick={showOverview}>
            Overview
          </button>
        )}
        <button
          type="button"
          className="btn ghost icon wide"
          aria-label="Hide the detail"
          title="Hide the detail (Q)"
          onClick={() => toggleDetail(false)}
        >
          <PanelRight size={14} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      {nothing ? (
        <OverviewPane summary={summary} />
      ) : (
        <>
          <div className="stabs" role="tablist" aria-label="Detail">
            {TABS.map(({ id, title, needsTask }) => {
              const absent =
                needsTask && taskId === undefined
                  ? 'This row is about no task'
                  : !needsTask && seq === undefined
                    ? 'No row is selected'
                    : undefined;
              return (
                <button
                  key={id}
                  type="button"
                  role="tab"
                  aria-selected={id === shown}
                  aria-disabled={absent !== undefined}
                  title={absent}
                  className={`tab ${id === shown ? 'on' : ''} ${absent ? 'off' : ''}`}
                  onClick={() => absent === undefined && setDetail(id)}
                >
                  {title}
                </button>
              );
            })}
          </div>
          <div className="scroll detail-text" role="tabpanel" aria-label={TABS.find(({ id }) => id === shown)?.title}>
            {error ? <FailedState what={`The row did not come: ${error.message}`} /> : null}
            {shown === 'task' ? (
              <TaskDetail taskId={taskId} summary={summary} />
            ) : shown === 'acp' ? (
              <AcpDetail taskId={taskId} />
            ) : !detail ? (
              <Skeleton rows={5} />
            ) : shown === 'raw' ? (
              <RawDetail detail={detail} />
            ) : (
              <DecodedDetail detail={detail} summary={summary} />
            )}
          </div>
        </>
      )}
    </div>
  );
}

function DetailFacts({ detail }: { detail: RowDetail }) {
  return (
    <span className="row tr">
      <ChannelMark channel={detail.view.channel} /> <span className="tr">{detail.view.kind}</span>
    </span>
  );
}

/** Before and after in the same task. */
function Neighbours({ detail }: { detail: RowDetail }) {
  const { selectRow } = useInspector.getState();
  const go = (label: string, seq: number | undefined, icon: React.ReactNode) => (
    <button
      type="button"
      className="btn ghost icon"
      aria-label={label}
      title={seq === undefined ? `${label}: there is none` : `${label}: ${seq}`}
      aria-disabled={seq === undefined}
      onClick={() => seq !== undefined && selectRow(seq)}
    >
      {icon}
    </button>
  );
  return (
    <>
      {go('Row before in this task', detail.previousOfTask, <ArrowLeft size={14} strokeWidth={1.5} aria-hidden />)}
      {go('Row after in this task', detail.nextOfTask, <ArrowRight size={14} strokeWidth={1.5} aria-hidden />)}
    </>
  );
}

function DecodedDetail({ detail, summary }: { detail: RowDetail; summary: LogSummary | undefined }) {
  const { view, source, http, observation } = detail;
  const { selectTask, openPanel } = useInspector.getState();
  const time = logTime(summary);
  const callback = textMember(detail.fact, 'url');
  const entries: KeyValueEntry[] = [
    { name: 'What', value: [view.kind, view.label].filter(Boolean).join(' ') },
    {
      name: view.kind === 'message-sent' ? 'From' : 'By',
      value: view.agent === undefined ? undefined : <Provenanced provenance={view.provenance}>{view.agent}</Provenanced>,
    },
    ...(view.peer === undefined ? [] : [{ name: 'For', value: view.peer }]),
    ...(view.taskId === undefined
      ? []
      : [
          {
            name: 'Task',
            mono: true,
            value: (
              <button type="button" className="link" onClick={() => selectTask(view.taskId)}>
                {view.taskId}
              </button>
            ),
          },
        ]),
    ...(view.contextId === undefined ? [] : [{ name: 'Context', value: view.contextId, mono: true }]),
    ...(view.state === undefined ? [] : [{ name: 'State', value: <StateWord detail={detail} /> }]),
    ...(view.final === undefined ? [] : [{ name: 'Final', value: String(view.final), mono: true }]),
    ...(view.text === undefined ? [] : [{ name: 'Says', value: view.text }]),
    {
      name: summary?.episode ? 'At' : 'Seen at',
      value: view.time === undefined ? undefined : `${time.text(view.time)}${summary?.episode ? ' s virtual' : 'Z'}`,
      mono: true,
    },
    ...(http?.method === undefined ? [] : [{ name: 'Request', value: `${http.method} ${http.path ?? ''}`, mono: true }]),
    ...(http?.status === undefined ? [] : [{ name: 'Status', value: String(http.status), mono: true }]),
    ...(observation?.version === undefined
      ? []
      : [{ name: 'Protocol', value: `A2A ${observation.version}${observation.binding ? ` over ${observation.binding}` : ''}` }]),
    {
      name: 'Source',
      value: (
        <>
          <button type="button" className="link" onClick={() => openPanel('source')}>
            {source.name} line {formatCount(source.line)}
          </button>{' '}
          <span className="i3 m nw">
            {formatCount(source.from)}–{formatCount(source.to)}
          </span>
        </>
      ),
    },
    ...(isLayered(source.path) ? [{ name: 'Read through', value: layersInWords(source.path).join(' → ') }] : []),
  ];
  return (
    <>
      <div className="detail-block">
        <KeyValue entries={entries} label={`Row ${view.seq}`} />
      </div>
      {view.kernelNote ? (
        <div className="detail-block note-block">
          <SeverityMark severity="info" /> Our kernel would refuse this: {view.kernelNote}.
        </div>
      ) : null}
      {detail.fact ? <FactBlock fact={detail.fact} /> : null}
      {callback === undefined ? null : <HostReadingsBlock url={callback} />}
      {detail.issues.length > 0 ? (
        <div className="detail-block">
          <h3 className="sub">Noticed while reading</h3>
          <IssueList issues={detail.issues} />
        </div>
      ) : null}
      {detail.sameExchange.length > 1 ? (
        <div className="detail-block">
          <h3 className="sub">Same exchange</h3>
          <p className="links">
            {detail.sameExchange.slice(0, 40).map((seq) => (
              <RowLink key={seq} seq={seq} />
            ))}
            {detail.sameExchange.length > 40 ? <span className="i3">and {formatCount(detail.sameExchange.length - 40)} more</span> : null}
          </p>
        </div>
      ) : null}
      {detail.value === undefined ? null : (
        <div className="detail-block">
          <h3 className="sub">Value{source.path ? <span className="m i3"> {source.path}</span> : null}</h3>
          <JsonView value={detail.value} label="Value of the row" />
        </div>
      )}
    </>
  );
}

function StateWord({ detail }: { detail: RowDetail }) {
  const { view, observation } = detail;
  const word = observation?.stateWord;
  return (
    <>
      {view.state ? <TaskStateMark state={view.state} /> : null}
      {word !== undefined && word !== view.state ? <span className="m i3"> spelled {word}</span> : null}
    </>
  );
}

/** A decision with its reasons, before its JSON: the sentence a tired person can act on. */
function FactBlock({ fact }: { fact: Fact }) {
  if (fact.kind === 'delegation-denied')
    return (
      <div className="detail-block">
        <h3 className="sub">Why it was refused</h3>
        <ul className="issues">
          {fact.denials.map((denial) => (
            <li key={denial.code}>
              <SeverityMark severity="error" />
              <span>
                {denial.reason} <span className="m i2">{denial.code}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    );
  const reason = 'reason' in fact ? fact.reason : undefined;
  if (reason === undefined) return null;
  return (
    <div className="detail-block note-block">
      <SeverityMark severity="error" /> {reason}
    </div>
  );
}

/** Whether the check of a callback and the client that follows it mean the same host. */
function HostReadingsBlock({ url }: { url: string }) {
  const { cutOut, parsed, differ } = hostReadings(url);
  return (
    <div className="detail-block">
      <h3 className="sub">Two readings of its host</h3>
      <KeyValue
        label="Two readings of the host"
        entries={[
          { name: 'Cut out', value: cutOut === '' ? 'nothing' : cutOut, mono: true },
          { name: 'Parsed', value: parsed ?? 'not a URL', mono: true },
        ]}
      />
      {differ ? (
        <p className="note-block">
          <SeverityMark severity="warning" /> A check by the first guards nothing: a client goes by the second.
        </p>
      ) : null}
    </div>
  );
}

function RawDetail({ detail }: { detail: RowDetail }) {
  const [copied, setCopied] = useState<string>();
  const { source } = detail;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(detail.raw);
      setCopied('Copied');
    } catch {
      setCopied('This browser does not let the page copy');
    }
  };
  return (
    <>
      <div className="raw-head">
        <span className="m i2 grow tr">
          {source.name} {formatCount(source.from)}–{formatCount(source.to)}, line {formatCount(source.line)}
        </span>
        <button type="button" className="btn ghost small" onClick={() => void copy()}>
          <Copy size={14} strokeWidth={1.5} aria-hidden /> {copied ?? 'Copy'}
        </button>
      </div>
      {detail.http?.headers ? (
        <div className="detail-block">
          <KeyValue label="Headers" entries={Object.entries(detail.http.headers).map(([name, value]) => ({ name, value, mono: true }))} />
        </div>
      ) : null}
      <CodeLines label="Text of the row" lines={detail.raw.split('\n')} json wrap />
      {detail.rawTruncated ? (
        <p className="detail-block i2 fold">Cut here. The whole is {countOf(source.to - source.from, 'character')} long; Source has it.</p>
      ) : null}
    </>
  );
}
