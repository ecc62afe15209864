// What a check writes down while it goes through a book: findings and what was let pass, no more of either than a person would
// read. The same fault of the same task seen again adds its rows to the first; so does one more of its kind beyond a few.

import type { Found, LetPass, NamedTask, Severity, TextRange, Verdicts } from '../rule.ts';

/** What was let pass is an explanation, not a list. */
const MOST_PASSED = 20;
const MOST_FOUND = 20_000;
const MOST_ROWS = 100;
const MOST_OF_A_TASK = 5;

type Named = NamedTask | null;

export interface Entry {
  readonly task: Named;
  readonly severity: Severity;
  readonly rows: readonly (number | undefined)[];
  readonly why: string;
  readonly version?: string | undefined;
  readonly at?: TextRange | undefined;
}

export interface VerdictSheet {
  find(entry: Entry): void;
  pass(task: Named, rows: readonly (number | undefined)[], why: string): void;
  verdicts(): Verdicts;
}

interface Line {
  readonly found: Found;
  readonly rows: number[];
}

/** Starts empty. */
export function createVerdictSheet(): VerdictSheet {
  const lines = new Map<Named | string, Line[]>();
  const found: Found[] = [];
  const letPass: LetPass[] = [];
  return {
    find: ({ task, severity, rows, why, version, at }) => {
      const about = keyOf(task);
      const known = lines.get(about);
      const alike = known?.filter((line) => line.found.severity === severity) ?? [];
      const same = alike.find((line) => line.found.why === why) ?? (alike.length < MOST_OF_A_TASK ? undefined : alike[0]);
      if (same) return addRows(same.rows, rows);
      if (found.length >= MOST_FOUND) return;
      const own: number[] = [];
      addRows(own, rows);
      const finding: Found = { task, severity, rows: own, why, ...(version === undefined ? {} : { version }), ...(at && { at }) };
      found.push(finding);
      const line = { found: finding, rows: own };
      if (known) known.push(line);
      else lines.set(about, [line]);
    },
    pass: (task, rows, why) => {
      if (letPass.length < MOST_PASSED) letPass.push({ task, rows: rows.filter((row) => row !== undefined), why });
    },
    verdicts: () => ({ found, letPass }),
  };
}

/** Of a task that was seen there is one case; one that is only named is told by its name. No endpoint has a line end in it. */
function keyOf(task: Named): Named | string {
  return task === null || 'sightings' in task ? task : `${task.endpoint}\n${task.id}`;
}

function addRows(own: number[], rows: readonly (number | undefined)[]): void {
  for (const row of rows) {
    if (row !== undefined && own.length < MOST_ROWS && !own.includes(row)) own.push(row);
  }
}
