import { describe, expect, it } from 'vitest';
import type { Fact } from '../log/fact.ts';
import { createServer } from './server.ts';
import { hostReadings, shownCallback } from './callback-host.ts';
import { reference } from './policy.ts';
import { PAYMENTS_INVESTIGATOR, castCard } from '../testing/delegation-cast.ts';
import { textPart } from './parts.ts';

describe('[T.28] a callback in facts', () => {
  it.each([
    ['https://user:s3cret@agents.bank.ae/cb?x=1', 'https://user:***@agents.bank.ae/cb?x=1'],
    ['https://user:s3:c@ret@agents.bank.ae:8443/cb', 'https://user:***@agents.bank.ae:8443/cb'],
    ['https:user:s3cret@agents.bank.ae', 'https:user:***@agents.bank.ae'],
    ['ht\ttps://user:s3cret@agents.bank.ae/cb?x', 'https://user:***@agents.bank.ae/cb?x'],
    ['https://:s3cret@agents.bank.ae/', 'https://:***@agents.bank.ae/'],
  ])('shows no password: %s', (url, shown) => {
    expect(shownCallback(url)).toBe(shown);
  });

  it.each([
    'https://agents.bank.ae/cb',
    'https://agents.bank.ae:8443/cb',
    'https://agents.bank.ae@evil.example/cb',
    'https://evil.example?@agents.bank.ae/cb',
    'https://evil.example/a:b@agents.bank.ae/',
    'https:evil.example/://agents.bank.ae/cb',
    'no address: a@b',
    '',
  ])('shows everything else as it was given: %s', (url) => {
    expect(shownCallback(url)).toBe(url);
  });

  it('tells it in no fact of a task, and calls back with it all the same', async () => {
    const facts: Fact[] = [];
    const called: string[] = [];
    const { signal } = new AbortController();
    const server = createServer({
      card: castCard('callee', { pushNotifications: true, maxDataClassification: 'restricted' }),
      policy: reference,
      onFact: (fact) => facts.push(fact),
      deliver: ({ url }) => called.push(url),
      handler: async function* (work) {
        work.setStatus(work.task(), 'rejected');
        yield* [];
      },
    });
    const url = 'https://user:s3cret@agents.bank.ae/cb';
    const pushConfig = { url, token: 'a-token', authentication: 'bearer' };
    const message = { messageId: 'm-1', role: 'user', parts: [textPart('go')] } as const;
    await server.execute({ kind: 'send', message, pushConfig }, PAYMENTS_INVESTIGATOR, { signal });
    await server.execute({ kind: 'set-push-config', taskId: 'task-1', config: { ...pushConfig, token: '' } }, PAYMENTS_INVESTIGATOR, {
      signal,
    });
    await server.execute({ kind: 'delete-push-config', taskId: 'task-1', configId: 'task-1' }, PAYMENTS_INVESTIGATOR, { signal });
    const urls = facts.flatMap((fact) => ('url' in fact ? [`${fact.kind} ${String(fact.url)}`] : []));
    const shown = 'https://user:***@agents.bank.ae/cb';
    const kinds = ['push-config-set', 'push-sent', 'push-config-refused', 'push-config-deleted'];
    expect(urls).toEqual(kinds.map((kind) => `${kind} ${shown}`));
    expect(called).toEqual([url]);
  });
});

describe('[T.20] the host of a callback', () => {
  it.each([
    ['https://evil.example?@agents.bank.ae/cb', 'agents.bank.ae', 'evil.example', true],
    ['https://evil.example#@agents.bank.ae/cb', 'agents.bank.ae', 'evil.example', true],
    ['https://evil.example\\@agents.bank.ae/cb', 'agents.bank.ae', 'evil.example', true],
    ['https:evil.example/://agents.bank.ae/cb', 'agents.bank.ae', 'evil.example', true],
    ['https://agents.bank.ae:443/cb', 'agents.bank.ae:443', 'agents.bank.ae', true],
    ['https://AGENTS.bank.ae/cb', 'AGENTS.bank.ae', 'agents.bank.ae', true],
    ['https://agents.bank.ae@evil.example/cb', 'evil.example', 'evil.example', false],
    ['https://agents.bank.ae/cb', 'agents.bank.ae', 'agents.bank.ae', false],
    ['', '', undefined, true],
  ])('is read in %j by cutting and by parsing', (url, cutOut, parsed, differ) => {
    expect(hostReadings(url)).toEqual({ cutOut, parsed, differ });
  });
});
