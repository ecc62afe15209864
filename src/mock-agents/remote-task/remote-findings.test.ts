// What the audit says of a remote task that behaves: the lab's own peer must not be the one that breaks a rule.

import { describe, expect, it } from 'vitest';
import { createEngine } from '../../model/engine/engine.ts';
import { DEFAULT_SETTINGS, SAVED_FORM_VERSION } from '../../model/log/saved-form.ts';
import type { Operation } from '../../model/protocol/operation.ts';
import { createRecorder } from '../recorder.ts';
import { GET, playRemote, PUSH_URL, SUBSCRIBE, userMessage } from '../testing/remote-agent-episode.ts';
import { REMOTE_TASK_ID } from '../watch-scene.ts';

const TOKEN = 'S'.repeat(21) + 'e'.repeat(22);

/** A turn, a watch by every way that there is, and an end. */
async function recorded(protocol: string): Promise<string> {
  const config = { url: PUSH_URL, token: TOKEN, authentication: '' };
  const calls: readonly Operation[] = [{ kind: 'set-push-config', taskId: REMOTE_TASK_ID, config }, GET];
  const { lines } = await playRemote({
    protocol,
    remote: {
      wantsParticipant: true,
      changes: [
        { at: 3_000, state: 'working', text: null },
        { at: 4_000, state: 'input-required', text: 'Which month?' },
        { at: 6_000, state: 'completed', text: 'Done.' },
      ],
    },
    settings: { startsParked: false, armed: undefined as never },
    program: async ({ ask, read }) => {
      await read({ kind: 'stream', message: userMessage('go') });
      for (const call of calls) await ask(call);
      await read(SUBSCRIBE);
      await ask(GET);
      await ask({ kind: 'delete-push-config', taskId: REMOTE_TASK_ID, configId: 'config-1' });
    },
  });
  const pieces: string[] = [];
  const header = { delegationInspector: 'saved', version: SAVED_FORM_VERSION, name: protocol, settings: DEFAULT_SETTINGS } as const;
  const record = createRecorder(header, (text) => pieces.push(text));
  lines.forEach(record);
  return pieces.join('');
}

describe('what is found in a recording of a remote task', () => {
  it.each(['a2a-0.3/jsonrpc', 'a2a-1.0/jsonrpc', 'a2a-1.0/rest'])('[E.50] is nothing, over %s, and no token', async (protocol) => {
    const text = await recorded(protocol);
    expect(text).not.toContain(TOKEN);
    const engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });
    const log = engine.open(text, { name: protocol });
    await engine.settled(log);
    const { findings } = engine.query(log, 'findings', { from: 0, count: 1_000 });
    expect(findings.filter(({ severity }) => severity !== 'info').map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([]);
  });
});
