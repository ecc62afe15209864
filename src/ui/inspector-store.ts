// What the page itself remembers: which log, where the cursor is, what is selected. Nothing here is evidence: that is asked
// of the engine (queries.ts). Every panel follows `cursor`; rows with seq <= cursor count, -1 is before the first.

import { create } from 'zustand';
import { invariant } from '../model/base/assert.ts';
import type { Json } from '../model/base/json.ts';
import type { LogId } from '../model/engine/query.ts';
import type { WhatIf } from '../model/projections/discovery.ts';
import type { LogSettings } from '../model/log/saved-form.ts';
import type { RowFilter } from '../model/projections/row-view.ts';
import type { LaneGrouping } from '../model/projections/timeline.ts';
import type { PanelName, PolicyName } from '../mock-agents/lesson.ts';

export type PanelId = PanelName;
export type Theme = 'system' | 'light' | 'dark';
export type DetailTab = 'decoded' | 'raw' | 'acp' | 'task';

/** One log that the page holds open. */
export interface OpenLog {
  readonly id: LogId;
  /** Under which the text was read first; absent where it was read once. */
  readonly first?: LogId;
  readonly name: string;
  /** The lesson whose episode it is, and the knobs it was played with. */
  readonly lesson?: string;
  /** Which of the lesson's takes. */
  readonly take?: string;
  /** As it came in a link, packed; not once it was read again with more to cut. */
  readonly packed?: string;
  /** Nothing of it could be read. */
  readonly failed?: boolean;
}
/** A search of the text of the log on screen, as far as it has come. */
export interface TextSearch {
  readonly text: string;
  readonly found: number;
  /** UTF-16 units. */
  readonly searched: number;
  readonly length: number;
  readonly phase: 'searching' | 'done' | 'stopped';
}
export type DialogName = 'palette' | 'help' | 'policies' | 'report' | 'append' | 'save' | 'link';
/** The lesson on screen, and what differs from its own values. */
interface LessonChoice {
  readonly id: string;
  readonly seed?: string;
  readonly policy?: PolicyName;
  readonly knobs: Readonly<Record<string, Json>>;
}
/** At most one on screen: what happened, where, what to do. */
interface Notice {
  readonly kind: 'error' | 'warning' | 'info';
  readonly text: string;
  readonly detail?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}
/** A place in a text that Source should show and mark; where none is set it shows where the chosen row's value stands. */
export interface TextMark {
  readonly source: number;
  /** UTF-16 units of the source, end excluded. */
  readonly from: number;
  readonly to: number;
  readonly line: number;
}
/** The stretch of the time axis in view; undefined: the whole. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface InspectorState {
  readonly log: LogId | undefined;
  readonly logs: readonly OpenLog[];
  /** By log; grows whenever anything in it has changed. */
  readonly revisions: Readonly<Record<LogId, number>>;
  readonly panel: PanelId;
  /** How often a panel was asked for, the one on screen too. */
  readonly panelVisits: number;
  readonly cursor: number;
  /** The cursor keeps to the last row while the log grows, until somebody moves it. */
  readonly followEnd: boolean;
  /** The list of rows keeps to the end while the log grows; else its first rows stay where they are. */
  readonly listFollows: boolean;
  readonly search: TextSearch | undefined;
  /** On narrow screens the find field is asked for. */
  readonly findOpen: boolean;
  /** What was last done, for screen readers; another object says it again. */
  readonly said: { readonly text: string } | undefined;
  readonly playing: boolean;
  /** Virtual (or recorded) seconds per second; 0: row by row, whatever the times. */
  readonly speed: number;
  readonly selectedSeq: number | undefined;
  readonly selectedTask: string | undefined;
  readonly selectedCard: string | undefined;
  /** The number of a finding among all of its log. */
  readonly selectedFinding: number | undefined;
  readonly textMark: TextMark | undefined;
  /** Thresholds that a person has moved from those of the log. */
  readonly limits: Partial<LogSettings>;
  /** Rules that are switched off, with the reason. */
  readonly rulesOff: Readonly<Record<string, string>>;
  readonly detailOpen: boolean;
  /** The overview is asked for where it is not in view by itself. */
  readonly overviewOpen: boolean;
  readonly detailTab: DetailTab;
  readonly grouping: LaneGrouping;
  readonly range: TimeRange | undefined;
  /** The whole time axis of the log, once the timeline knows it. */
  readonly extent: TimeRange | undefined;
  readonly filter: RowFilter;
  /** Changes a person made to the question that discovery and admission answer. */
  readonly whatIf: WhatIf;
  readonly theme: Theme;
  readonly lesson: LessonChoice | undefined;
  readonly notice: Notice | undefined;
  readonly dialog: DialogName | undefined;
  /** What the workers are doing, for the status line; `restarted`: a part stopped and works again, told by the notice on screen. */
  readonly machine: 'starting' | 'ready' | 'episode' | 'failed' | 'restarted';

  /** Puts the cursor on a row; leaves the selection alone. Throws for what is no whole number. */
  readonly seek: (seq: number) => void;
  /** Puts the cursor on a row and selects it. */
  readonly selectRow: (seq: number) => void;
  readonly selectTask: (taskId: string | undefined) => void;
  readonly selectCard: (name: string | undefined) => void;
  readonly selectFinding: (id: number | undefined) => void;
  /** Selects a row, and opens Source at a place in its text. */
  readonly showInSource: (seq: number, mark: TextMark) => void;
  readonly setLimits: (limits: Partial<LogSettings>) => void;
  readonly setRulesOff: (rulesOff: Readonly<Record<string, string>>) => void;
  readonly clearSelection: () => void;
  /** Takes the selection away, and shows the overview in its place. */
  readonly showOverview: () => void;
  readonly openPanel: (panel: PanelId) => void;
  readonly setWhatIf: (whatIf: WhatIf) => void;
  readonly setFilter: (filter: RowFilter) => void;
  readonly setGrouping: (grouping: LaneGrouping) => void;
  readonly setRange: (range: TimeRange | undefined) => void;
  readonly setExtent: (extent: TimeRange) => void;
  readonly setDetail: (tab: DetailTab) => void;
  readonly toggleDetail: (open?: boolean) => void;
  readonly setPlaying: (playing: boolean) => void;
  readonly setSpeed: (speed: number) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly setLesson: (lesson: LessonChoice | undefined) => void;
  readonly setNotice: (notice: Notice | undefined) => void;
  readonly setDialog: (dialog: DialogName | undefined) => void;
  readonly setSearch: (search: TextSearch | undefined) => void;
  readonly setFindOpen: (open: boolean) => void;
  /** Says something to who cannot see it. */
  readonly say: (text: string) => void;
  readonly setListFollows: (follows: boolean) => void;
  readonly setMachine: (machine: InspectorState['machine']) => void;
  /** Keeps the cursor on the last of so many rows, as long as `followEnd` holds. */
  readonly followTo: (rowCount: number) => void;
  /** Adds a log and shows it; the cursor stands before the first row, or keeps to the end. */
  readonly addLog: (log: OpenLog, followEnd?: boolean, listFollows?: boolean) => void;
  /** Adds a log and leaves the one on screen there. */
  readonly holdLog: (log: OpenLog) => void;
  /** Puts a log in the place of another: the same text, read again. What is looked at stays. */
  readonly replaceLog: (before: LogId, log: LogId) => void;
  readonly markFailed: (id: LogId) => void;
  /** Back to the front door; the logs stay open. */
  readonly leave: () => void;
  readonly showLog: (id: LogId) => void;
  readonly dropLog: (id: LogId) => void;
  readonly noteRevision: (id: LogId, revision: number) => void;
}

/** Panels that have something to show without a log. */
export const PLAYS_BY_ITSELF: ReadonlySet<PanelId> = new Set<PanelId>(['chaos', 'watch', 'gaps']);

/** What belongs to one log only, and starts over when another is shown. */
const FRESH_VIEW = {
  cursor: -1,
  followEnd: false,
  listFollows: false,
  search: undefined,
  playing: false,
  selectedSeq: undefined,
  selectedTask: undefined,
  selectedCard: undefined,
  selectedFinding: undefined,
  overviewOpen: false,
  textMark: undefined,
  limits: {},
  rulesOff: {},
  range: undefined,
  extent: undefined,
  filter: {},
  whatIf: {},
} as const;

const NOTHING_SELECTED = {
  selectedSeq: undefined,
  selectedTask: undefined,
  selectedCard: undefined,
  selectedFinding: undefined,
  textMark: undefined,
} as const;

/** A cursor that is no whole number would be another question at every drawing, and a link that cannot be read. */
function rowNumber(seq: number): number {
  invariant(Number.isSafeInteger(seq), 'U.2', `a row number is a whole number, not ${seq}`);
  return Math.max(seq, -1);
}

/** The same text in another log: what a link held of it is not what is read now, nor what came of it before. */
function rereadAs({ packed: _packed, failed: _failed, ...log }: OpenLog, id: LogId): OpenLog {
  return { ...log, id, first: log.first ?? log.id };
}

/** Where the text of a log is now: a text that was read again stands in another one. Undefined: it was closed. */
export function logNow(logs: readonly OpenLog[], log: LogId): LogId | undefined {
  return logs.find(({ id, first }) => id === log || first === log)?.id;
}

/** `useInspector((state) => state.cursor)`: the page's own state, by selector. */
export const useInspector = create<InspectorState>((set) => ({
  log: undefined,
  logs: [],
  revisions: {},
  panel: 'timeline',
  panelVisits: 0,
  speed: 1,
  detailOpen: true,
  detailTab: 'decoded',
  grouping: 'agent',
  theme: 'system',
  lesson: undefined,
  notice: undefined,
  dialog: undefined,
  findOpen: false,
  said: undefined,
  machine: 'starting',
  ...FRESH_VIEW,

  seek: (seq) => set({ cursor: rowNumber(seq), followEnd: false }),
  selectRow: (seq) =>
    set((state) => ({
      cursor: rowNumber(seq),
      followEnd: false,
      selectedSeq: rowNumber(seq),
      textMark: undefined,
      detailTab: state.detailTab === 'task' ? 'decoded' : state.detailTab,
    })),
  selectTask: (selectedTask) => set(selectedTask === undefined ? { selectedTask } : { selectedTask, detailTab: 'task', detailOpen: true }),
  selectCard: (selectedCard) => set({ selectedCard }),
  selectFinding: (selectedFinding) => set({ selectedFinding }),
  showInSource: (seq, textMark) =>
    set((state) => ({
      cursor: rowNumber(seq),
      followEnd: false,
      selectedSeq: rowNumber(seq),
      textMark,
      panel: 'source',
      panelVisits: state.panelVisits + 1,
      overviewOpen: false,
    })),
  setLimits: (limits) => set({ limits, selectedFinding: undefined }),
  setRulesOff: (rulesOff) => set({ rulesOff, selectedFinding: undefined }),
  clearSelection: () => set({ ...NOTHING_SELECTED, overviewOpen: false }),
  showOverview: () => set({ ...NOTHING_SELECTED, overviewOpen: true, detailOpen: true }),
  openPanel: (panel) => set((state) => ({ panel, panelVisits: state.panelVisits + 1, overviewOpen: false })),
  setWhatIf: (whatIf) => set({ whatIf }),
  setFilter: (filter) => set({ filter }),
  setGrouping: (grouping) => set({ grouping }),
  setRange: (range) => set({ range }),
  setExtent: (extent) => set({ extent }),
  setDetail: (detailTab) => set({ detailTab, detailOpen: true }),
  toggleDetail: (open) => set((state) => ({ detailOpen: open ?? !state.detailOpen })),
  setPlaying: (playing) => set({ playing }),
  setSpeed: (speed) => set({ speed }),
  setTheme: (theme) => set({ theme }),
  setLesson: (lesson) => set({ lesson }),
  setNotice: (notice) => set({ notice }),
  setDialog: (dialog) => set({ dialog }),
  setMachine: (machine) => set({ machine }),
  setSearch: (search) => set({ search }),
  setFindOpen: (findOpen) => set({ findOpen }),
  say: (text) => set({ said: { text } }),
  setListFollows: (listFollows) => set({ listFollows }),
  followTo: (rowCount) => set((state) => (state.followEnd && state.cursor !== rowCount - 1 ? { cursor: rowCount - 1 } : state)),
  addLog: (log, followEnd = false, listFollows = false) =>
    set((state) => ({
      ...FRESH_VIEW,
      followEnd,
      listFollows,
      log: log.id,
      logs: [...state.logs.filter((each) => each.id !== log.id), log],
    })),
  holdLog: (log) => set((state) => ({ logs: [...state.logs, log] })),
  replaceLog: (before, log) =>
    set((state) => ({
      logs: state.logs.map((each) => (each.id === before ? rereadAs(each, log) : each)),
      selectedFinding: undefined,
      textMark: undefined,
      search: undefined,
      extent: undefined,
      ...(state.log === before ? { log } : {}),
    })),
  markFailed: (id) => set((state) => ({ logs: state.logs.map((each) => (each.id === id ? { ...each, failed: true } : each)) })),
  leave: () =>
    set(({ panel }) => ({
      ...FRESH_VIEW,
      log: undefined,
      lesson: undefined,
      panel: PLAYS_BY_ITSELF.has(panel) ? 'timeline' : panel,
    })),
  showLog: (id) => set((state) => (state.log === id ? {} : { ...FRESH_VIEW, log: id, followEnd: true })),
  dropLog: (id) =>
    set((state) => {
      const logs = state.logs.filter((each) => each.id !== id);
      return state.log === id ? { ...FRESH_VIEW, logs, log: logs.at(-1)?.id } : { logs };
    }),
  noteRevision: (id, revision) =>
    set((state) => (revision > (state.revisions[id] ?? 0) ? { revisions: { ...state.revisions, [id]: revision } } : state)),
}));
