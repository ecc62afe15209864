// Writes an episode's recording: text in the saved form, line by line, as things happen. Secrets are cut as it writes: the
// wire of the lab carries them, as a wire must, and the text never does (SPEC.md L.7).

import { createCutter } from '../model/log/redaction.ts';
import type { RecordedLine, SavedHeader } from '../model/log/saved-form.ts';
import { savedLine } from '../model/log/saved-form.ts';

export type Recorder = (line: RecordedLine) => void;

/** Writes the header at once, then every line it is given. */
export function createRecorder(header: SavedHeader, onText: (text: string) => void): Recorder {
  const cutter = createCutter();
  const cut = (line: RecordedLine): RecordedLine => {
    switch (line.line) {
      case 'request':
      case 'response':
        return { ...line, headers: cutter.cutHeaders(line.headers).headers, body: cutter.cutBody(line.body).text };
      case 'head':
        return { ...line, headers: cutter.cutHeaders(line.headers).headers };
      case 'chunk':
        return { ...line, text: cutter.cutBody(line.text).text };
      case 'fact':
        // A card is its agent's own word, whoever brought it into the directory.
        return line.fact.kind === 'card-published' ? { ...line, by: line.fact.card.name } : line;
      case 'end':
      case 'lost':
      case 'hung-up':
      case 'episode-ended':
        return line;
    }
  };
  onText(savedLine(header));
  return (line) => onText(savedLine(cut(line)));
}
