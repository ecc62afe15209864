// A task in the detail: where it is on the lifecycle, its moves, the conversation, the artifacts; and the same task in the
// words of the Agent Communication Protocol.

import type { LogSummary } from '../model/engine/query.ts';
import type { TaskView } from '../model/projections/tasks.ts';
import { countOf, formatCount } from './format.ts';
import { useInspector } from './inspector-store.ts';
import { logTime } from './log-time.ts';
import { JsonView } from './pieces/JsonView.tsx';
import { KeyValue } from './pieces/KeyValue.tsx';
import { LifecycleFigure } from './pieces/LifecycleFigure.tsx';
import { ChannelMark, SeverityMark, TaskStateMark } from './pieces/Mark.tsx';
import { EmptyState, FailedState, Skeleton } from './pieces/Pane.tsx';
import { RowLink } from './pieces/RowLink.tsx';
import { useAnswer } from './queries.ts';
import { meansTask } from './task-name.ts';

export function TaskDetail({ taskId, summary }: { taskId: string | undefined; summary: LogSummary | undefined }) {
  const cursor = useInspector((state) => state.cursor);
  const task = useAnswer('task', { taskId: taskId ?? '', cursor }, { enabled: taskId !== undefined });
  const lifecycle = useAnswer('lifecycle', {});
  if (taskId === undefined) return <EmptyState>This row is about no task.</EmptyState>;
  if (task.error) return <FailedState what={`The task did not come: ${task.error.message}`} />;
  const view = task.data && meansTask(taskId, task.data.taskId) ? task.data : undefined;
  if (!view) return task.isLoading ? <Skeleton rows={6} /> : <EmptyState>Nothing of {taskId} was seen up to the cursor.</EmptyState>;
  return (
    <>
      {lifecycle.data ? <LifecycleFigure drawing={lifecycle.data} marks={view} /> : null}
      <div className="detail-block">
        <KeyValue
          label={`Task ${view.taskId}`}
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
            ...(view.namesakes === undefined ? [] : [{ name: 'Same id', value: <Namesakes names={view.namesakes} /> }]),
          ]}
        />
      </div>
      <Moves view={view} summary={summary} />
      <Conversation view={view} />
      <Artifacts view={view} />
    </>
  );
}

/** Other agents gave the same id to tasks of theirs. */
function Namesakes({ names }: { names: readonly string[] }) {
  const { selectTask } = useInspector.getState();
  return (
    <>
      {names.map((name) => (
        <button key={name} type="button" className="link m" onClick={() => selectTask(name)}>
          {name}
        </button>
      ))}
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

export function AcpDetail({ taskId }: { taskId: string | undefined }) {
  const cursor = useInspector((state) => state.cursor);
  const { openPanel } = useInspector.getState();
  const trip = useAnswer('roundTrip', { taskId: taskId ?? '', cursor }, { enabled: taskId !== undefined });
  if (taskId === undefined) return <EmptyState>This row is about no task.</EmptyState>;
  if (trip.error) return <FailedState what={`The translation did not come: ${trip.error.message}`} />;
  const view = trip.data && meansTask(taskId, trip.data.taskId) ? trip.data : undefined;
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
