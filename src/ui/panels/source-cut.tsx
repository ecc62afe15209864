// A text chosen in Source can be cut everywhere before anything is shared.

import { Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import { whyNotOwn } from '../../model/log/own-texts.ts';
import { useInspector } from '../inspector-store.ts';
import { usePage } from '../page.ts';

/** Stands in the head of the pane while a text in it is selected. @param within the box that texts are chosen in */
export function CutChosenText({ within, reading }: { within: string; reading: boolean }) {
  const page = usePage();
  const [busy, setBusy] = useState(false);
  const text = useSelectedText(within);
  if (text === '' && !busy) return null;
  const why = reading ? 'Still reading; wait for its end.' : whyNotOwn(text);
  const cut = () => {
    setBusy(true);
    page
      .cutText(text)
      .catch((error: unknown) =>
        useInspector
          .getState()
          .setNotice({ kind: 'error', text: 'Nothing was cut.', detail: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      {why === undefined ? null : <span className="i2 tr">{why}</span>}
      <button
        type="button"
        className="btn"
        aria-disabled={why !== undefined || busy}
        title={why ?? `Cuts every place of “${text}”, in the text and in all that is made of it`}
        // The selection must not go before the button is pressed.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => why === undefined && !busy && cut()}
      >
        <Scissors size={14} strokeWidth={1.5} aria-hidden /> {busy ? 'Cutting' : 'Cut this text'}
      </button>
    </>
  );
}

function useSelectedText(within: string): string {
  const [text, setText] = useState('');
  useEffect(() => {
    const look = () => {
      const selection = document.getSelection();
      const node = selection?.anchorNode;
      const element = node instanceof Element ? node : node?.parentElement;
      setText(element?.closest(within) ? (selection?.toString() ?? '') : '');
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [within]);
  return text;
}
