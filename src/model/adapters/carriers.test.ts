import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCaller, PROPERTY } from '../testing/arbitraries.ts';
import { CALLER_HEADER, headerCarrier } from './carriers.ts';

const issuesOf = (text: string) => headerCarrier.decode({ [CALLER_HEADER]: text }).issues;

describe('[X.1] the caller in a header', () => {
  it('comes back as it was, through plain ASCII', () => {
    fc.assert(
      fc.property(arbitraryCaller, (caller) => {
        const headers = headerCarrier.encode(caller);
        expect(headers[CALLER_HEADER]).toMatch(/^[\x20-\x7e]*$/);
        expect(headerCarrier.decode(headers)).toEqual({ ok: true, value: caller, issues: [] });
      }),
      PROPERTY,
    );
  });

  it('names the header when it is missing', () => {
    expect(headerCarrier.decode({})).toEqual({
      ok: false,
      issues: [{ path: 'x-caller-context', message: 'the header is missing: it must say who is calling' }],
    });
  });

  it('names the member that is wrong', () => {
    const caller = { agentId: 'a', tenant: 7, userId: 'u', scopes: 'delegate', delegationChain: ['x', 1] };
    expect(issuesOf(JSON.stringify(caller))).toEqual([
      { path: 'x-caller-context.tenant', message: 'must be a text' },
      { path: 'x-caller-context.scopes', message: 'must be a list of texts' },
      { path: 'x-caller-context.dataClassification', message: 'is required' },
      { path: 'x-caller-context.delegationChain[1]', message: 'must be a text' },
    ]);
  });

  it('refuses what is no object, and what is no JSON', () => {
    expect(issuesOf('[]')).toEqual([{ path: 'x-caller-context', message: 'must be an object' }]);
    const [issue] = issuesOf('{');
    expect(issue?.path).toBe('x-caller-context');
    expect(issue?.message).toBe('not JSON at line 1, column 2: the text ends where a member name in quotes or "}" should follow');
  });

  it('takes no member that is only inherited', () => {
    expect(issuesOf('{"__proto__":{"agentId":"a"}}')).toContainEqual({ path: 'x-caller-context.agentId', message: 'is required' });
  });
});
