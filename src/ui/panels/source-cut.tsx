// A text can be cut everywhere before anything is shared: chosen in Source with a pointer, or typed, which needs none.

import { Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import { whyNotOwn } from '../../model/log/own-texts.ts';
import { useInspector } from '../inspector-store.ts';
import { usePage } from '../page.ts';
import { inWords } from '../page/in-words.ts';
import { Field } from '../pieces/controls.tsx';

const STILL_READING = 'Still reading; wait for its end.';

/** Cuts a text and reads everything again; what goes wrong is told in the notice. */
function useCut() {
  const page = usePage();
  const [busy, setBusy] = useState(false);
  const cut = (text: string) => {
    setBusy(true);
    void page
      .cutText(text)
      .catch((error: unknown) => useInspector.getState().setNotice({ kind: 'error', text: 'Nothing was cut.', detail: inWords(error) }))
      .finally(() => setBusy(false));
  };
  return { busy, cut };
}

/** A field for the text: for who reads without a pointer, and for what is known by heart and not on screen. */
export function CutTypedText({ reading }: { reading: boolean }) {
  const { busy, cut } = useCut();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const why = text === '' ? undefined : reading ? STILL_READING : whyNotOwn(text);
  const change = (typed: string) => {
    setText(typed);
    setAsked(false);
  };
  const isReady = text !== '' && why === undefined && !busy;
  return (
    <form
      className="cut-typed"
      aria-label="Cut a text"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (isReady) cut(text);
      }}
    >
      <Field
        label="Cut another text"
        value={text}
        onChange={change}
        placeholder="a name, a host, a number"
        error={asked ? why : undefined}
        mono
      />
      <button type="submit" className="btn" aria-disabled={!isReady}>
        <Scissors size={14} strokeWidth={1.5} aria-hidden /> {busy ? 'Cutting' : 'Cut it'}
      </button>
    </form>
  );
}

/** Stands in the head of a pane while a text in it is selected. @param within the box that texts are chosen in */
export function CutChosenText({ within, reading, label = 'Cut this text' }: { within: string; reading: boolean; label?: string }) {
  const { busy, cut } = useCut();
  const text = useSelectedText(within);
  if (text === '' && !busy) return null;
  const why = reading ? STILL_READING : whyNotOwn(text);
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
        onClick={() => why === undefined && !busy && cut(text)}
      >
        <Scissors size={14} strokeWidth={1.5} aria-hidden /> {busy ? 'Cutting' : label}
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
