// Chaos: what does the client do when the peer misbehaves?

import { EmptyState } from '../pieces/Pane.tsx';

export function ChaosPanel() {
  return <EmptyState>No experiment with an unreliable peer is in this log.</EmptyState>;
}
