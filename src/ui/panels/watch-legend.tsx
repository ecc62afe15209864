// What the marks of the lanes mean.

import { Glyph, type GlyphName } from '../pieces/Glyph.tsx';

const MARKS: readonly (readonly [glyph: GlyphName, means: string, isStruck?: true])[] = [
  ['push', 'doorbell'],
  ['push', 'refused or lost', true],
  ['poll', 'look'],
  ['stream', 'stream held'],
  ['cross', 'worker dead'],
  ['check', 'alive again'],
  ['renamed', 'a fresh history'],
];

export function Legend() {
  return (
    <p className="wl-legend i2">
      {MARKS.map(([glyph, means, isStruck]) => (
        <span key={means} className="nw">
          <span className={isStruck ? 'wl-struck-mark' : ''}>
            <Glyph name={glyph} />
          </span>{' '}
          {means}
        </span>
      ))}
      <span>A number: so many of a kind. Bars: the task as it was, and as each watch had it.</span>
    </p>
  );
}
