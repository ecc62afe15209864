// How far reading is, and the way to stop it that keeps what is there. Shown only when it takes long enough to be read.

import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LogSummary } from '../../model/engine/query.ts';
import { countOf, formatBytes, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { useEngine } from '../queries.ts';
import { useFindingTotals } from '../use-findings.ts';

const PATIENCE = 400;

export function ReadingBar({ summary }: { summary: LogSummary }) {
  const engine = useEngine();
  const { log, name } = summary;
  const [patient, setPatient] = useState(false);
  const left = useSecondsLeft(summary);
  const totals = useFindingTotals().data?.totals;
  useEffect(() => {
    const timer = setTimeout(() => {
      setPatient(true);
      useInspector.getState().say(`Reading ${name}. It can be canceled, and what is read is kept.`);
    }, PATIENCE);
    return () => clearTimeout(timer);
  }, [log, name]);
  if (!patient) return null;
  const findings = totals ? totals.error + totals.warning + totals.info : 0;
  return (
    <section className="notice reading-bar" aria-label="Reading">
      <b className="b">Reading</b>
      <progress className="reading" max={Math.max(summary.length, 1)} value={summary.read} aria-label="Read so far" />
      <span className="m nw">{amountOf(summary)}</span>
      <span className="grow notice-text i2">
        {countOf(summary.rowCount, 'row')}, {countOf(findings, 'finding')} so far{left === undefined ? '' : `, about ${left} s left`}
        <span className="wide">. You can already look around.</span>
      </span>
      <button type="button" className="btn small" onClick={() => engine.cancel(summary.log)}>
        <X size={14} strokeWidth={1.5} aria-hidden /> Cancel, keep what is read
      </button>
    </section>
  );
}

/** `62.4 of 104.9 MB`; characters where a text was pasted. */
function amountOf({ read, length, bytes }: LogSummary): string {
  if (bytes === undefined) return `${formatCount(read)} of ${formatCount(length)} characters`;
  const done = length === 0 ? 0 : (Math.min(read, length) / length) * bytes;
  if (bytes < 1_000_000) return `${formatBytes(Math.round(done))} of ${formatBytes(bytes)}`;
  return `${(done / 1_000_000).toFixed(1)} of ${formatBytes(bytes)}`;
}

/** By the pace so far; undefined until there is one. */
function useSecondsLeft({ log, read, length }: LogSummary): number | undefined {
  const start = useRef<{ log: number; at: number; read: number } | undefined>(undefined);
  if (start.current?.log !== log) start.current = { log, at: performance.now(), read };
  const elapsed = performance.now() - start.current.at;
  const done = read - start.current.read;
  if (elapsed < 1_000 || done <= 0) return undefined;
  return Math.max(1, Math.ceil((((length - read) / done) * elapsed) / 1_000));
}
