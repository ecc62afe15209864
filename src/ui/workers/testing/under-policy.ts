// For tests: from here on workers are started by a document that has a content security policy of its own.

import { vi } from 'vitest';

/** Replaces what workers are made with by that of a frame under the policy, until globals are unstubbed. */
export async function underPolicy(policy: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const realm = frame.contentWindow as (Window & typeof globalThis) | null;
  for (const name of ['Worker', 'Blob', 'URL'] as const) vi.stubGlobal(name, realm?.[name]);
}
