// A card's name as the button that selects the card; pressed again it lets go. What the log does not state about the card is
// written beside the name, not hinted at.

import { useInspector } from '../inspector-store.ts';

export function CardName({ name }: { name: string }) {
  const selected = useInspector((state) => state.selectedCard === name);
  const selectCard = useInspector((state) => state.selectCard);
  return (
    <button type="button" className="da-name" aria-pressed={selected} title={name} onClick={() => selectCard(selected ? undefined : name)}>
      {name}
    </button>
  );
}
