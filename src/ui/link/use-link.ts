// The link to what is on screen, with or without the trace in it, made when it is asked for.

import { useEffect, useMemo, useState } from 'react';
import type { LogSummary } from '../../model/engine/query.ts';
import { encodeView, type View } from '../deep-link.ts';
import { formatBytes } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { usePage } from '../page.ts';
import { inWords } from '../page/in-words.ts';
import { loadSamples } from '../samples.ts';
import { viewOf } from '../view-link.ts';
import { bytesOf, MOST_UNPACKED, packTrace } from './trace-in-link.ts';

/** What of the trace can go into a link. `told`: the link opens it without. */
export type TraceForLink =
  | { readonly kind: 'told' | 'refused'; readonly why: string }
  | { readonly kind: 'packing' }
  | { readonly kind: 'packed'; readonly packed: string; readonly bytes: number };

/** The view on screen, as it was when this was first drawn; undefined until it is known which texts are samples. */
export function useViewNow(): View | undefined {
  const [samples, setSamples] = useState<ReadonlySet<string>>();
  useEffect(() => {
    let gone = false;
    const know = (files: readonly string[]) => !gone && setSamples(new Set(files));
    loadSamples().then(
      (list) => know(list.map(({ file }) => file)),
      () => know([]), // the front door tells; links then leave samples out
    );
    return () => {
      gone = true;
    };
  }, []);
  return useMemo(() => (samples === undefined ? undefined : withoutTrace(viewOf(useInspector.getState(), samples))), [samples]);
}

/** A trace that came in a link is packed anew: what a person cuts from it since is in no link. */
function withoutTrace({ trace: _trace, ...view }: View): View {
  return view;
}

/** The address of a view on this page. */
export function linkTo(view: View): string {
  const { origin, pathname, search } = window.location;
  const hash = encodeView(view);
  return `${origin}${pathname}${search}${hash === '' ? '' : `#${hash}`}`;
}

/** Packs the saved form of the log on screen, if it is small and a link needs it. */
export function useTraceForLink(view: View | undefined, summary: LogSummary | undefined, error: Error | undefined): TraceForLink {
  const page = usePage();
  const [trace, setTrace] = useState<TraceForLink>({ kind: 'packing' });
  const known = useMemo(() => withoutPacking(view, summary), [view, summary]);
  const isNeeded = known === undefined && view !== undefined && summary !== undefined;
  useEffect(() => {
    if (!isNeeded) return undefined;
    let gone = false;
    const tell = (found: TraceForLink) => {
      if (!gone) setTrace(found);
    };
    packed(page.savedForm()).then(tell, (failure: unknown) =>
      tell({ kind: 'refused', why: `The trace could not be packed: ${inWords(failure)}` }),
    );
    return () => {
      gone = true;
    };
  }, [page, isNeeded]);
  return error ? { kind: 'refused', why: `The trace could not be packed: ${error.message}` } : (known ?? trace);
}

function withoutPacking(view: View | undefined, summary: LogSummary | undefined): TraceForLink | undefined {
  if (view?.lesson !== undefined) return { kind: 'told', why: 'The lesson plays again from the link: the same episode, row by row.' };
  if (view?.sample !== undefined) return { kind: 'told', why: 'The sample is part of this page: the link opens it.' };
  if (summary === undefined) return undefined;
  if (summary.reading === 'reading') return { kind: 'refused', why: 'Still reading; wait for its end.' };
  return summary.length > MOST_UNPACKED ? tooBig(summary.bytes ?? summary.length) : undefined;
}

function tooBig(bytes: number): TraceForLink {
  return {
    kind: 'refused',
    why: `The trace is ${formatBytes(bytes)}; a link carries 1 MB at most. Save the file and send it beside the link.`,
  };
}

async function packed(saved: ReturnType<ReturnType<typeof usePage>['savedForm']>): Promise<TraceForLink> {
  const form = await saved;
  if (form === undefined) return { kind: 'refused', why: 'Nothing is open.' };
  const bytes = bytesOf(form.text);
  return bytes > MOST_UNPACKED ? tooBig(bytes) : { kind: 'packed', packed: await packTrace(form.text), bytes };
}
