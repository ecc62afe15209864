// Gaps: what does the protocol not say?

import { EmptyState } from '../pieces/Pane.tsx';

export function GapsPanel() {
  return <EmptyState>No experiment about a gap of the protocol is in this log.</EmptyState>;
}
