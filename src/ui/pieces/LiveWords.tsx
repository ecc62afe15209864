// What changed, for who cannot see it: one polite region for the whole page.

import { useInspector } from '../inspector-store.ts';

export function LiveWords() {
  const said = useInspector((state) => state.said);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" data-said>
      {said?.text ?? ''}
    </p>
  );
}
