// JSON as lines with numbers and colours. Text only: nothing in it can become markup. Long texts show their first part and
// say what is left.

import { type ReactNode, useMemo, useState } from 'react';
import type { Json } from '../../model/base/json.ts';
import { countOf } from '../format.ts';

const FIRST_LINES = 400;
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|([{}[\],])/g;

/** One line of printed JSON in its token colours. */
function tokens(line: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of line.matchAll(TOKEN)) {
    if (match.index > at) parts.push(line.slice(at, match.index));
    at = match.index + match[0].length;
    const [text, string, colon, number, word] = match;
    if (string !== undefined && colon !== undefined) {
      parts.push(
        <span key={match.index} className="ck">
          {string}
        </span>,
        colon,
      );
      continue;
    }
    const name = string !== undefined ? 'cs' : number !== undefined || word !== undefined ? 'cn' : 'cp';
    parts.push(
      <span key={match.index} className={name}>
        {text}
      </span>,
    );
  }
  parts.push(line.slice(at));
  return parts;
}

/** Lines of code with numbers. `mark` tells which lines are evidence. */
export function CodeLines(props: {
  label: string;
  lines: readonly string[];
  json?: boolean;
  wrap?: boolean;
  mark?: (line: number) => boolean;
}) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? props.lines : props.lines.slice(0, FIRST_LINES);
  const left = props.lines.length - shown.length;
  return (
    <div className={`code-view ${props.wrap ? 'wrapped' : ''}`} role="region" aria-label={props.label} tabIndex={0}>
      <pre className="code">
        {shown.map((line, index) => (
          <div key={index} className={props.mark?.(index) ? 'code-line evidence' : 'code-line'}>
            <span className="ln" aria-hidden="true">
              {index + 1}
            </span>
            <code>{props.json ? tokens(line) : line}</code>
          </div>
        ))}
      </pre>
      {left > 0 ? (
        <button type="button" className="btn ghost" onClick={() => setWhole(true)}>
          {countOf(left, 'more line')}
        </button>
      ) : null}
    </div>
  );
}

/** A value printed with two spaces. `marks`: members (by name) whose lines are tinted as evidence. */
export function JsonView({ value, label, marks }: { value: Json; label: string; marks?: readonly string[] }) {
  const lines = useMemo(() => JSON.stringify(value, null, 2).split('\n'), [value]);
  const marked =
    marks === undefined ? {} : { mark: (line: number) => marks.some((name) => lines[line]?.trimStart().startsWith(`"${name}":`)) };
  return <CodeLines label={label} lines={lines} json wrap {...marked} />;
}
