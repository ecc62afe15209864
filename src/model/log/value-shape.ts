// What a value holds, told member by member, for whoever takes values from strangers: the first thing that is wrong, and where.

import { isJsonObject, type Json } from '../base/json.ts';

/** What is wrong with a value: where, below it, and what should stand there. */
export interface Flaw {
  readonly path: string;
  readonly should: string;
}
export type Shape = (value: Json) => Flaw | undefined;
/** Of a member that may be missing. */
export interface Optional {
  readonly ifThere: Shape;
}
/** Every member of a type, so that the compiler notices a new one; the optional ones marked as such. */
export type Members<T> = { readonly [M in keyof T]-?: Record<never, never> extends Pick<T, M> ? Optional : Shape };

/** Of a member that is not there and might be null. */
const MISSING: Flaw = { path: '', should: 'there' };
/** Milliseconds, some thirty years of them. */
const LONGEST = 1e12;

export const anything: Shape = () => undefined;
export const text = simple('a text', (value) => typeof value === 'string');
export const flag = simple('true or false', (value) => typeof value === 'boolean');
export const count = simple('a whole number, 0 or more', (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
export const whole = simple('a whole number', (value) => typeof value === 'number' && Number.isSafeInteger(value));
export const pause = simple(`a number from 0 to ${LONGEST}`, (value) => typeof value === 'number' && value >= 0 && value <= LONGEST);
/** A moment of some clock, in milliseconds. */
export const instant = simple('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const texts = listOf(text);

function simple(should: string, is: (value: Json) => boolean): Shape {
  const flaw: Flaw = { path: '', should };
  return (value) => (is(value) ? undefined : flaw);
}

export function oneOf(words: readonly string[]): Shape {
  return simple(`one of ${words.join(', ')}`, (value) => typeof value === 'string' && words.includes(value));
}

export function listOf(item: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return { path: '', should: 'a list' };
    for (const [index, each] of (value as readonly Json[]).entries()) {
      const flaw = item(each);
      if (flaw) return { path: `[${index}]${flaw.path}`, should: flaw.should };
    }
    return undefined;
  };
}

export function mapOf(item: Shape): Shape {
  return (value) => {
    if (!isJsonObject(value)) return { path: '', should: 'an object' };
    for (const [name, each] of Object.entries(value)) {
      const flaw = item(each);
      if (flaw) return { path: `.${name.slice(0, 40)}${flaw.path}`, should: flaw.should };
    }
    return undefined;
  };
}

export function nullable(shape: Shape): Shape {
  return (value) => {
    const flaw = value === null ? undefined : shape(value);
    return flaw?.path === '' ? { path: '', should: `${flaw.should}, or null` } : flaw;
  };
}

export function optional(ifThere: Shape): Optional {
  return { ifThere };
}

export function object<T>(members: Members<T>): Shape {
  return withMembers(members);
}

export type MembersByName = Readonly<Record<string, Shape | Optional>>;

export function withMembers(members: MembersByName): Shape {
  const known = Object.entries(members);
  return (value) => {
    if (!isJsonObject(value)) return { path: '', should: 'an object' };
    for (const [name, shape] of known) {
      const stands = Object.hasOwn(value, name) ? value[name] : undefined;
      if (stands === undefined && typeof shape === 'object') continue;
      const must = typeof shape === 'object' ? shape.ifThere : shape;
      const flaw = stands === undefined ? (must(null) ?? MISSING) : must(stands);
      if (flaw) return { path: `.${name}${flaw.path}`, should: flaw.should };
    }
    return undefined;
  };
}
