// Verdicts of rows: shape and word first.

import { Glyph } from '../pieces/Glyph.tsx';

export type RowVerdict = 'pass' | 'fail' | 'running' | 'queued' | 'refused' | 'not played' | 'other settings' | 'not judged';

export function VerdictMark({ verdict }: { verdict: RowVerdict }) {
  switch (verdict) {
    case 'pass':
      return (
        <span className="st st-completed">
          <Glyph name="check" /> pass
        </span>
      );
    case 'fail':
      return (
        <span className="sev sev-error b">
          <Glyph name="error" /> fail
        </span>
      );
    case 'running':
      return (
        <span className="st cx-running">
          <Glyph name="working" /> running
        </span>
      );
    case 'refused':
      return (
        <span className="sev sev-error">
          <Glyph name="error" /> not playable
        </span>
      );
    case 'queued':
      return (
        <span className="st i2">
          <Glyph name="submitted" /> queued
        </span>
      );
    case 'not played':
    case 'other settings':
    case 'not judged':
      return <span className="i3">{verdict}</span>;
  }
}
