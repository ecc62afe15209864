// What goes along when a trace is saved or linked, shown before it does: the text with its cuts, and nothing of what was cut.

import { Link, Save, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LogSummary } from '../model/engine/query.ts';
import { commandsNow } from './commands.ts';
import { secretCount, shapeName } from './cut-words.ts';
import { countOf, formatBytes, formatCount } from './format.ts';
import { useInspector } from './inspector-store.ts';
import { usePage } from './page.ts';
import { Dialog } from './pieces/Dialog.tsx';
import { SeverityMark } from './pieces/Mark.tsx';
import { Skeleton } from './pieces/Pane.tsx';
import { useAnswer } from './queries.ts';

export function SaveDialog() {
  const page = usePage();
  const { setDialog } = useInspector.getState();
  const { data: summary } = useAnswer('summary', {});
  const saved = useSavedSize();
  const done = (run: () => unknown) => {
    setDialog(undefined);
    void run();
  };
  const copyLink = () =>
    commandsNow(page)
      .find(({ id }) => id === 'copy-link')
      ?.run();
  return (
    <Dialog label="Save or link" className="save">
      <div className="dialog-head">
        <h2>What goes along</h2>
        <span className="grow" />
        <button type="button" className="btn ghost icon" aria-label="Close" onClick={() => setDialog(undefined)}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      {summary === undefined ? <Skeleton rows={4} /> : <GoesAlong summary={summary} saved={saved} />}
      <div className="report-actions">
        <span className="i2">Nothing leaves this page before you send it.</span>
        <span className="grow" />
        <button type="button" className="btn" onClick={() => setDialog(undefined)}>
          Cancel
        </button>
        <button type="button" className="btn" onClick={() => done(copyLink)}>
          <Link size={14} strokeWidth={1.5} aria-hidden /> Link…
        </button>
        <button
          type="button"
          className="btn primary"
          data-first
          aria-disabled={typeof saved !== 'object'}
          onClick={() => typeof saved === 'object' && done(() => page.save())}
        >
          <Save size={14} strokeWidth={1.5} aria-hidden /> Save file
        </button>
      </div>
    </Dialog>
  );
}

interface Saved {
  readonly name: string;
  readonly bytes: number;
}

/** Undefined while it is made; a text says why it could not be. */
function useSavedSize(): Saved | string | undefined {
  const page = usePage();
  const [saved, setSaved] = useState<Saved | string>();
  useEffect(() => {
    let gone = false;
    page.savedForm().then(
      (form) => !gone && form && setSaved({ name: form.name, bytes: new Blob([form.text]).size }),
      (error: unknown) => !gone && setSaved(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      gone = true;
    };
  }, [page]);
  return saved;
}

function GoesAlong({ summary, saved }: { summary: LogSummary; saved: Saved | string | undefined }) {
  const link = window.location.href.length;
  return (
    <div className="scroll dialog-body save-body">
      <section aria-label="Goes along">
        <h3 className="sub">In the file</h3>
        {typeof saved === 'string' ? (
          <p role="alert">
            <SeverityMark severity="error" /> The file could not be made: {saved}
          </p>
        ) : (
          <p>
            <span className="m">{saved ? saved.name : 'being made'}</span>{' '}
            <span className="i2">{saved ? formatBytes(saved.bytes) : ''}</span>
          </p>
        )}
        <p className="i2">
          The whole text as it stands in Source, {countOf(summary.rowCount, 'row')}, with placeholders where something was cut.
          {summary.reading === 'canceled' ? ' The part that was not read goes along, too.' : ''}
        </p>
        <h3 className="sub">In the link</h3>
        <p className="i2">
          Panel, place, selection and filter, {formatBytes(link)}.{' '}
          {summary.episode ? 'The lesson plays again from it.' : 'A trace of up to 1 MB can ride in it; else send the file beside it.'}
        </p>
      </section>
      <section aria-label="Cut before anything was kept">
        <h3 className="sub">
          {summary.redacted === 0
            ? 'Nothing looked like a secret'
            : `Cut: ${countOf(secretCount(summary), 'secret')} in ${countOf(summary.redacted, 'place')}`}
        </h3>
        {summary.redacted === 0 ? (
          <p className="i2">Select a text in Source to cut it everywhere.</p>
        ) : (
          <>
            <table className="grid" aria-label="What was cut">
              <thead>
                <tr>
                  <th scope="col">kind</th>
                  <th scope="col" className="r">
                    different
                  </th>
                  <th scope="col" className="r">
                    places
                  </th>
                </tr>
              </thead>
              <tbody>
                {summary.cutShapes.map(({ shape, secrets, places }) => (
                  <tr key={shape}>
                    <td>{shapeName(shape)}</td>
                    <td className="m r">{formatCount(secrets)}</td>
                    <td className="m r">{formatCount(places)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="i2">
              The originals are nowhere in this page’s lists, links, reports and files. To cut more, select it in Source.
            </p>
          </>
        )}
      </section>
    </div>
  );
}
