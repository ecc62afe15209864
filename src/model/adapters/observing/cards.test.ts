import { describe, expect, it } from 'vitest';
import { observe } from './observe.ts';

describe('[X.6] observe reads cards', () => {
  it('with their interfaces and what is wrong with them', () => {
    const seen = observe({
      name: 'a',
      supportedInterfaces: [{ url: 'https://h/a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      capabilities: {},
    });
    expect(seen.said).toMatchObject({
      kind: 'card',
      card: { card: { name: 'a', url: 'https://h/a' }, interfaces: [{ url: 'https://h/a', binding: 'JSONRPC', version: '1.0' }] },
    });
    expect(seen.said.kind === 'card' && seen.said.card.problems.map(({ path }) => path)).toEqual([
      'description',
      'version',
      'skills',
      'defaultInputModes',
      'defaultOutputModes',
    ]);
  });

  it('and says that a list of schemes is no strict card', () => {
    const seen = observe({ name: 'a', url: 'u', skills: [], securitySchemes: ['oauth2'] });
    expect(seen.said).toMatchObject({ kind: 'card', card: { card: { securitySchemes: ['oauth2'] } } });
    expect(seen.issues.map(({ path }) => path)).toContain('securitySchemes');
  });
});
