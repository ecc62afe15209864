// The top edge: whose page this is, what is open, what can be found and done.

import { ArrowLeft, CircleHelp, FileChartColumn, FileText, Link, Save, Search, SunMoon, X } from 'lucide-react';
import type { LogSummary } from '../../model/engine/query.ts';
import { type Command, commandsNow } from '../commands.ts';
import { countOf } from '../format.ts';
import { FindField } from '../find/FindField.tsx';
import { type OpenLog, PLAYS_BY_ITSELF, type Theme, useInspector } from '../inspector-store.ts';
import { protocolWords } from '../log-words.ts';
import { usePage } from '../page.ts';
import { useMedia } from './media.ts';

/** The mark of the page: work handed down, and the hop that is you. */
function Brand() {
  return (
    <svg className="brand-mark" viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <path d="M1 3.5h8M5 9h8M9 14.5h8" stroke="currentColor" strokeWidth="2.2" />
      <path d="M3.2 4.5V9H5M7.2 10v4.5H9" stroke="var(--accent)" strokeWidth="1.4" fill="none" />
    </svg>
  );
}

/** What a log is, in one line of facts. */
function factsOf(summary: LogSummary): string {
  return [
    summary.protocol === 'none' ? '' : protocolWords(summary),
    summary.agents.length > 0 ? countOf(summary.agents.length, 'agent') : '',
    countOf(summary.taskCount, 'task'),
    countOf(summary.rowCount, 'row'),
    summary.episode ? `seed ${summary.episode.seed}` : '',
  ]
    .filter((word) => word !== '')
    .join(' · ');
}

/** Only what is not so of every file that was opened. */
function tagOf(summary: LogSummary | undefined): string | undefined {
  if (summary?.episode) return 'episode';
  if (summary?.reading === 'reading') return 'reading';
  return summary?.reading === 'canceled' ? 'a part of the file' : undefined;
}

/** Logs of one name are told apart by a number. */
function nameAmong(logs: readonly OpenLog[], index: number): string {
  const log = logs[index];
  if (!log) return '';
  const same = logs.slice(0, index).filter(({ name }) => name === log.name).length;
  return `${log.name}${same > 0 ? ` (${same + 1})` : ''}${log.failed ? ', nothing read' : ''}`;
}

function OpenDocument({ summary }: { summary: LogSummary | undefined }) {
  const logs = useInspector((state) => state.logs);
  const log = useInspector((state) => state.log);
  const showLog = useInspector((state) => state.showLog);
  const lessonOpen = useInspector((state) => state.lesson !== undefined);
  const playsByItself = useInspector((state) => PLAYS_BY_ITSELF.has(state.panel));
  const page = usePage();
  const narrow = useMedia('(max-width: 599px)');
  const lesson = page.player.getSnapshot().context.lesson;
  // The front door and a lesson have a heading of their own; a panel that plays by itself has none.
  const Empty = lesson === undefined && playsByItself ? 'h1' : 'span';
  if (log === undefined)
    return <Empty className="i2 tr grow nothing-open">{lesson ? `Lesson ${lesson.number}: ${lesson.title}` : 'nothing open'}</Empty>;
  const name = logs.find((each) => each.id === log)?.name ?? '';
  const tag = tagOf(summary);
  const facts = summary ? factsOf(summary) : '';
  // The title of an open lesson is the heading of the page; without one it is the name of what is open.
  const Title = lessonOpen ? 'span' : 'h1';
  return (
    <div className="doc grow">
      <FileText size={16} strokeWidth={1.5} aria-hidden className="wide" />
      {logs.length > 1 ? (
        <select
          className="field doc-switch"
          aria-label="Open logs"
          value={log}
          onChange={(event) => (event.target.value === 'close' ? page.closeLog(log) : showLog(Number(event.target.value)))}
        >
          {logs.map((each, index) => (
            <option key={each.id} value={each.id}>
              {nameAmong(logs, index)}
            </option>
          ))}
          {narrow ? <option value="close">Close this one</option> : null}
        </select>
      ) : (
        <Title className="md tr doc-name" title={name}>
          {name}
        </Title>
      )}
      {logs.length > 1 && !lessonOpen ? <h1 className="visually-hidden">{name}</h1> : null}
      <button
        type="button"
        className="btn ghost icon small doc-close wide"
        aria-label={`Close ${name}`}
        title="Close this log"
        onClick={() => page.closeLog(log)}
      >
        <X size={14} strokeWidth={1.5} aria-hidden />
      </button>
      {tag === undefined ? null : <span className="tag wide">{tag}</span>}
      <span className="i2 tr facts" title={facts}>
        {facts}
      </span>
    </div>
  );
}

const NEXT_THEME: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export function AppBar({ summary }: { summary: LogSummary | undefined }) {
  const page = usePage();
  const open = useInspector((state) => state.log !== undefined);
  const isAtWork = useInspector(({ log, lesson, panel }) => log !== undefined || lesson !== undefined || PLAYS_BY_ITSELF.has(panel));
  const theme = useInspector((state) => state.theme);
  const { setTheme, setDialog, setFindOpen } = useInspector.getState();
  const run = (id: string) =>
    commandsNow(page)
      .find((command: Command) => command.id === id)
      ?.run();
  return (
    <header className="appbar">
      <button type="button" className="brand" onClick={() => page.leave()} aria-label="Delegation Inspector, front door">
        {isAtWork ? <ArrowLeft size={18} strokeWidth={1.5} aria-hidden className="narrow" /> : null}
        <Brand />
        <span className="brand-word">Delegation Inspector</span>
      </button>
      <span className="sep wide" />
      <OpenDocument summary={summary} />
      {open ? <FindField summary={summary} place="appbar" /> : null}
      <span className="row appbar-actions">
        <button type="button" className="btn ghost wide" aria-label="Commands" onClick={() => setDialog('palette')}>
          <kbd>Ctrl K</kbd>
        </button>
        {open ? (
          <button type="button" className="btn ghost icon narrow" aria-label="Find" onClick={() => setFindOpen(true)}>
            <Search size={16} strokeWidth={1.5} aria-hidden />
          </button>
        ) : null}
        {open ? (
          <button type="button" className="btn ghost" onClick={() => setDialog('report')}>
            <FileChartColumn size={16} strokeWidth={1.5} aria-hidden /> <span className="wide">Report</span>
            <span className="visually-hidden narrow">Report</span>
          </button>
        ) : null}
        {open ? (
          <button type="button" className="btn ghost" onClick={() => setDialog('save')}>
            <Save size={16} strokeWidth={1.5} aria-hidden /> <span className="wide">Save</span>
            <span className="visually-hidden narrow">Save</span>
          </button>
        ) : null}
        {isAtWork ? (
          <button type="button" className="btn ghost wide" onClick={() => run('copy-link')}>
            <Link size={16} strokeWidth={1.5} aria-hidden /> Link
          </button>
        ) : null}
        <button
          type="button"
          className="btn ghost icon"
          aria-label={`Theme: ${theme}`}
          title={`Theme: ${theme}. Press for ${NEXT_THEME[theme]}`}
          onClick={() => setTheme(NEXT_THEME[theme])}
        >
          <SunMoon size={16} strokeWidth={1.5} aria-hidden />
        </button>
        <button type="button" className="btn ghost icon" aria-label="Keys and help" title="Keys and help" onClick={() => setDialog('help')}>
          <CircleHelp size={16} strokeWidth={1.5} aria-hidden />
        </button>
      </span>
    </header>
  );
}
