// The panel on screen. Each has a script of its own but the timeline, which is what a log opens with: the page is there before all
// of them are. They are fetched right after it, so that none is waited for when it is opened (rule U.36). No Suspense: React
// holds a skeleton that was shown once for a third of a second, whether the script is there or not.

import { type ComponentType, memo, useState, useSyncExternalStore } from 'react';
import type { PanelId } from '../inspector-store.ts';
import { counted } from '../late-scripts.ts';
import { Skeleton } from '../pieces/Pane.tsx';
import { TimelinePanel } from './TimelinePanel.tsx';

type LatePanel = Exclude<PanelId, 'timeline'>;

const SCRIPTS: Readonly<Record<LatePanel, () => Promise<ComponentType>>> = {
  chains: async () => (await import('./ChainsPanel.tsx')).ChainsPanel,
  findings: async () => (await import('./FindingsPanel.tsx')).FindingsPanel,
  discovery: async () => (await import('./DiscoveryPanel.tsx')).DiscoveryPanel,
  admission: async () => (await import('./AdmissionPanel.tsx')).AdmissionPanel,
  'round-trip': async () => (await import('./RoundTripPanel.tsx')).RoundTripPanel,
  chaos: async () => (await import('./ChaosPanel.tsx')).ChaosPanel,
  watch: async () => (await import('./WatchPanel.tsx')).WatchPanel,
  gaps: async () => (await import('./GapsPanel.tsx')).GapsPanel,
  card: async () => (await import('./CardPanel.tsx')).CardPanel,
  source: async () => (await import('./SourcePanel.tsx')).SourcePanel,
};
type Arrival = { readonly kind: 'coming' } | { readonly kind: 'here'; readonly View: ComponentType } | { readonly kind: 'failed' };
// A panel asks for what it shows: new figures of the log alone draw it no second time.
const arrivals = new Map<PanelId, Arrival>([['timeline', { kind: 'here', View: memo(TimelinePanel) }]]);
const listeners = new Set<() => void>();

function arrive(panel: PanelId, arrival: Arrival): void {
  arrivals.set(panel, arrival);
  for (const tell of listeners) tell();
}

/** Fetches a panel's script, unless it is there or on its way. */
function fetchPanel(panel: PanelId): void {
  const known = arrivals.get(panel)?.kind;
  if (panel === 'timeline' || known === 'here' || known === 'coming') return;
  arrivals.set(panel, { kind: 'coming' });
  counted(SCRIPTS[panel]()).then(
    (view) => arrive(panel, { kind: 'here', View: memo(view) }),
    () => arrive(panel, { kind: 'failed' }),
  );
}

/** Fetches what is not there yet. One that cannot be fetched is told of where it is opened. */
export function fetchPanels(): void {
  for (const panel of Object.keys(SCRIPTS) as LatePanel[]) fetchPanel(panel);
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => void listeners.delete(tell);
};

/** @throws Error when the script cannot be fetched: the boundary around says so, and starting it again fetches again */
export function PanelView({ panel }: { panel: PanelId }) {
  useState(() => fetchPanel(panel));
  const arrival = useSyncExternalStore(subscribe, () => arrivals.get(panel));
  if (arrival?.kind === 'failed') throw new Error('its script did not load. Save what you need, then reload the page.');
  return arrival?.kind === 'here' ? <arrival.View /> : <Skeleton />;
}
