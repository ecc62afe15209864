// What rides beside the protocol, under names of our own: who is calling (a request header) and on whose behalf a task is
// done (the task's metadata). Neither is part of A2A; both are fixed in SPEC.md (X.1, X.2).

import { isJsonObject, parseJson, type Json } from '../base/json.ts';
import { failure, success, type Issue, type Result } from '../base/result.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { CallerCarrier } from './protocol-port.ts';

/** The header that carries the caller's context, lower case. */
export const CALLER_HEADER = 'x-caller-context';

/** The member of a task's metadata that carries its delegation chain: a list of names, outermost first. */
export const CHAIN_KEY = 'delegation-inspector/chain';

/**
 * The caller's context as plain JSON in one header: the stand-in for a verified token. Text outside ASCII is escaped, because
 * a header value may not hold it.
 */
export const headerCarrier: CallerCarrier = {
  encode: (caller) => ({ [CALLER_HEADER]: escapeNonAscii(JSON.stringify(caller)) }),
  decode: (headers) => {
    const text = headers[CALLER_HEADER];
    if (text === undefined) return failure({ path: CALLER_HEADER, message: 'the header is missing: it must say who is calling' });
    const parsed = parseJson(text);
    if (!parsed.ok) return failure(...parsed.issues.map((issue) => ({ ...issue, path: CALLER_HEADER })));
    return decodeCaller(parsed.value);
  },
};

function decodeCaller(value: Json): Result<CallerContext> {
  if (!isJsonObject(value)) return failure({ path: CALLER_HEADER, message: 'must be an object' });
  const issues: Issue[] = [];
  const text = (key: string): string => {
    const found = Object.hasOwn(value, key) ? value[key] : undefined;
    if (typeof found === 'string') return found;
    issues.push({ path: `${CALLER_HEADER}.${key}`, message: found === undefined ? 'is required' : 'must be a text' });
    return '';
  };
  const texts = (key: string): readonly string[] => {
    const found: unknown = Object.hasOwn(value, key) ? value[key] : undefined;
    if (!Array.isArray(found)) {
      issues.push({ path: `${CALLER_HEADER}.${key}`, message: found === undefined ? 'is required' : 'must be a list of texts' });
      return [];
    }
    for (const [index, item] of found.entries()) {
      if (typeof item !== 'string') issues.push({ path: `${CALLER_HEADER}.${key}[${index}]`, message: 'must be a text' });
    }
    return found as readonly string[];
  };
  const caller: CallerContext = {
    agentId: text('agentId'),
    tenant: text('tenant'),
    userId: text('userId'),
    scopes: texts('scopes'),
    dataClassification: text('dataClassification'),
    delegationChain: texts('delegationChain'),
  };
  return issues.length > 0 ? failure(...issues) : success(caller);
}

function escapeNonAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
