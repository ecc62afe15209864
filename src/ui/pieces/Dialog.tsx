// The frame of every dialog: a native element, so that the rest of the page is out of reach while it is open.

import '../dialog.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { useInspector } from '../inspector-store.ts';

/**
 * A modal dialog: Escape and a press beside it close it, and the focus goes back where it was. It starts on what carries
 * `data-first`: the browser would take the first control in the markup, which is the cross.
 */
export function Dialog({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  const close = () => useInspector.getState().setDialog(undefined);
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label={label}
      className={`dialog ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      {children}
    </dialog>
  );
}
