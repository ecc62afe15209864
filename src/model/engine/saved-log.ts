// A log as text that can be opened again (SPEC.md L.6): what is already in the saved form as it stands, anything else as
// the cut text of its sources inside the form. Saving what was opened from a saved file gives the same text.

import type { Log } from '../log/log.ts';
import type { LogSource } from '../log/log-source.ts';
import { SAVED_FORM_VERSION, savedLine } from '../log/saved-form.ts';

const PIECE_UNITS = 65_536;

/** @param name what the log is called when its text does not say */
export function savedText(log: Log, name: string): string {
  const [file, ...inner] = Array.from({ length: log.sourceCount }, (_, index) => log.sourceView(index)).filter(
    (source) => source !== undefined,
  );
  const isSaved = log.savedName !== undefined;
  if (isSaved && inner.length === 0) return file?.read(0, file.length) ?? '';
  // The text of a saved file is its sources over again: they are written, it is not.
  const sources = isSaved || !file ? inner : [file, ...inner];
  const header = savedLine({
    delegationInspector: 'saved',
    version: SAVED_FORM_VERSION,
    name: log.savedName ?? name,
    settings: log.settings,
    ...(log.episode ? { episode: log.episode } : {}),
  });
  return header + sources.map((source, index) => sourceLines(source, index)).join('');
}

function sourceLines(source: LogSource, number: number): string {
  const text = source.read(0, source.length);
  let lines = savedLine({ line: 'source', source: number, name: source.name });
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
