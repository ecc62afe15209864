// One registry feeds keys, palette and help. A command that cannot run now is listed with its reason.

import type { PanelId } from './inspector-store.ts';
import { PLAYS_BY_ITSELF, useInspector } from './inspector-store.ts';
import type { Page } from './page.ts';
import { panBy, zoomBy } from './time-view.ts';

export interface Command {
  readonly id: string;
  readonly group: 'Go' | 'Open' | 'Copy' | 'Show' | 'Set' | 'Run' | 'Help';
  readonly title: string;
  /** As written in help: `Ctrl O`, `J`, `Space`. The first is shown. */
  readonly keys: readonly string[];
  readonly run: () => void;
  /** Why it cannot run now. */
  readonly disabled?: string | undefined;
}

type Line = readonly [
  group: Command['group'],
  id: string,
  title: string,
  keys: readonly string[],
  run: () => unknown,
  disabled?: string | undefined,
];

/** One line of the table below as a command. */
function command(...[group, id, title, keys, run, disabled]: Line): Command {
  return { group, id, title, keys, run: () => void run(), disabled };
}

export const PANELS: readonly { readonly id: PanelId; readonly title: string; readonly key: string; readonly group: number }[] = [
  { id: 'timeline', title: 'Timeline', key: '1', group: 0 },
  { id: 'chains', title: 'Chains', key: '2', group: 0 },
  { id: 'findings', title: 'Findings', key: '3', group: 0 },
  { id: 'discovery', title: 'Discovery', key: '4', group: 1 },
  { id: 'admission', title: 'Admission', key: '5', group: 1 },
  { id: 'round-trip', title: 'Round trip', key: '6', group: 1 },
  { id: 'chaos', title: 'Chaos', key: '7', group: 2 },
  { id: 'watch', title: 'Watch', key: '8', group: 2 },
  { id: 'gaps', title: 'Gaps', key: '9', group: 2 },
  { id: 'card', title: 'Card', key: '0', group: 3 },
  { id: 'source', title: 'Source', key: '-', group: 3 },
];

/** Puts the focus on the field with this name, if it is on screen. */
function focusField(name: 'find' | 'position'): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>(`[data-field="${name}"]`)];
  const field = fields.find((each) => each.offsetParent !== null);
  if (!field || field === document.activeElement) return false;
  field.focus();
  field.select();
  return true;
}

/** The find field, which narrow screens show when it is asked for. */
function openFind(): void {
  useInspector.getState().setFindOpen(true);
  focusField('find');
}

function noAppend(state: ReturnType<typeof useInspector.getState>): string | undefined {
  const lesson = state.logs.find(({ id }) => id === state.log)?.lesson;
  return lesson === undefined ? undefined : 'an episode is whole';
}

/** What can be done now. Reads the state at the time of the call. */
export function commandsNow(page: Page): readonly Command[] {
  const state = useInspector.getState();
  const noLog = state.log === undefined ? 'nothing is open' : undefined;
  const lesson = page.player.getSnapshot().context.lesson;
  return [
    ...PANELS.map((panel) =>
      command(
        'Go',
        `panel-${panel.id}`,
        `Panel ${panel.title}`,
        [panel.key],
        () => state.openPanel(panel.id),
        state.log === undefined && !lesson && !PLAYS_BY_ITSELF.has(panel.id) ? 'nothing is open' : undefined,
      ),
    ),
    command('Go', 'next-row', 'Next row', ['J'], () => page.step(1), noLog),
    command('Go', 'previous-row', 'Previous row', ['K'], () => page.step(-1), noLog),
    command('Go', 'next-in-lane', 'Next row in the lane', ['.'], () => page.step(1, true), noLog),
    command('Go', 'previous-in-lane', 'Previous row in the lane', [','], () => page.step(-1, true), noLog),
    command('Go', 'first', 'First row', ['Home'], () => page.first(), noLog),
    command('Go', 'last', 'Last row', ['End'], () => page.last(), noLog),
    command('Go', 'go-to', 'Go to a row or time', ['G'], () => focusField('position'), noLog),
    command('Go', 'find', 'Find in rows and text', ['/', 'Ctrl F'], () => openFind(), noLog),
    command('Go', 'front', 'Front door', [], () => page.leave()),
    command('Open', 'open-file', 'Open a file', ['Ctrl O'], () => document.querySelector<HTMLInputElement>('#open-file')?.click()),
    command('Open', 'paste', 'Paste a trace', ['Ctrl V'], () => page.pasteFromClipboard()),
    command('Open', 'append', 'Append to this trace…', [], () => state.setDialog('append'), noLog ?? noAppend(state)),
    command('Open', 'close', 'Close this log', [], () => state.log !== undefined && page.closeLog(state.log), noLog),
    command('Open', 'report', 'Report of the log', ['Y'], () => state.setDialog('report'), noLog),
    command('Copy', 'save', 'Save as a file', ['Ctrl S'], () => state.setDialog('save'), noLog),
    command('Copy', 'copy-saved', 'Copy in the saved form', [], () => page.copySaved(), noLog),
    command(
      'Copy',
      'copy-link',
      'Link to this view…',
      [],
      () => state.setDialog('link'),
      state.log === undefined && !lesson && !PLAYS_BY_ITSELF.has(state.panel) ? 'nothing is open' : undefined,
    ),
    command('Show', 'by-agent', 'Lanes by agent', [], () => state.setGrouping('agent'), noLog),
    command('Show', 'by-task', 'Lanes by task', [], () => state.setGrouping('task'), noLog),
    command('Show', 'zoom-in', 'Zoom in', ['W'], () => zoomBy(0.7), noLog),
    command('Show', 'zoom-out', 'Zoom out', ['S'], () => zoomBy(1 / 0.7), noLog),
    command('Show', 'pan-left', 'Earlier', ['A'], () => panBy(-0.2), noLog),
    command('Show', 'pan-right', 'Later', ['D'], () => panBy(0.2), noLog),
    command('Show', 'fit', 'Fit the whole', ['F'], () => state.setRange(undefined), noLog),
    command('Show', 'detail', 'Show or hide the detail', ['Q'], () => state.toggleDetail(), noLog),
    command('Show', 'overview', 'Overview of the log', [], () => state.showOverview(), noLog),
    command(
      'Show',
      'clear-filter',
      'Clear the filter',
      [],
      () => state.setFilter({}),
      Object.keys(state.filter).length === 0 ? 'no filter is set' : undefined,
    ),
    command('Set', 'theme-system', 'Theme of the system', [], () => state.setTheme('system')),
    command('Set', 'theme-light', 'Light theme', [], () => state.setTheme('light')),
    command('Set', 'theme-dark', 'Dark theme', [], () => state.setTheme('dark')),
    command('Run', 'play', state.playing ? 'Pause' : 'Play', ['Space'], () => page.togglePlay(), noLog),
    command(
      'Run',
      'run-lesson',
      'Run the lesson again',
      ['R'],
      () => page.player.send({ type: 'run' }),
      lesson ? undefined : 'no lesson is open',
    ),
    command('Help', 'help', 'Keys and marks', ['?'], () => state.setDialog('help')),
    command('Help', 'policies', 'What the hardened policy mends', [], () => state.setDialog('policies')),
    command('Help', 'palette', 'All commands', ['Ctrl K'], () => state.setDialog('palette')),
  ];
}

/** A pressed key as help writes it. Letters that move by position (W S A D) are taken from the place on the keyboard. */
function keyName(event: KeyboardEvent): string {
  const byPlace = /^Key([WASD])$/.exec(event.code)?.[1];
  const name = byPlace ?? (event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key);
  return event.ctrlKey || event.metaKey ? `Ctrl ${name}` : name;
}

const OWN_TYPING = 'input, textarea, select, [contenteditable]';

/** Runs the command of a key. Single letters are quiet in fields and with modifiers; Space presses a focused button. */
export function handleKey(page: Page, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : undefined;
  const withControl = event.ctrlKey || event.metaKey;
  const state = useInspector.getState();
  if (event.key === 'Escape') return escape(state, target);
  if (state.dialog) return;
  if (event.key === 'F6') {
    event.preventDefault();
    nextPane(event.shiftKey ? -1 : 1);
    return;
  }
  if (!withControl && target?.closest(OWN_TYPING)) return;
  const name = keyName(event);
  if (name === 'Space' && target?.closest('button, a, summary, [role="radio"], [role="option"]')) return;
  // The browser pastes; the page listens for the paste itself.
  if (name === 'Ctrl V') return;
  const command = commandsNow(page).find((each) => each.keys.includes(name));
  if (!command || command.disabled) return;
  if (name === 'Ctrl F' && document.activeElement?.matches('[data-field="find"]')) return;
  event.preventDefault();
  command.run();
}

/** The topmost thing first: playing, then find, then the selection. */
function escape(state: ReturnType<typeof useInspector.getState>, target: Element | undefined): void {
  if (state.dialog) return state.setDialog(undefined);
  if (state.playing) return state.setPlaying(false);
  if (target instanceof HTMLElement && target.closest(OWN_TYPING)) leaveField(target);
  else if (state.filter.find) state.setFilter(withoutFind(state.filter));
  else state.clearSelection();
}

/** Out of a field, into what it acts on: a focus that is nowhere could not be seen, and the keys of the list would be a Tab walk away. */
function leaveField(field: HTMLElement): void {
  field.blur();
  const list = document.querySelector<HTMLElement>('#panel :is([role="grid"], [role="listbox"])[tabindex="0"]');
  list?.focus({ preventScroll: true });
}

function withoutFind(filter: ReturnType<typeof useInspector.getState>['filter']) {
  const { find: _, ...rest } = filter;
  return rest;
}

function nextPane(by: number): void {
  const panes = [...document.querySelectorAll<HTMLElement>('.pane')].filter((pane) => pane.offsetParent !== null);
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = panes[at < 0 ? (by > 0 ? 0 : panes.length - 1) : (at + by + panes.length) % panes.length];
  if (!pane) return;
  const inside = [
    ...pane.querySelectorAll<HTMLElement>('[tabindex="0"]:not([role="separator"]), button, input, select, textarea, a[href]'),
  ];
  const first = inside.find((each) => each.offsetParent !== null);
  if (!first && !pane.hasAttribute('tabindex')) pane.tabIndex = -1;
  (first ?? pane).focus();
}
