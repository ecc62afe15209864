// Plays the matrix: one episode at a time, those that were asked for first. A knob that is turned plays again what had been
// played; a row that fails is followed by the search for the smallest change that makes it pass.

import type { FaultMode } from '../../mock-agents/experiment.ts';
import type { FaultRow } from '../../mock-agents/faults/fault-table.ts';
import { LESSONS } from '../../mock-agents/lessons/catalogue.ts';
import type { EngineClient } from '../engine-client.ts';
import { useInspector } from '../inspector-store.ts';
import type { LabClient } from '../lab-client.ts';
import { endTurn, type LabPlayer, takeTurn } from '../lab-turn.ts';
import type { LessonSeat } from '../lesson-seat.ts';
import { dropEpisode, playChaosEpisode, showEpisode, type EpisodeResult } from './chaos-episodes.ts';
import {
  cellRequest,
  OWN_SETTINGS,
  sameSettings,
  settingsInWords,
  withSetting,
  type ChaosSettings,
  type SettingName,
} from './chaos-settings.ts';
import { playedOf, putCell, putOther, putSearch, useChaos, type Cell, type PlayedCell } from './chaos-store.ts';
import { countRows, MATRIX_FAULTS, matrixRows } from './matrix-rows.ts';
import { changesToTry, verdictOf, type SmallestChange } from './chaos-verdict.ts';

export interface ChaosPlay {
  runAll(): void;
  run(mode: FaultMode): void;
  stop(): void;
  /** Turns a setting; what had been played is played again. */
  turn<K extends SettingName>(name: K, value: ChaosSettings[K] | undefined): void;
  putBack(): void;
  choose(mode: FaultMode | undefined): void;
  /** Plays the same fault with the client that the row was not played with. */
  compare(mode: FaultMode): void;
  apply(mode: FaultMode, change: SmallestChange): void;
  /** Opens the episode of a row in Timeline, at a row of its log or at its end. */
  open(mode: FaultMode, seq?: number): void;
}

type Job = () => Promise<void>;

const get = useChaos.getState;

export function createChaosPlay(engine: EngineClient, lab: LabClient, player: LessonSeat): ChaosPlay {
  const rows: FaultMode[] = [];
  const beside: Job[] = [];
  /** Grows when what is under way is not wanted any more. */
  let wish = 0;
  let playing = false;

  const episode = async (row: FaultRow, settings: ChaosSettings, onTime: (at: number) => void): Promise<EpisodeResult> => {
    const asked = cellRequest(row, settings, LESSONS);
    if (!asked.ok) return { phase: 'failed', why: asked.why };
    const words = settingsInWords(settings);
    const name = words === '' ? `Chaos: ${row.mode}` : `Chaos: ${row.mode}, ${words}`;
    playing = true;
    const result = await playChaosEpisode(engine, lab, { request: asked.request, settings, name, onTime });
    playing = false;
    return result;
  };

  const playRow = async (mode: FaultMode): Promise<void> => {
    const row = rowOf(mode);
    const { settings, cells } = get();
    const before = playedOf(cells[mode]);
    const kept = before && { before };
    const wished = wish;
    putCell(mode, { phase: 'playing', settings, at: 0, ...kept });
    const result = await episode(row, settings, (at) => wished === wish && putCell(mode, { phase: 'playing', settings, at, ...kept }));
    if (wished !== wish) return result.phase === 'done' ? dropEpisode(engine, result) : undefined;
    if (result.phase === 'failed') {
      putCell(mode, { phase: 'refused', settings, why: result.why, ...kept });
      return;
    }
    putCell(mode, result);
    dropEpisode(engine, before);
    if (get().chosen?.kind === 'cell' && chosenMode() === mode) lookForChange(mode);
  };

  const lookForChange = (mode: FaultMode): void => {
    const { cells, searches } = get();
    const cell = cells[mode];
    if (cell?.phase !== 'done' || verdictOf(rowOf(mode), cell.settings, cell.answer).pass) return;
    const known = searches[mode];
    if (known && sameSettings(known.settings, cell.settings)) return;
    const of = changesToTry(cell.settings).length;
    putSearch(mode, { phase: 'trying', settings: cell.settings, tried: 0, of });
    beside.push(() => tryChanges(mode, cell));
    work();
  };

  const tryChanges = async (mode: FaultMode, { settings }: PlayedCell): Promise<void> => {
    const row = rowOf(mode);
    const changes = changesToTry(settings);
    const wished = wish;
    for (const [tried, change] of changes.entries()) {
      putSearch(mode, { phase: 'trying', settings, tried, of: changes.length });
      const changed = withSetting(settings, change.name, change.to);
      const result = await episode(row, changed, () => undefined);
      if (result.phase === 'done') dropEpisode(engine, result);
      if (wished !== wish) return putSearch(mode, undefined);
      if (result.phase === 'done' && verdictOf(row, changed, result.answer).pass)
        return putSearch(mode, { phase: 'found', settings, tried: tried + 1, change });
    }
    putSearch(mode, { phase: 'none', settings, tried: changes.length });
  };

  const playOther = async (mode: FaultMode): Promise<void> => {
    const { settings: now, cells, others } = get();
    const settings = playedOf(cells[mode])?.settings ?? now;
    const client = (settings.client ?? OWN_SETTINGS.client) === 'careful' ? 'naive' : 'careful';
    const changed = withSetting(settings, 'client', client);
    const before = playedOf(others[mode]?.cell);
    const wished = wish;
    putOther(mode, { client, cell: { phase: 'playing', settings: changed, at: 0 } });
    const result = await episode(rowOf(mode), changed, () => undefined);
    dropEpisode(engine, before);
    if (wished !== wish) {
      if (result.phase === 'done') dropEpisode(engine, result);
      return putOther(mode, undefined);
    }
    const cell: Cell = result.phase === 'done' ? result : { phase: 'refused', settings: changed, why: result.why };
    putOther(mode, { client, cell });
  };

  const nextRow = (): Job | undefined => {
    const mode = rows.shift();
    return mode && (() => playRow(mode));
  };

  /** Works until nothing is left. A lesson that is being played is waited for; one that begins meanwhile takes the lab. */
  const work = (): void => {
    takeTurn(turn);
    if (get().busy) return;
    useChaos.setState({ busy: true, stopped: undefined });
    useInspector.getState().setMachine('episode');
    void (async () => {
      for (;;) {
        await player.settled();
        // What is asked about the row that somebody looks at goes before the other rows.
        const next = beside.shift() ?? nextRow();
        if (next === undefined) break;
        await next();
      }
      useChaos.setState({ busy: false });
      endTurn(turn);
      tellEnd();
      if (useInspector.getState().machine === 'episode' && !lab.busy) useInspector.getState().setMachine('ready');
    })();
  };

  const abandon = (): void => {
    wish += 1;
    rows.length = 0;
    beside.length = 0;
    for (const [mode, cell] of cellEntries()) if (cell.phase === 'queued' || cell.phase === 'playing') putCell(mode, cell.before);
    for (const [mode, search] of Object.entries(get().searches)) if (search.phase === 'trying') putSearch(mode as FaultMode, undefined);
    if (playing) lab.stop();
  };
  /** Another episode takes the lab: what is wished for here can wait for a person to ask again. */
  const giveWay = (): void => {
    abandon();
    useChaos.setState({ stopped: 'something else was played meanwhile. What was played before stays.' });
  };
  const turn: LabPlayer = { giveWay };

  const queue = (modes: readonly FaultMode[]): void => {
    const { cells, settings } = get();
    for (const mode of modes) {
      const before = playedOf(cells[mode]);
      putCell(mode, { phase: 'queued', settings, ...(before && { before }) });
      if (!rows.includes(mode)) rows.push(mode);
    }
    work();
  };

  const change = (settings: ChaosSettings): void => {
    if (sameSettings(settings, get().settings)) return;
    const again = cellEntries().map(([mode]) => mode);
    abandon();
    useChaos.setState({ settings });
    const first = chosenMode();
    queue(again.toSorted((a, b) => Number(b === first) - Number(a === first) || placeOf(a) - placeOf(b)));
  };

  return {
    runAll: () => queue(MATRIX_FAULTS.map(({ mode }) => mode)),
    run: (mode) => queue([mode]),
    stop: abandon,
    turn: (name, value) => change(withSetting(get().settings, name, value)),
    putBack: () => change({}),
    choose: (mode) => {
      useChaos.setState({ chosen: mode === undefined ? undefined : { kind: 'cell', mode } });
      if (mode !== undefined) lookForChange(mode);
    },
    compare: (mode) => {
      beside.push(() => playOther(mode));
      work();
    },
    apply: (mode, { name, to }) => {
      abandon();
      useChaos.setState(({ settings }) => ({ settings: withSetting(settings, name, to) }));
      queue([mode]);
    },
    open: (mode, seq) => {
      const cell = playedOf(get().cells[mode]);
      if (cell && !showEpisode(cell, seq)) queue([mode]);
    },
  };
}

/** How the matrix stands, for who cannot see it. */
function tellEnd(): void {
  const { passed, failed, refused } = countRows(matrixRows(get()));
  const { stopped } = get();
  const words = [`${passed} passed`, `${failed} failed`, ...(refused > 0 ? [`${refused} not playable`] : [])].join(', ');
  useInspector.getState().say(`Chaos matrix: ${words}.${stopped === undefined ? '' : ` Stopped: ${stopped}`}`);
}

function cellEntries(): readonly (readonly [FaultMode, Cell])[] {
  return Object.entries(get().cells) as unknown as readonly (readonly [FaultMode, Cell])[];
}

function chosenMode(): FaultMode | undefined {
  const { chosen } = get();
  return chosen?.kind === 'cell' ? chosen.mode : undefined;
}

function placeOf(mode: FaultMode): number {
  return MATRIX_FAULTS.findIndex((row) => row.mode === mode);
}

function rowOf(mode: FaultMode): FaultRow {
  const row = MATRIX_FAULTS[placeOf(mode)];
  if (!row) throw new Error(`[U.4] there is no fault ${mode}`);
  return row;
}
