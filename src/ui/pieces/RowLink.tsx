// A row's number as a way to it.

import { useInspector } from '../inspector-store.ts';

export function RowLink({ seq }: { seq: number }) {
  return (
    <button type="button" className="link m" onClick={() => useInspector.getState().selectRow(seq)}>
      {seq}
    </button>
  );
}
