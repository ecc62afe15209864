// One detail for all panels: what the selected row says, as it was and as it was read; its task with the lifecycle; the
// task in the words of the Agent Communication Protocol.

import { ArrowLeft, ArrowRight, Copy, PanelRight } from 'lucide-react';
import { useState } from 'react';
import type { Fact } from '../model/log/fact.ts';
import type { RowDetail } from '../model/projections/row-view.ts';
import type { TaskView } from '../model/projections/tasks.ts';
import type { LogSummary } from '../model/engine/query.ts';
import { countOf, formatCount } from './format.ts';
import { type DetailTab, useInspector } from './inspector-store.ts';
import { logTime } from './log-time.ts';
import { CodeLines, JsonView } from './pieces/JsonView.tsx';
import { IssueList, KeyValue, type KeyValueEntry } from './pieces/KeyValue.tsx';
import { LifecycleFigure } from './pieces/LifecycleFigure.tsx';
import { ChannelMark, Provenanced, SeverityMark, TaskStateMark } from './pieces/Mark.tsx';
import { EmptyState, FailedState, Skeleton } from './pieces/Pane.tsx';
import { useAnswer } from './queries.ts';

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
  const { toggleDetail, setDetail } = useInspector.getState();
  const { data, error, isPrevious } = useAnswer('row', { seq: seq ?? 0 }, { enabled: seq !== undefined });
  const detail = seq !== undefined && !isPrevious && data?.view.seq === seq ? data : undefined;
  const taskId = tab === 'task' || tab === 'acp' ? (selectedTask ?? detail?.view.taskId) : (detail?.view.taskId ?? selectedTask);
  const nothing = seq === undefined && selectedTask === undefined;
  const shown = seq === undefined && selectedTask !== undefined && tab !== 'acp' ? 'task' : tab;
  return (
    <aside className="pane detail" aria-label="Detail">
      <div className="ph">
        <h2 className="tr">
          {shown === 'task' || shown === 'acp'
            ? taskId === undefined
              ? 'Detail'
              : `Task ${taskId}`
            : seq === undefined
              ? 'Detail'
              : `Row ${seq}`}
        </h2>
        <span className="q tr">{detail && shown !== 'task' && shown !== 'acp' ? <DetailFacts detail={detail} /> : null}</span>
        <span className="grow" />
        {detail ? <Neighbours detail={detail} /> : null}
        <button
          type="button"
          className="btn ghost icon"
          aria-label="Hide the detail"
          title="Hide the detail (Q)"
          onClick={() => toggleDetail(false)}
        >
          <PanelRight size={14} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      {nothing ? (
        <EmptyState>
          Nothing selected. Press a row, a bar or a mark; or step with <kbd>J</kbd> and <kbd>K</kbd>.
        </EmptyState>
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
          <div className="scroll" role="tabpanel" aria-label={TABS.find(({ id }) => id === shown)?.title}>
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
    </aside>
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

function RowLink({ seq }: { seq: number }) {
  return (
    <button type="button" className="link m" onClick={() => useInspector.getState().selectRow(seq)}>
      {seq}
    </button>
  );
}

function DecodedDetail({ detail, summary }: { detail: RowDetail; summary: LogSummary | undefined }) {
  const { view, source, http, observation } = detail;
  const { selectTask, openPanel } = useInspector.getState();
  const time = logTime(summary);
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
          <span className="i3 m">
            {formatCount(source.from)}–{formatCount(source.to)}
          </span>
        </>
      ),
    },
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

function TaskDetail({ taskId, summary }: { taskId: string | undefined; summary: LogSummary | undefined }) {
  const cursor = useInspector((state) => state.cursor);
  const task = useAnswer('task', { taskId: taskId ?? '', cursor }, { enabled: taskId !== undefined });
  const lifecycle = useAnswer('lifecycle', {});
  if (taskId === undefined) return <EmptyState>This row is about no task.</EmptyState>;
  if (task.error) return <FailedState what={`The task did not come: ${task.error.message}`} />;
  const view = task.data?.taskId === taskId ? task.data : undefined;
  if (!view) return task.isLoading ? <Skeleton rows={6} /> : <EmptyState>Nothing of {taskId} was seen up to the cursor.</EmptyState>;
  return (
    <>
      {lifecycle.data ? <LifecycleFigure drawing={lifecycle.data} marks={view} /> : null}
      <div className="detail-block">
        <KeyValue
          label={`Task ${taskId}`}
          entries={[
            { name: 'State', value: view.state ? <TaskStateMark state={view.state} /> : <span className="i3">not seen</span> },
            { name: 'Agent', value: view.agent },
            { name: 'Context', value: view.contextId, mono: true },
            {
              name: 'Acts for',
              value:
                view.delegationChain === undefined ? (
                  <span className="i3">not seen</span>
                ) : (
                  view.delegationChain.join(' → ') || <span className="i3">none</span>
                ),
            },
            { name: 'Rows', value: formatCount(view.rowCount) },
          ]}
        />
      </div>
      <Moves view={view} summary={summary} />
      <Conversation view={view} />
      <Artifacts view={view} />
    </>
  );
}

function Moves({ view, summary }: { view: TaskView; summary: LogSummary | undefined }) {
  const time = logTime(summary);
  return (
    <div className="detail-block">
      <h3 className="sub">Moves</h3>
      <ol className="moves">
        {view.moves.map((move) => (
          <li key={move.seq}>
            <RowLink seq={move.seq} />
            <span className="m i2">{move.time === undefined ? '' : time.text(move.time)}</span>
            <span className="grow">
              <TaskStateMark state={move.to} />
              {move.tick === undefined ? null : (
                <span className="m i3" title="Tick of the server that stored it">
                  {' '}
                  @{move.tick}
                </span>
              )}
              {move.text ? <span className="i2 move-text">{move.text}</span> : null}
              {move.kernelNote ? (
                <span className="move-text">
                  <SeverityMark severity="info" /> {move.kernelNote}
                </span>
              ) : null}
            </span>
            <ChannelMark channel={move.channel} bare />
          </li>
        ))}
      </ol>
    </div>
  );
}

const partText = (part: {
  readonly kind: string;
  readonly text?: string;
  readonly data?: unknown;
  readonly name?: string;
  readonly uri?: string;
}) => part.text ?? (part.data === undefined ? (part.name ?? part.uri ?? part.kind) : JSON.stringify(part.data));

function Conversation({ view }: { view: TaskView }) {
  if (view.messages.length === 0) return null;
  return (
    <div className="detail-block">
      <h3 className="sub">Conversation</h3>
      <ol className="moves">
        {view.messages.map(({ message, seq }) => (
          <li key={`${seq}-${message.messageId}`}>
            <RowLink seq={seq} />
            <span className="i2">{message.role}</span>
            <span className="grow">{message.parts.map(partText).join(' ')}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Artifacts({ view }: { view: TaskView }) {
  if (view.artifacts.length === 0) return null;
  return (
    <div className="detail-block">
      <h3 className="sub">Artifacts</h3>
      {view.artifacts.map(({ artifact, seq, complete, chunks }) => (
        <div key={artifact.artifactId} className="artifact">
          <p className="row">
            <RowLink seq={seq} />
            <b className="md tr">{artifact.name || artifact.artifactId}</b>
            <span className="i2 nw">
              {chunks > 1 ? `${countOf(chunks, 'chunk')}, ` : ''}
              {complete === undefined ? 'end not stated' : complete ? 'complete' : 'not complete yet'}
            </span>
          </p>
          {artifact.parts.map((part, index) => (
            <p key={index} className={part.kind === 'text' ? 'artifact-part' : 'artifact-part m'}>
              {partText(part)}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}

function AcpDetail({ taskId }: { taskId: string | undefined }) {
  const cursor = useInspector((state) => state.cursor);
  const { openPanel } = useInspector.getState();
  const trip = useAnswer('roundTrip', { taskId: taskId ?? '', cursor }, { enabled: taskId !== undefined });
  if (taskId === undefined) return <EmptyState>This row is about no task.</EmptyState>;
  if (trip.error) return <FailedState what={`The translation did not come: ${trip.error.message}`} />;
  const view = trip.data?.taskId === taskId ? trip.data : undefined;
  if (!view)
    return trip.isLoading ? (
      <Skeleton rows={6} />
    ) : (
      <EmptyState>No whole task document of {taskId} was seen up to the cursor, so there is nothing to translate.</EmptyState>
    );
  const losses = view.counts['undeclared-loss'] + view.counts['declared-loss'];
  return (
    <>
      <p className="detail-block">
        Agent Communication Protocol envelope, synthesised from row <RowLink seq={view.originalSeq} />. {countOf(losses, 'field')} lost on
        the way.{' '}
        <button type="button" className="link" onClick={() => openPanel('round-trip')}>
          Field by field
        </button>
      </p>
      {view.error ? <FailedState what={view.error} /> : <JsonView value={view.documents.acp} label="ACP envelope" />}
    </>
  );
}
