// A state, a channel, a severity: the same mark with the same word wherever it stands.

import type { Channel, Provenance } from '../../model/log/row-kind.ts';
import type { ObservedState } from '../../model/protocol/task.ts';
import { Glyph } from './Glyph.tsx';

/** Glyph and word. `bare` leaves the word to the accessible name. `grey` for what lies after the cursor. */
export function TaskStateMark({ state, bare, grey, size }: { state: ObservedState; bare?: boolean; grey?: boolean; size?: number }) {
  const sized = size === undefined ? {} : { size };
  return (
    <span className={`st ${grey ? '' : `st-${state}`}`} title={bare ? state : undefined}>
      <Glyph name={state} {...sized} {...(bare ? { label: state } : {})} />
      {bare ? null : state}
    </span>
  );
}

export function ChannelMark({ channel, bare }: { channel: Channel; bare?: boolean }) {
  const word = channel === 'none' && bare ? 'no channel' : channel;
  return (
    <span className="ch" title={bare ? word : undefined}>
      <Glyph name={channel} {...(bare ? { label: word } : {})} />
      {bare ? null : <span className="ch-word">{word}</span>}
    </span>
  );
}

export type Severity = 'error' | 'warning' | 'info';

/** The mark with a word, a count, or only its accessible name. */
export function SeverityMark({ severity, children }: { severity: Severity; children?: React.ReactNode }) {
  return (
    <span className={`sev sev-${severity}`}>
      <Glyph name={severity} {...(children === undefined ? { label: severity } : {})} />
      {children}
    </span>
  );
}

/** Text with the line style of where it comes from: received plain, inferred dashed, synthesised dotted. */
export function Provenanced({ provenance, source, children }: { provenance: Provenance; source?: string; children: React.ReactNode }) {
  if (provenance === 'received') return <>{children}</>;
  return (
    <>
      <span className={provenance === 'inferred' ? 'inf' : 'syn'}>{children}</span>{' '}
      <span className="i3">{source ? `${provenance}: ${source}` : provenance}</span>
    </>
  );
}
