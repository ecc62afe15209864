// What hands the saved form out: as a file, or to the clipboard.

import { downloadText } from '../download.ts';
import type { EngineClient } from '../engine-client.ts';
import { formatBytes } from '../format.ts';
import { useInspector } from '../inspector-store.ts';

const state = () => useInspector.getState();

export function saveActions(engine: EngineClient) {
  const savedForm = async () => {
    const { log, logs } = state();
    if (log === undefined) return undefined;
    const name = logs.find((each) => each.id === log)?.name ?? 'log';
    return { name: `${name.replace(/[^\w.-]+/g, '-').toLowerCase()}.inspector.ndjson`, text: await engine.save(log) };
  };
  return {
    savedForm,
    async save() {
      const saved = await savedForm();
      if (!saved) return;
      downloadText(saved.text, { name: saved.name, type: 'application/x-ndjson' });
      state().setNotice({
        kind: 'info',
        text: `Saved ${saved.name}, ${formatBytes(new Blob([saved.text]).size)}. Drop it here to read it again.`,
      });
    },
    async copySaved() {
      const saved = await savedForm();
      if (!saved) return;
      try {
        await navigator.clipboard.writeText(saved.text);
        state().setNotice({ kind: 'info', text: `Copied ${formatBytes(new Blob([saved.text]).size)} in the saved form.` });
      } catch {
        state().setNotice({ kind: 'info', text: 'This browser does not let the page copy. Save the file instead.' });
      }
    },
  };
}
