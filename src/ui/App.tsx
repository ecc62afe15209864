// The frame: appbar, tabs, transport, one notice, the panel with lesson and detail beside it, status line.

import './frame.css';
import './frame-detail.css';
import { memo, useEffect, useMemo, useState } from 'react';
import type { LogSummary } from '../model/engine/query.ts';
import { handleKey, PANELS } from './commands.ts';
import { DetailPane } from './DetailPane.tsx';
import { Dialogs } from './Dialogs.tsx';
import { FindBar } from './find/FindBar.tsx';
import { FrontDoor } from './FrontDoor.tsx';
import { type PanelId, PLAYS_BY_ITSELF, useInspector } from './inspector-store.ts';
import { LessonPane } from './lesson/LessonPane.tsx';
import { usePage } from './page.ts';
import { PanelView } from './panels/PanelView.tsx';
import { AppBar } from './pieces/AppBar.tsx';
import { LiveWords } from './pieces/LiveWords.tsx';
import { useMedia } from './pieces/media.ts';
import { NoticeBar } from './pieces/NoticeBar.tsx';
import { EmptyState, FailedState, Pane } from './pieces/Pane.tsx';
import { PanelBoundary } from './pieces/PanelBoundary.tsx';
import { Splitter, useSplitSize } from './pieces/Splitter.tsx';
import { StatusLine, useStatus } from './pieces/StatusLine.tsx';
import { Tabs } from './pieces/Tabs.tsx';
import { Transport } from './pieces/Transport.tsx';
import { useAnswer } from './queries.ts';

const FrontDoorView = memo(FrontDoor);
const TabsView = memo(Tabs);

export function App() {
  const page = usePage();
  const log = useInspector((state) => state.log);
  const lesson = useInspector((state) => state.lesson);
  const summary = useAnswer('summary', {}).data;
  const shown = log === undefined ? undefined : summary;
  const status = useStatus(shown);
  const playsByItself = useInspector((state) => PLAYS_BY_ITSELF.has(state.panel));
  const workbench = log !== undefined || lesson !== undefined || playsByItself;
  const absent = useAbsent(shown, log === undefined && lesson === undefined);
  useFollowEnd(shown);
  const documentName = useInspector((state) => state.logs.find(({ id }) => id === state.log)?.name);
  useEffect(() => {
    document.title = documentName === undefined ? 'Delegation Inspector' : `${documentName} · Delegation Inspector`;
  }, [documentName]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handleKey(page, event);
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
      const text = event.clipboardData?.getData('text') ?? '';
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) void page.openFiles(files);
      else if (text.trim() !== '') void page.openText(text, 'pasted text');
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('paste', onPaste);
    };
  }, [page]);
  return (
    <div className={`app ${workbench ? 'workbench' : 'at-front'}`}>
      <AppBar summary={shown} />
      {workbench ? (
        <>
          <TabsView absent={absent} />
          <Transport summary={shown} />
        </>
      ) : null}
      <div className="notices">
        <NoticeBar summary={shown} />
        {workbench ? <FindBar summary={shown} /> : null}
      </div>
      {workbench ? <Workbench summary={shown} /> : <FrontDoorView />}
      <StatusLine summary={shown} status={status} />
      <OpenFileField />
      <DropTarget />
      <LiveWords summary={shown} />
      <Dialogs />
    </div>
  );
}

/** While a log grows, the cursor keeps to its end until somebody moves it. */
function useFollowEnd(summary: LogSummary | undefined): void {
  const followTo = useInspector((state) => state.followTo);
  const log = useInspector((state) => state.log);
  useEffect(() => {
    if (summary && summary.log === log) followTo(summary.rowCount);
  }, [summary, followTo, log]);
}

const NOTHING_OPEN: Partial<Record<PanelId, string>> = Object.fromEntries(
  PANELS.filter(({ id }) => !PLAYS_BY_ITSELF.has(id)).map(({ id }) => [id, 'Nothing is open']),
);

/** Which panels have nothing to show in this log, and why. */
function useAbsent(summary: LogSummary | undefined, nothingOpen: boolean): Partial<Record<PanelId, string>> {
  const cardCount = useAnswer('cardCount', { cursor: (summary?.rowCount ?? 0) - 1 }, { enabled: summary?.reading === 'read' });
  const known = summary !== undefined;
  const noTask = summary?.taskCount === 0 ? 'No task in this log' : undefined;
  const noCard = cardCount.data === 0 ? 'No card in this log' : undefined;
  // Spans show hops without a state of any task; with one agent alone there is none.
  const noHop = !summary?.hasKernelRows && (summary?.agents.length ?? 0) < 2;
  return useMemo(() => {
    if (nothingOpen) return NOTHING_OPEN;
    if (!known) return {};
    return {
      ...(noTask && noHop ? { chains: noTask } : {}),
      ...(noTask ? { 'round-trip': noTask } : {}),
      ...(noCard ? { discovery: noCard, admission: noCard, card: noCard } : {}),
    };
  }, [known, noTask, noCard, noHop, nothingOpen]);
}

function Workbench({ summary }: { summary: LogSummary | undefined }) {
  const panel = useInspector((state) => state.panel);
  const lesson = useInspector((state) => state.lesson);
  const log = useInspector((state) => state.log);
  const detailOpen = useInspector((state) => state.detailOpen);
  const selected = useInspector((state) => state.selectedSeq !== undefined || state.selectedTask !== undefined || state.overviewOpen);
  const drawer = useMedia('(max-width: 1199px)');
  const phone = useMedia('(max-width: 599px)');
  const split = useSplitSize('detail', 384, { min: 280, max: 720 });
  const detail =
    log !== undefined && detailOpen && (panel !== 'source' || selected) && (selected || (!drawer && !lesson && panel === 'timeline'));
  // A page of its own has the panel behind it.
  const DetailPlace = phone ? 'main' : 'aside';
  return (
    <div className={`bench ${lesson ? 'with-lesson' : ''} ${detail ? 'with-detail' : ''}`}>
      {lesson ? <LessonPane summary={summary} /> : null}
      <main className="panel">
        <div className="panel-room" id="panel" role="tabpanel" aria-labelledby={`tab-${panel}`}>
          {log === undefined && !PLAYS_BY_ITSELF.has(panel) ? (
            <Pane label="Panel">
              <EmptyState>No episode yet. Read, predict, then run it: what happened is drawn here.</EmptyState>
            </Pane>
          ) : (
            <PanelBoundary
              // What is pressed in Watch plays a new log: what was pressed, typed and scrolled to stays where it is.
              key={panel === 'watch' ? panel : `${panel}-${log}`}
              log={log}
              fallback={(error, retry) => (
                <FailedState what={`This panel stopped: ${error.message}`} action={{ label: 'Start it again', run: retry }} />
              )}
            >
              <PanelView panel={panel} />
            </PanelBoundary>
          )}
        </div>
      </main>
      {detail ? (
        <DetailPlace className="detail-place" aria-label="Detail" style={drawer ? undefined : { width: split.size }}>
          {phone ? null : <Splitter label="Width of the detail" across="columns" grows={-1} split={split} />}
          <PanelBoundary
            key={`detail-${log}`}
            log={log}
            fallback={(error, retry) => (
              <FailedState what={`The detail stopped: ${error.message}`} action={{ label: 'Start it again', run: retry }} />
            )}
          >
            <DetailPane summary={summary} />
          </PanelBoundary>
        </DetailPlace>
      ) : null}
    </div>
  );
}

/** The one file field, opened by buttons, keys and palette. */
function OpenFileField() {
  const page = usePage();
  return (
    <input
      id="open-file"
      type="file"
      multiple
      hidden
      aria-label="Files to open"
      onChange={(event) => {
        void page.openFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}

/** The whole page takes files; while some hang over it, it says so. */
function DropTarget() {
  const page = usePage();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const holds = (event: DragEvent) => event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain') ?? false;
    const onOver = (event: DragEvent) => {
      if (!holds(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      if (!holds(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (files.length > 0) void page.openFiles(files);
      else if (text.trim() !== '') void page.openText(text, 'dropped text');
    };
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [page]);
  return over ? (
    <div className="drop-over">
      <p>Drop to open. Several files open side by side.</p>
    </div>
  ) : null;
}
