// What was cut, in words.

import type { LogSummary } from '../model/engine/query.ts';
import { countOf } from './format.ts';

/** One and several of a shape; a shape without an entry is called by its own name. */
const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  authorization: ['authorization', 'authorizations'],
  'api-key': ['API key', 'API keys'],
  cookie: ['cookie', 'cookies'],
  credentials: ['set of credentials', 'sets of credentials'],
  jwt: ['JWT', 'JWTs'],
  own: ['text chosen by hand', 'texts chosen by hand'],
  password: ['password', 'passwords'],
  'private-key': ['private key', 'private keys'],
  token: ['token', 'tokens'],
};

export function shapeName(shape: string, count = 1): string {
  const names = NAMES[shape];
  return names ? names[count === 1 ? 0 : 1] : shape;
}

/** `5 secrets`: how many different ones. */
export function secretCount({ cutShapes }: LogSummary): number {
  return cutShapes.reduce((sum, { secrets }) => sum + secrets, 0);
}

/** `2 tokens, 1 JWT, in 9 places`. */
export function cutWords({ cutShapes, redacted }: LogSummary): string {
  return `${cutShapes.map(({ shape, secrets }) => countOf(secrets, shapeName(shape), shapeName(shape, 2))).join(', ')}, in ${countOf(redacted, 'place')}`;
}
