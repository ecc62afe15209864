// The protocol's marks, drawn on a 12 px grid in currentColor. Shape first, colour second: hollow may still change, solid
// is final. `--cut` is the ground behind a mark.

import type { ReactNode } from 'react';

const CUT = 'var(--cut, var(--surface))';
const RING = <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.6" />;
const line = (d: string) => <path d={d} fill="none" stroke="currentColor" strokeWidth="1.3" />;

const GLYPHS = {
  submitted: RING,
  working: (
    <>
      {RING}
      <path d="M6 1.6a4.4 4.4 0 0 1 0 8.8z" fill="currentColor" />
    </>
  ),
  'input-required': (
    <>
      <path d="M6 1 11 6 6 11 1 6Z" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />
      <circle cx="6" cy="6" r="1.4" fill="currentColor" />
    </>
  ),
  'auth-required': (
    <>
      <rect x="1.6" y="5.2" width="8.8" height="6" rx="1" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M3.6 5V3.6a2.4 2.4 0 0 1 4.8 0V5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <rect x="5.2" y="7.2" width="1.6" height="2.2" fill="currentColor" />
    </>
  ),
  completed: (
    <>
      <circle cx="6" cy="6" r="5.4" fill="currentColor" />
      <path d="M3.4 6.2 5.2 8 8.7 4.2" fill="none" stroke={CUT} strokeWidth="1.5" />
    </>
  ),
  canceled: <rect x=".6" y="3.6" width="10.8" height="4.8" rx="2.4" fill="currentColor" />,
  failed: (
    <>
      <rect x=".9" y=".9" width="10.2" height="10.2" rx="1.2" fill="currentColor" />
      <path d="m3.6 3.6 4.8 4.8m0-4.8L3.6 8.4" stroke={CUT} strokeWidth="1.5" />
    </>
  ),
  rejected: (
    <>
      <path d="M.5 1.4h11L6 11.2Z" fill="currentColor" stroke="currentColor" strokeWidth=".8" strokeLinejoin="round" />
      <path d="M3.9 4.3h4.2" stroke={CUT} strokeWidth="1.5" />
    </>
  ),
  unknown: (
    <>
      {RING}
      <path d="M4.6 4.9a1.45 1.45 0 1 1 2.1 1.3c-.5.3-.7.5-.7 1" fill="none" stroke="currentColor" strokeWidth="1" />
      <circle cx="6" cy="8.4" r=".6" fill="currentColor" />
    </>
  ),
  error: (
    <>
      <path d="M3.7.6h4.6l3.1 3.1v4.6l-3.1 3.1H3.7L.6 8.3V3.7Z" fill="currentColor" />
      <path d="M6 3v3.6" stroke={CUT} strokeWidth="1.5" />
      <circle cx="6" cy="8.7" r=".9" fill={CUT} />
    </>
  ),
  warning: (
    <>
      <path d="M6 .9 11.5 10.8H.5Z" fill="currentColor" stroke="currentColor" strokeWidth=".8" strokeLinejoin="round" />
      <path d="M6 4.2v3.2" stroke={CUT} strokeWidth="1.4" />
      <circle cx="6" cy="9.2" r=".8" fill={CUT} />
    </>
  ),
  info: (
    <>
      <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M6 5.4v3.2" stroke="currentColor" strokeWidth="1.4" />
      <circle cx="6" cy="3.5" r=".8" fill="currentColor" />
    </>
  ),
  send: line('M1 6h9.4M7.2 2.8 10.4 6 7.2 9.2'),
  stream: line('m1 2.8 3.2 3.2L1 9.2m3.7-6.4L7.9 6 4.7 9.2m3.7-6.4L11.6 6 8.4 9.2'),
  poll: line('M10.4 6.2A4.4 4.4 0 1 1 9 2.9M9.6.9v2.6H7'),
  push: line('M6 1.3A2.9 2.9 0 0 0 3.1 4.2c0 2.9-1.3 3.3-1.3 4.4h8.4c0-1.1-1.3-1.5-1.3-4.4A2.9 2.9 0 0 0 6 1.3ZM4.9 10.9h2.2'),
  card: line('M1.2 2.2h9.6v7.6H1.2ZM3.2 5h2.4M3.2 7.4h5.6'),
  span: line('M1.2 3v6M10.8 3v6M1.2 6h9.6'),
  kernel: (
    <>
      {line('m6 .9 4.4 2.55v5.1L6 11.1 1.6 8.55v-5.1Z')}
      <circle cx="6" cy="6" r="1.3" fill="currentColor" />
    </>
  ),
  none: line('M2.5 6h7'),
  kept: line('M1.5 4.2h9M1.5 7.8h9'),
  renamed: line('M.8 6h8M6 3 9 6 6 9M11 2.4v7.2'),
  defaulted: (
    <>
      <circle cx="6" cy="6" r="4.8" fill="none" stroke="currentColor" strokeWidth="1.3" strokeDasharray="1.5 1.5" />
      {line('M6 3.6v4.8M3.6 6h4.8')}
    </>
  ),
  'declared-loss': (
    <>
      <rect x="1.2" y="1.2" width="9.6" height="9.6" rx="1" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M3.6 6h4.8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  'undeclared-loss': (
    <>
      <path d="M3.7.6h4.6l3.1 3.1v4.6l-3.1 3.1H3.7L.6 8.3V3.7Z" fill="currentColor" />
      <path d="M3.2 6h5.6" stroke={CUT} strokeWidth="1.6" />
    </>
  ),
  check: <path d="M1.8 6.4 4.6 9.2 10.4 3" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  cross: <path d="m2.6 2.6 6.8 6.8m0-6.8L2.6 9.4" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  filter: <path d="M1.6 2.4h8.8L7.2 6.2v3.6l-2.4-1V6.2Z" fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />,
  best: <path d="M3 1.6 9.6 6 3 10.4Z" fill="currentColor" />,
} satisfies Record<string, ReactNode>;

export type GlyphName = keyof typeof GLYPHS;

/** A mark by name; without `label` it is decoration beside its word and hidden from assistive technology. */
export function Glyph({ name, label, size = 12, className }: { name: GlyphName; label?: string; size?: number; className?: string }) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={`g ${className ?? ''}`} viewBox="0 0 12 12" width={size} height={size} {...named}>
      {GLYPHS[name]}
    </svg>
  );
}
