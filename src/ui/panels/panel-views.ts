// The panels, each in a script of its own but the timeline, which is what a log opens with: the page is there before all of them
// are. They are fetched right after it, so that none is waited for when it is opened.

import { type ComponentType, lazy, memo } from 'react';
import type { PanelId } from '../inspector-store.ts';
import { counted } from '../late-scripts.ts';
import { TimelinePanel } from './TimelinePanel.tsx';

type LatePanel = Exclude<PanelId, 'timeline'>;

const LOADS: Readonly<Record<LatePanel, () => Promise<ComponentType>>> = {
  chains: async () => (await import('./ChainsPanel.tsx')).ChainsPanel,
  findings: async () => (await import('./FindingsPanel.tsx')).FindingsPanel,
  discovery: async () => (await import('./DiscoveryPanel.tsx')).DiscoveryPanel,
  admission: async () => (await import('./AdmissionPanel.tsx')).AdmissionPanel,
  'round-trip': async () => (await import('./RoundTripPanel.tsx')).RoundTripPanel,
  chaos: async () => (await import('./ChaosPanel.tsx')).ChaosPanel,
  gaps: async () => (await import('./GapsPanel.tsx')).GapsPanel,
  card: async () => (await import('./CardPanel.tsx')).CardPanel,
  source: async () => (await import('./SourcePanel.tsx')).SourcePanel,
};
const loads = new Map<LatePanel, Promise<ComponentType>>();

function load(panel: LatePanel): Promise<ComponentType> {
  const known = loads.get(panel);
  if (known) return known;
  const coming = counted(LOADS[panel]());
  loads.set(panel, coming);
  return coming;
}

// A panel asks for what it shows: new figures of the log alone draw it no second time.
const late = (panel: LatePanel): ComponentType =>
  lazy(() =>
    load(panel).then(
      (view) => ({ default: memo(view) }),
      () => Promise.reject(new Error('its script did not load. Save what you need, then reload the page')),
    ),
  );

export const PANEL_VIEWS: Readonly<Record<PanelId, ComponentType>> = {
  timeline: memo(TimelinePanel),
  chains: late('chains'),
  findings: late('findings'),
  discovery: late('discovery'),
  admission: late('admission'),
  'round-trip': late('round-trip'),
  chaos: late('chaos'),
  gaps: late('gaps'),
  card: late('card'),
  source: late('source'),
};

/** Fetches what is not there yet. One that cannot be fetched is told of where it is opened. */
export function loadPanels(): void {
  for (const panel of Object.keys(LOADS) as LatePanel[]) load(panel).catch(() => undefined);
}
