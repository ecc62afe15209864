// The dialogs: all commands, keys with marks, the report. Native elements: nothing is styled from a script.

import './dialog.css';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { AppendDialog } from './AppendDialog.tsx';
import { type Command, commandsNow } from './commands.ts';
import { Marks } from './FrontDoor.tsx';
import { useInspector } from './inspector-store.ts';
import { LinkDialog } from './link/LinkDialog.tsx';
import { Dialog } from './pieces/Dialog.tsx';
import { PoliciesDialog } from './PoliciesDialog.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { LESSONS, usePage } from './page.ts';
import { SaveDialog } from './SaveDialog.tsx';

export function Dialogs() {
  const dialog = useInspector((state) => state.dialog);
  if (dialog === 'help') return <Help />;
  if (dialog === 'policies') return <PoliciesDialog />;
  if (dialog === 'report') return <ReportDialog />;
  if (dialog === 'append') return <AppendDialog />;
  if (dialog === 'save') return <SaveDialog />;
  if (dialog === 'link') return <LinkDialog />;
  return dialog === 'palette' ? <Palette /> : null;
}

function Help() {
  const page = usePage();
  const commands = commandsNow(page).filter((command) => command.keys.length > 0);
  const groups = [...new Set(commands.map((command) => command.group))];
  const { setDialog } = useInspector.getState();
  return (
    <Dialog label="Keys and marks" className="help">
      <div className="dialog-head">
        <h2>Keys and marks</h2>
        <span className="grow" />
        <button type="button" className="btn ghost icon" aria-label="Close" onClick={() => setDialog(undefined)} autoFocus>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      <div className="scroll">
        <div className="help-keys">
          {groups.map((group) => (
            <section key={group} aria-label={group}>
              <h3>{group}</h3>
              <dl>
                {commands
                  .filter((command) => command.group === group)
                  .map((command) => (
                    <div key={command.id}>
                      <dt>
                        {command.keys.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dt>
                      <dd>{command.title}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
          <section aria-label="Everywhere">
            <h3>Everywhere</h3>
            <dl>
              <div>
                <dt>
                  <kbd>F6</kbd>
                </dt>
                <dd>Next pane; with Shift the one before</dd>
              </div>
              <div>
                <dt>
                  <kbd>Esc</kbd>
                </dt>
                <dd>Close the topmost thing, then find, then the selection</dd>
              </div>
              <div>
                <dt>
                  <kbd>Ctrl wheel</kbd>
                </dt>
                <dd>Zoom the lanes at the pointer</dd>
              </div>
            </dl>
          </section>
        </div>
        <Marks />
        <p className="help-note">
          <button type="button" className="link" onClick={() => setDialog('policies')}>
            What the hardened policy mends: all known weaknesses
          </button>
        </p>
        <p className="help-note i2">
          On a Mac, Ctrl is Cmd. Single letters are quiet while you type. Nothing leaves this page, and nothing is stored but the theme,
          sizes and which proofs held.
        </p>
      </div>
    </Dialog>
  );
}

/** Letters in their order somewhere in the title; earlier and closer is better. Undefined: no match. */
function match(title: string, sought: string): number | undefined {
  const text = title.toLowerCase();
  const found = text.indexOf(sought);
  if (found >= 0) return found;
  let at = -1;
  let gaps = 0;
  for (const letter of sought) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    gaps += next - at - 1;
    at = next;
  }
  return 100 + gaps;
}

function Palette() {
  const page = usePage();
  const id = useId();
  const [sought, setSought] = useState('');
  const [at, setAt] = useState(0);
  const { setDialog } = useInspector.getState();
  const all = useMemo(() => [...commandsNow(page), ...placesNow(page)], [page]);
  const words = sought.trim().toLowerCase().replace(/^>\s*/, '');
  const shown = useMemo(() => {
    const row = /^\d+$/.test(words) ? [goToRow(Number(words))] : [];
    const found = all.flatMap((command) => {
      const score = match(`${command.group} ${command.title}`, words);
      return score === undefined ? [] : [{ command, score }];
    });
    return [...row, ...(words === '' ? found : found.toSorted((a, b) => a.score - b.score)).map((each) => each.command)].slice(0, 60);
  }, [all, words]);
  const chosen = Math.min(at, shown.length - 1);
  const run = (command: Command | undefined) => {
    if (!command || command.disabled) return;
    setDialog(undefined);
    // After the dialog has given the focus back.
    setTimeout(command.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(shown[chosen]);
    else if (by !== undefined) setAt((chosen + by + shown.length) % Math.max(shown.length, 1));
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <Dialog label="Commands" className="palette">
      <input
        className="palette-field"
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={`${id}-${chosen}`}
        placeholder="A command, a panel, a lesson, a row number"
        value={sought}
        autoFocus
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setSought(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul className="scroll" role="listbox" id={`${id}-list`} aria-label="Commands">
        {shown.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            aria-disabled={command.disabled !== undefined}
            className={`palette-line ${index === chosen ? 'sel' : ''} ${command.disabled ? 'off' : ''}`}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span className="i3 palette-group">{command.group}</span>
            <span className="grow tr">{command.title}</span>
            {command.disabled ? <span className="i3">{command.disabled}</span> : command.keys.map((key) => <kbd key={key}>{key}</kbd>)}
          </li>
        ))}
        {shown.length === 0 ? <li className="palette-line i2">No command matches “{sought}”.</li> : null}
      </ul>
    </Dialog>
  );
}

function goToRow(seq: number): Command {
  return { id: 'row', group: 'Go', title: `Row ${seq}`, keys: [], run: () => useInspector.getState().selectRow(seq) };
}

function placesNow(page: ReturnType<typeof usePage>): readonly Command[] {
  return [
    ...LESSONS.map(
      (lesson): Command => ({
        id: `lesson-${lesson.id}`,
        group: 'Open',
        title: `Lesson ${lesson.number}: ${lesson.title}`,
        keys: [],
        run: () => void page.openLesson(lesson.id),
      }),
    ),
    ...useInspector.getState().logs.map(
      (log): Command => ({
        id: `log-${log.id}`,
        group: 'Go',
        title: `Log ${log.name}`,
        keys: [],
        run: () => useInspector.getState().showLog(log.id),
      }),
    ),
  ];
}
