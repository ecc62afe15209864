// A log as text that can be opened again (SPEC.md L.6): a text that is in the saved form is saved as it stands, whatever it
// holds, and any other is put inside the form, cut. So saving what was opened from a saved file gives the same text.

import type { Log } from '../log/log.ts';
import type { LogSource } from '../log/log-source.ts';
import { SAVED_FORM_VERSION, savedLine } from '../log/saved-form.ts';

const PIECE_UNITS = 65_536;

/** @param name what the log is called, where its text does not say */
export function savedText(log: Log, name: string): string {
  const given = log.sourceView(0);
  // The sources inside a saved file are part of its text: written beside it, they would be there twice.
  if (given?.facts?.format === 'saved') return given.read(0, given.length);
  const header = savedLine({ delegationInspector: 'saved', version: SAVED_FORM_VERSION, name, settings: log.settings });
  return header + (given ? sourceLines(given, 0) : '');
}

function sourceLines(source: LogSource, number: number): string {
  const text = source.read(0, source.length);
  const { doubt } = source;
  const chosen = doubt?.byHand === true ? { as: doubt.chosen.as } : {};
  let lines = savedLine({ line: 'source', source: number, name: source.name, ...chosen });
  for (let from = 0; from < text.length; ) {
    const to = pieceEnd(text, from);
    lines += savedLine({ line: 'text', source: number, text: text.slice(from, to) });
    from = to;
  }
  return lines;
}

/** A pair of surrogates is not torn apart: other readers of the file may not put it together again. */
function pieceEnd(text: string, from: number): number {
  const end = Math.min(text.length, from + PIECE_UNITS);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
