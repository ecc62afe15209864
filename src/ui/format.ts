// Numbers, times and names as the page writes them. Digits stay digits; a missing value is never blank.

import { partsOfTaskName } from './task-name.ts';

const NARROW_SPACE = '\u202f';

/** `611840` → `611 840`, with narrow no-break spaces. */
export function formatCount(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
}

/** `1 event`, `2 events`: the number with its noun. */
export function countOf(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`;
}

/** A reason as a sentence: a full stop at its end, and a capital at its start unless a name stands there. */
export function sentence(words: string): string {
  const text = /^[a-z]+ /.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  return /[.!?…]["”)]?$/.test(text) ? text : `${text}.`;
}

/** Decimal bytes: `318 bytes`, `61.4 KB`, `104.9 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** UTC clock with milliseconds: `02:14:12.120`. */
export function formatClock(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(11, 23);
}

/** UTC date: `2026-11-29`. */
export function formatDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Seconds of virtual time: `0.320`, with three decimals. */
export function formatSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** A step in time: `+0.258` under a minute, `+14:11` above, `+2 d 03:10` above a day; a negative one keeps its sign. */
export function formatDelta(milliseconds: number): string {
  const sign = milliseconds < 0 ? '−' : '+';
  const size = Math.abs(milliseconds);
  if (size < 60_000) return sign + (size / 1000).toFixed(3);
  const minutes = Math.floor(size / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  if (minutes < 60) return `${sign}${two(minutes)}:${two(Math.floor(size / 1000) % 60)}`;
  if (minutes < 1440) return `${sign}${two(Math.floor(minutes / 60))} h ${two(minutes % 60)}`;
  return `${sign}${Math.floor(minutes / 1440)} d ${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

/** A length of time in a sentence: `38 ms`, `1.825 s`, `14 min 11 s`, `2 h 03 min`. */
export function formatDuration(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < 1000) return `${Number(size.toFixed(3))} ms`;
  if (size < 60_000) return `${Number((size / 1000).toFixed(3))} s`;
  const minutes = Math.floor(size / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.round(size / 1000) % 60} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** An agent's name for the picture: without `-agent`, cut in the middle, last 8 characters kept. The full name stays in titles. */
export function shortAgent(name: string, longest = 28): string {
  const short = name.replace(/-agent$/, '') || name;
  if (short.length <= longest) return short;
  return `${short.slice(0, longest - 9)}…${short.slice(-8)}`;
}

/** An id for the picture: a UUID keeps its first 8, anything else at most 16 characters; who keeps it stays beside it. */
export function shortId(name: string): string {
  const { id, keeper } = partsOfTaskName(name);
  return keeper === '' ? shortened(id) : `${shortened(id)} @ ${shortAgent(keeper)}`;
}

function shortened(id: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(id)) return id.slice(0, 8);
  return id.length <= 16 ? id : `${id.slice(0, 12)}…${id.slice(-3)}`;
}
