// What the marks of the lanes mean.

import { Glyph } from '../pieces/Glyph.tsx';

export function Legend() {
  return (
    <p className="wl-legend i2">
      <span className="nw">
        <Glyph name="push" /> doorbell
      </span>
      <span className="nw">
        <span className="wl-struck-word">
          <Glyph name="push" />
        </span>{' '}
        refused or lost
      </span>
      <span className="nw">
        <Glyph name="poll" /> look
      </span>
      <span className="nw">
        <Glyph name="stream" /> stream held
      </span>
      <span className="nw">
        <Glyph name="cross" /> worker dead
      </span>
      <span>Bars: the task as it was, and as each watch had it.</span>
    </p>
  );
}
