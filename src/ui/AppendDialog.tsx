// The rest of a trace that was cut: pasted or taken from a file, and read on from where the text broke off.

import { FolderOpen, X } from 'lucide-react';
import { useState } from 'react';
import { countOf } from './format.ts';
import { useInspector } from './inspector-store.ts';
import { usePage } from './page.ts';
import { Dialog } from './pieces/Dialog.tsx';
import { SeverityMark } from './pieces/Mark.tsx';
import { useAnswer } from './queries.ts';

/** A text area of a browser gets slow with more; a file does not. */
const LONGEST_SHOWN = 2_000_000;

export function AppendDialog() {
  const page = usePage();
  const name = useInspector((state) => state.logs.find(({ id }) => id === state.log)?.name ?? '');
  const { setDialog, setNotice } = useInspector.getState();
  const { data: cut } = useAnswer('findings', { from: 0, count: 1, rule: 'truncated-input' });
  const { data: summary } = useAnswer('summary', {});
  const [text, setText] = useState('');
  const [file, setFile] = useState<{ readonly name: string; readonly text: string }>();
  const [unread, setUnread] = useState<string>();
  const [busy, setBusy] = useState(false);
  const rest = file?.text ?? text;
  const why = summary?.reading === 'reading' ? 'Still reading; wait for its end.' : rest === '' ? 'Nothing to append yet.' : undefined;
  const takeFile = (chosen: File) => {
    setUnread(undefined);
    chosen.text().then(
      (all) => setFile({ name: chosen.name, text: all }),
      (error: unknown) => setUnread(`${chosen.name} could not be read: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  const append = () => {
    if (why !== undefined || busy) return;
    setBusy(true);
    page
      .appendText(rest)
      .catch((error: unknown) =>
        setNotice({ kind: 'error', text: 'Nothing was appended.', detail: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => setDialog(undefined));
  };
  return (
    <Dialog label="Append to this trace" className="append">
      <div className="dialog-head">
        <h2 className="tr">Append to {name}</h2>
        <span className="grow" />
        <button type="button" className="btn ghost icon" aria-label="Close" onClick={() => setDialog(undefined)}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      <div className="scroll dialog-body">
        <p>
          {cut?.findings[0]?.why ?? 'What is added here goes to the very end of the text, and all of it is read again as one.'}{' '}
          <span className="i2">Begin with the character that follows the last one.</span>
        </p>
        <textarea
          className="field append-text m"
          aria-label="The rest of the text"
          placeholder="Paste the rest here"
          rows={10}
          spellCheck={false}
          data-first
          value={file === undefined ? text : `${file.name}: ${countOf(file.text.length, 'character')}`}
          readOnly={file !== undefined}
          onChange={(event) => setText(event.target.value.slice(0, LONGEST_SHOWN))}
        />
        {text.length >= LONGEST_SHOWN ? (
          <p className="row append-told" role="alert">
            <SeverityMark severity="warning" /> Only the first 2 million characters of a paste are taken. Choose a file instead.
          </p>
        ) : null}
        {unread === undefined ? null : (
          <p className="row append-told" role="alert">
            <SeverityMark severity="error" /> {unread}
          </p>
        )}
      </div>
      <div className="report-actions">
        <label className="btn file-btn">
          <FolderOpen size={14} strokeWidth={1.5} aria-hidden /> Take it from a file
          <input
            type="file"
            className="visually-hidden"
            aria-label="File with the rest"
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              event.target.value = '';
              if (chosen) takeFile(chosen);
            }}
          />
        </label>
        {file ? (
          <button type="button" className="btn ghost" onClick={() => setFile(undefined)}>
            Paste instead
          </button>
        ) : null}
        <span className="grow" />
        <span className="i2" id="append-why">
          {busy ? '' : why}
        </span>
        <button type="button" className="btn" onClick={() => setDialog(undefined)}>
          Cancel
        </button>
        <button
          type="button"
          className="btn primary"
          aria-disabled={why !== undefined || busy}
          aria-describedby={why === undefined ? undefined : 'append-why'}
          onClick={append}
        >
          {busy ? 'Reading all of it again' : rest === '' ? 'Append' : `Append ${countOf(rest.length, 'character')}`}
        </button>
      </div>
    </Dialog>
  );
}
