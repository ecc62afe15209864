// The link to what is on screen, shown before it is sent: how long it is, what it holds, and whether the trace rides in it.

import './link.css';
import { Copy, Save, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LogSummary } from '../../model/engine/query.ts';
import { secretCount } from '../cut-words.ts';
import { countOf, formatBytes, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Dialog } from '../pieces/Dialog.tsx';
import { KeyValue } from '../pieces/KeyValue.tsx';
import { SeverityMark } from '../pieces/Mark.tsx';
import { Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { LONG_LINK } from './trace-in-link.ts';
import { linkTo, type TraceForLink, useTraceForLink, useViewNow } from './use-link.ts';
import { type HeldInLink, viewInWords } from './view-words.ts';

/** A field with more gets slow; the copy is whole. */
const MOST_SHOWN = 4_000;

export function LinkDialog() {
  const { setDialog } = useInspector.getState();
  const open = useInspector((state) => state.log !== undefined);
  const { data: summary, error } = useAnswer('summary', {}, { enabled: open });
  const view = useViewNow();
  const trace = useTraceForLink(view, summary, error);
  const [wanted, setWanted] = useState(true);
  const packed = wanted && trace.kind === 'packed' ? trace.packed : undefined;
  const link = view === undefined ? undefined : linkTo({ ...view, ...(packed === undefined ? {} : { trace: packed }) });
  return (
    <Dialog label="Link to this view" className="link-dialog">
      <div className="dialog-head">
        <h2>Link to this view</h2>
        <span className="grow" />
        <button type="button" className="btn ghost icon" aria-label="Close" onClick={() => setDialog(undefined)}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      {view === undefined || link === undefined ? (
        <Skeleton rows={5} />
      ) : (
        <div className="scroll dialog-body link-body">
          <LinkField link={link} />
          {link.length > LONG_LINK ? (
            <p className="row link-told">
              <SeverityMark severity="warning" />
              <span>Longer than 8 KB: mail programs and chats may cut it off. A saved file arrives whole.</span>
            </p>
          ) : null}
          {open ? <TraceChoice trace={trace} wanted={wanted} onChange={setWanted} summary={summary} /> : null}
          <section aria-label="What it holds">
            <h3 className="sub">It holds</h3>
            <KeyValue
              label="What the link holds"
              entries={[...viewInWords(view), ...traceHeld(packed === undefined ? undefined : trace)]}
            />
          </section>
        </div>
      )}
      <LinkActions link={link} isReady={trace.kind !== 'packing' || !open || !wanted} />
    </Dialog>
  );
}

function traceHeld(trace: TraceForLink | undefined): readonly HeldInLink[] {
  return trace?.kind === 'packed' ? [{ name: 'Trace', value: `the whole of it, ${formatBytes(trace.bytes)}` }] : [];
}

function LinkField({ link }: { link: string }) {
  const left = link.length - MOST_SHOWN;
  return (
    <div className="link-field">
      <label htmlFor="link-text" className="row">
        <b className="md">Link</b> <span className="i2">{countOf(link.length, 'character')}</span>
      </label>
      <textarea id="link-text" className="field m" readOnly rows={3} spellCheck={false} value={link.slice(0, MOST_SHOWN)} />
      {left > 0 ? <p className="i2">{formatCount(left)} more are not shown; copying takes them all.</p> : null}
    </div>
  );
}

interface TraceChoiceProps {
  readonly trace: TraceForLink;
  readonly wanted: boolean;
  readonly onChange: (wanted: boolean) => void;
  readonly summary: LogSummary | undefined;
}

function TraceChoice({ trace, wanted, onChange, summary }: TraceChoiceProps) {
  if (trace.kind === 'told') return <p className="i2">{trace.why}</p>;
  const isOff = trace.kind !== 'packed';
  return (
    <section aria-label="The trace">
      <label className="row link-choice">
        <input
          type="checkbox"
          checked={wanted && !isOff}
          aria-disabled={isOff}
          aria-describedby="link-trace"
          onChange={(event) => !isOff && onChange(event.target.checked)}
        />
        <span>The trace itself rides in the link</span>
      </label>
      <p id="link-trace" className="i2 link-trace">
        {traceInWords(trace, wanted, summary)}
      </p>
    </section>
  );
}

function traceInWords(trace: TraceForLink, wanted: boolean, summary: LogSummary | undefined): string {
  if (trace.kind === 'packing') return 'Being packed.';
  if (trace.kind !== 'packed') return trace.why;
  if (!wanted) return 'The link shows a place in the trace: send the file beside it.';
  const secrets = summary === undefined ? 0 : secretCount(summary);
  const cut = secrets === 0 ? 'Nothing in it looked like a secret.' : `${countOf(secrets, 'secret')} cut from it.`;
  return `${formatBytes(trace.bytes)} in the saved form, packed into ${formatBytes(trace.packed.length)}. ${cut} Nothing is uploaded: whoever has the link has the trace.`;
}

function LinkActions({ link, isReady }: { link: string | undefined; isReady: boolean }) {
  const { setDialog } = useInspector.getState();
  const open = useInspector((state) => state.log !== undefined);
  const [told, setTold] = useState('');
  const copied = useRef<string>(undefined);
  const ready = link !== undefined && isReady;
  const copy = async () => {
    if (!ready) return;
    try {
      await navigator.clipboard.writeText(link);
      copied.current = link;
      setTold('Copied.');
    } catch {
      document.querySelector<HTMLTextAreaElement>('#link-text')?.select();
      setTold(
        link.length > MOST_SHOWN
          ? 'This browser does not let the page copy. Save the file instead.'
          : 'This browser does not let the page copy. The link is selected: press Ctrl C.',
      );
    }
  };
  return (
    <div className="report-actions">
      <span className="i2" role="status">
        {told === 'Copied.' && copied.current !== link ? '' : told}
      </span>
      <span className="grow" />
      {open ? (
        <button type="button" className="btn" onClick={() => setDialog('save')}>
          <Save size={14} strokeWidth={1.5} aria-hidden /> Save a file
        </button>
      ) : null}
      <button type="button" className="btn primary" data-first aria-disabled={!ready} onClick={() => void copy()}>
        <Copy size={14} strokeWidth={1.5} aria-hidden /> Copy link
      </button>
    </div>
  );
}
