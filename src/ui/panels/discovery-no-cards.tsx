// Nothing to discover: why, and the way out.

import { useInspector } from '../inspector-store.ts';
import { EmptyState, Pane, PaneHead } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';

export function NoCards({ panel }: { panel: 'Discovery' | 'Admission' }) {
  const cursor = useInspector((state) => state.cursor);
  const seek = useInspector((state) => state.seek);
  const openPanel = useInspector((state) => state.openPanel);
  const { data: summary } = useAnswer('summary', {});
  const last = (summary?.rowCount ?? 0) - 1;
  return (
    <Pane label={panel}>
      <PaneHead title={panel} facts="0 cards known here" />
      {cursor < last ? (
        <EmptyState action={{ label: 'Go to the last event', run: () => seek(last) }}>
          No agent card is known at this point of the log. Cards count from the event that publishes or shows them.
        </EmptyState>
      ) : (
        <EmptyState action={{ label: 'See what was read', run: () => openPanel('source') }}>
          This log shows no agent card: none was published, and none was fetched. Without cards there is nobody to find or to admit.
        </EmptyState>
      )}
    </Pane>
  );
}
