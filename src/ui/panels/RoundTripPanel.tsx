// Round trip: what survives A2A → internal → ACP → internal? Field by field against the document as it was on the wire,
// through the envelope of the reference or a real run, the four vocabularies, and the documents themselves side by side.

import './round-trip.css';
import { useEffect, useState } from 'react';
import { FIELD_VERDICTS, type FieldVerdict } from '../../model/protocol/field-verdict.ts';
import type { RoundTripAnswer, RoundTripDocument, RoundTripWay, VocabularyRow } from '../../model/projections/round-trips.ts';
import { countOf, shortId } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Segment } from '../pieces/controls.tsx';
import { useMedia } from '../pieces/media.ts';
import { JsonView } from '../pieces/JsonView.tsx';
import { SeverityMark, TaskStateMark } from '../pieces/Mark.tsx';
import { EmptyState, FailedState, Pane, PaneHead, PaneNote, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { meansTask } from '../task-name.ts';
import { FateTable, VERDICT_WORDS, VerdictFilters } from './round-trip-table.tsx';

/** The panel: documents on the left, the chosen one's fields, and its documents below. */
export function RoundTripPanel() {
  const cursor = useInspector((state) => state.cursor);
  const selectedTask = useInspector((state) => state.selectedTask);
  const [chosen, setChosen] = useState<string>();
  const [chosenWay, chooseWay] = useState<RoundTripWay>();
  const asked = chosenWay === undefined ? { cursor } : { cursor, way: chosenWay };
  const { data, error } = useAnswer('roundTrips', asked);
  useEffect(() => setChosen(selectedTask), [selectedTask]);
  // Where it is narrow the whole panel scrolls, and may hold nothing else that takes the focus.
  const narrow = useMedia('(max-width: 899px)');
  const scrolled = narrow ? ({ tabIndex: 0, role: 'region', 'aria-label': 'Round trip, scrollable' } as const) : {};
  const listed = data?.documents.find(({ taskId }) => meansTask(chosen, taskId))?.taskId;
  const beyond = (data?.leftOut ?? 0) > 0 ? chosen : undefined;
  const taskId = listed ?? beyond ?? data?.documents[0]?.taskId;
  const trip = useAnswer('roundTrip', { taskId: taskId ?? '', ...asked }, { enabled: taskId !== undefined });
  const failure = error ?? trip.error;
  if (failure) return <FailedState what={`The round trip could not be made: ${failure.message}`} />;
  if (data === undefined) return <Skeleton />;
  return (
    <div className="split trip-split" {...scrolled}>
      <Pane label="Documents" className="trip-side">
        <PaneHead title="Documents" facts={countOf(data.documents.length, 'task')} />
        <WayChoice way={chosenWay ?? data.way} onChange={chooseWay} />
        <div className="scroll">
          <DocumentList documents={data.documents} shown={taskId} onChoose={setChosen} />
          {data.leftOut > 0 ? (
            <p className="note">{countOf(data.leftOut, 'more task')} in this log; choose one in the timeline to see it here.</p>
          ) : null}
          <div className="trip-notes">
            <About way={chosenWay ?? data.way} />
            <Vocabulary rows={data.vocabulary} />
          </div>
        </div>
      </Pane>
      {taskId === undefined || (trip.data === undefined && !trip.isLoading) ? (
        <Pane label="Round trip">
          <PaneHead title="Round trip" />
          <EmptyState>No task has been seen up to the cursor. Step on to an answer or an event that carries one.</EmptyState>
        </Pane>
      ) : trip.data === undefined ? (
        <Skeleton rows={12} />
      ) : (
        <Trip key={`${trip.data.way} ${trip.data.taskId}`} trip={trip.data} />
      )}
    </div>
  );
}

const WAY_WORDS: Readonly<Record<RoundTripWay, string>> = { envelope: 'ACP envelope', run: 'ACP run' };

/** What the task is translated into. */
function WayChoice({ way, onChange }: { way: RoundTripWay; onChange: (way: RoundTripWay) => void }) {
  return (
    <div className="trip-way">
      <Segment
        label="Translated into"
        value={way}
        onChange={onChange}
        options={[
          { value: 'envelope', label: 'envelope' },
          { value: 'run', label: 'ACP run' },
        ]}
      />
    </div>
  );
}

function DocumentList(props: { documents: readonly RoundTripDocument[]; shown: string | undefined; onChoose: (taskId: string) => void }) {
  return (
    <ul aria-label="Documents">
      {props.documents.map((document) => {
        const undeclared = document.counts['undeclared-loss'];
        const shown = document.taskId === props.shown;
        return (
          <li key={document.taskId}>
            <button
              type="button"
              className={shown ? 'trip-document sel' : 'trip-document'}
              aria-current={shown}
              onClick={() => props.onChoose(document.taskId)}
            >
              <span className="row">
                <span className="m b tr grow" title={document.taskId}>
                  {shortId(document.taskId)}
                </span>
                {document.state === undefined ? null : <TaskStateMark state={document.state} />}
              </span>
              <span className="row">
                <span className="i2 tr grow">{document.agent ?? 'agent not stated'}</span>
                {undeclared > 0 ? <SeverityMark severity="error">{undeclared} undeclared</SeverityMark> : null}
              </span>
              <CountBar counts={document.counts} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Shares of each verdict as a bar of greys and severities; the numbers stand in its name. */
function CountBar({ counts }: { counts: Readonly<Record<FieldVerdict, number>> }) {
  const inOrder = [...FIELD_VERDICTS].reverse();
  const name = inOrder.map((verdict) => `${counts[verdict]} ${VERDICT_WORDS[verdict]}`).join(', ');
  return (
    <span className="count-bar" role="img" aria-label={name}>
      {inOrder.map((verdict) =>
        counts[verdict] === 0 ? null : <i key={verdict} className={`share-${verdict}`} style={{ flexGrow: counts[verdict] }} />,
      )}
    </span>
  );
}

function About({ way }: { way: RoundTripWay }) {
  return (
    <section className="trip-about" aria-label="How it is compared">
      <h3 className="sub">Compared with the original</h3>
      <p>
        The comparison is with the document as it was on the wire, not with a parsed copy: a parser fills in values and drops others before
        anybody can look.
      </p>
      {way === 'envelope' ? (
        <p>
          ACP here is the Agent Communication Protocol. The envelope on the way is ACP-shaped: a run with its input, its output and one
          metadata object for the chain and the artifact names. A run of ACP itself has more members, and no place for those two.
        </p>
      ) : (
        <p>
          A real run of ACP 1.0, with the request that began it, as every reader of ACP understands it: no private marks. The internal form
          here is the whole task as this page keeps it. A part with a name is an artifact; what has no place in a run is declared.
        </p>
      )}
    </section>
  );
}

function Vocabulary({ rows }: { rows: readonly VocabularyRow[] }) {
  return (
    <section className="trip-about" aria-label="Four vocabularies">
      <h3 className="sub">Four vocabularies</h3>
      <table className="grid vocabulary" aria-label="The word for each state in A2A, inside, in ACP, and inside again">
        <thead>
          <tr>
            <th scope="col">A2A</th>
            <th scope="col">internal</th>
            <th scope="col">ACP</th>
            <th scope="col">back</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.a2a} className={row.lossy ? 'lossy' : undefined}>
              <th scope="row">{row.a2a}</th>
              <td>
                <Word word={row.internal} />
              </td>
              <td>
                <Word word={row.acp} />
              </td>
              <td>
                <Word word={row.backInternal} /> {row.lossy ? <SeverityMark severity="warning" /> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <SeverityMark severity="warning">comes back as another word:</SeverityMark>{' '}
        {rows
          .filter(({ lossy }) => lossy)
          .map(({ a2a }, index) => (
            <span key={a2a}>
              {index > 0 ? ', ' : ''}
              <span className="nw">{a2a}</span>
            </span>
          ))}
        . Both losses are declared.
      </p>
    </section>
  );
}

/** A word that may break after its underscore. */
function Word({ word }: { word: string }) {
  return word.split('_').map((part, index) => (
    <span key={index}>
      {index === 0 ? null : (
        <>
          _<wbr />
        </>
      )}
      {part}
    </span>
  ));
}

type Order = 'worst' | 'document';

function Trip({ trip }: { trip: RoundTripAnswer }) {
  const [order, setOrder] = useState<Order>('worst');
  const [hidden, setHidden] = useState<ReadonlySet<FieldVerdict>>(new Set());
  const [at, setAt] = useState<number>();
  const shown = new Set(FIELD_VERDICTS.filter((verdict) => !hidden.has(verdict)));
  const rank = (verdict: FieldVerdict) => FIELD_VERDICTS.indexOf(verdict);
  const listed = trip.fields.filter(({ verdict }) => shown.has(verdict));
  const fates = order === 'worst' ? listed.toSorted((a, b) => rank(a.verdict) - rank(b.verdict)) : listed;
  const toggle = (verdict: FieldVerdict) => {
    const next = new Set(hidden);
    if (!next.delete(verdict)) next.add(verdict);
    setHidden(next);
    setAt(undefined);
  };
  useLossKeys(
    fates.map(({ verdict }) => verdict.endsWith('loss')),
    at,
    setAt,
  );
  return (
    <div className="split trip-main">
      <Pane label={`Round trip of ${trip.taskId}`}>
        <PaneHead title={`Round trip of ${shortId(trip.taskId)}`} facts={countOf(trip.fields.length, 'field')}>
          <Segment
            label="Order of fields"
            value={order}
            onChange={setOrder}
            options={[
              { value: 'worst', label: 'worst first' },
              { value: 'document', label: 'document order' },
            ]}
          />
        </PaneHead>
        <VerdictFilters counts={trip.counts} shown={shown} onToggle={toggle} />
        <TripStanding trip={trip} />
        <div className="scroll trip-scroll" tabIndex={0} role="region" aria-label="Fields, scrollable">
          <FateTable
            label={`Fields of ${trip.taskId}`}
            dialect={trip.dialect}
            between={WAY_WORDS[trip.way]}
            fates={fates}
            at={at}
            onChoose={setAt}
          />
        </div>
        <PaneNote>
          <span>
            {fates.length} of {trip.fields.length} fields listed
            {hidden.size > 0 ? `, hidden: ${[...hidden].map((verdict) => VERDICT_WORDS[verdict]).join(', ')}` : ''}
          </span>
          {hidden.size > 0 ? (
            <button type="button" className="link" onClick={() => setHidden(new Set())}>
              Show all
            </button>
          ) : null}
          <span>Dotted underline: a value made by a default. N: next loss.</span>
        </PaneNote>
      </Pane>
      <Documents trip={trip} />
    </div>
  );
}

/** N and Shift N walk the losses that are listed. */
function useLossKeys(losses: readonly boolean[], at: number | undefined, go: (index: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'n') return;
      const next = event.shiftKey ? losses.lastIndexOf(true, (at ?? losses.length) - 1) : losses.indexOf(true, (at ?? -1) + 1);
      if (next < 0 || (event.shiftKey && at === 0)) return;
      event.preventDefault();
      go(next);
      document.getElementById(`fate-${next}`)?.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

function TripStanding({ trip }: { trip: RoundTripAnswer }) {
  const selectRow = useInspector((state) => state.selectRow);
  if (trip.error !== undefined) return <FailedState what={trip.error} />;
  return (
    <p className="trip-standing">
      {trip.identical
        ? 'The internal form comes back equal: equality cannot see what never went in.'
        : 'The internal form does not come back equal.'}{' '}
      {trip.provenance === 'synthesised' ? (
        <span className="syn">
          The original is no document that was seen: it was put together from what came before, up to row #{trip.originalSeq}
          {trip.piecesLeftOut > 0 ? `, without the first ${trip.piecesLeftOut} rows of the task` : ''}.
        </span>
      ) : (
        <>
          The original is in{' '}
          <button type="button" className="link" onClick={() => selectRow(trip.originalSeq)}>
            row #{trip.originalSeq}
          </button>
          .
        </>
      )}{' '}
      {trip.recorded === undefined ? null : trip.recorded.agrees ? (
        'The translations that this log recorded say the same.'
      ) : (
        <SeverityMark severity="warning">The translations that this log recorded differ from these.</SeverityMark>
      )}
    </p>
  );
}

function Documents({ trip }: { trip: RoundTripAnswer }) {
  const { documents } = trip;
  return (
    <div className="split trip-documents">
      <Pane label="Original wire">
        <PaneHead title="Original wire" facts={trip.provenance === 'synthesised' ? `${trip.dialect}, synthesised` : trip.dialect} />
        <JsonView value={documents.original} label="Original wire document" />
      </Pane>
      <Pane label={WAY_WORDS[trip.way]}>
        <PaneHead title={WAY_WORDS[trip.way]} facts={trip.way === 'run' ? 'with its request' : 'shaped after a run'} />
        <JsonView value={documents.acp} label={`${WAY_WORDS[trip.way]} document`} />
      </Pane>
      <Pane label="Internal">
        <PaneHead title="Internal, before and after" facts={trip.identical ? 'equal' : 'not equal'} />
        <div className="scroll">
          <JsonView value={documents.internal} label="Internal document before" />
          {trip.identical ? null : (
            <>
              <h3 className="sub">After</h3>
              <JsonView value={documents.back} label="Internal document after" />
            </>
          )}
        </div>
      </Pane>
    </div>
  );
}
