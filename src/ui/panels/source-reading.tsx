// What a source was read as. Where two formats fit about equally that is said, with the other reading; a person may choose any.

import { useState } from 'react';
import { doubtInWords, isReadAs, READ_AS } from '../../model/log/read-as.ts';
import type { SourceAnswer } from '../../model/projections/sources.ts';
import { useInspector } from '../inspector-store.ts';
import { usePage } from '../page.ts';
import { Select } from '../pieces/controls.tsx';
import { SeverityMark } from '../pieces/Mark.tsx';

const CHOICES = Object.entries(READ_AS).map(([value, label]) => ({ value, label }));
const BY_ITSELF = { value: 'found', label: 'found by its beginning' };

/** The doubt about a format in words; nothing where there is none. */
export function FormatDoubtNote({ answer: { doubt } }: { answer: SourceAnswer }) {
  if (doubt === undefined) return null;
  return (
    <p className="source-doubt" role="status">
      <SeverityMark severity={doubt.byHand ? 'info' : 'warning'}>{doubt.byHand ? 'your choice' : 'two readings'}</SeverityMark>{' '}
      {doubtInWords(doubt)}
    </p>
  );
}

/** Reads the whole text again as what is chosen. Only the text that was given can be: what lies in it was told by what it lies in. */
export function ReadAsSelect({ answer, reading }: { answer: SourceAnswer; reading: boolean }) {
  const page = usePage();
  const [busy, setBusy] = useState(false);
  if (answer.index !== 0 || reading) return null;
  const { doubt } = answer;
  const readAs = (word: string) => {
    if (!isReadAs(word) || busy) return;
    setBusy(true);
    void page
      .readAs(word)
      .catch((error: unknown) =>
        useInspector.getState().setNotice({
          kind: 'error',
          text: 'The text was not read again.',
          detail: error instanceof Error ? error.message : String(error),
        }),
      )
      .finally(() => setBusy(false));
  };
  const value = doubt?.byHand ? doubt.chosen.as : BY_ITSELF.value;
  return <Select label="Read as" value={value} options={doubt?.byHand ? CHOICES : [BY_ITSELF, ...CHOICES]} onChange={readAs} />;
}
