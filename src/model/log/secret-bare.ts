// Values that no quote encloses: in prose, settings, forms and code. What such a value is, its name alone does not tell: `password: must
// be long` and `token = next()` hide nothing.

import { afterPlaceholders, bareEnd, farEnd } from './secret-found.ts';
import { looksSecret, secretName, valueSecret } from './secret-names.ts';
import type { SecretName, SecretValue } from './secret-names.ts';

/** A name and where it and its value stand. */
export interface BareName {
  readonly text: string;
  readonly from: number;
  readonly start: number;
  readonly name: string;
  readonly sep: string;
}

interface BareValue {
  readonly to: number;
  readonly secret: SecretValue | undefined;
}

/** Reads a value up to what cannot be part of it, and judges it by the company it keeps. */
export function bareValue(named: BareName, told: SecretName): BareValue {
  const { text, start, sep } = named;
  const cutEnd = afterPlaceholders(text, start);
  const stop = sep === '=' ? /[\s&"'<>;,\\)}\]#(]/ : /[\s"'<>,;\\)}\]({|]/;
  const { to, isWhole } = bareEnd(text, cutEnd, stop);
  const value = text.slice(start, to);
  const secret = bareSecret(named, { told, value, isCut: cutEnd > start && cutEnd === to, after: text[to] ?? '' });
  return { to: secret && !isWhole ? farEnd(text, to, stop) : to, secret };
}

interface Bare {
  readonly told: SecretName;
  readonly value: string;
  readonly isCut: boolean;
  /** The unit that ends it. */
  readonly after: string;
}

function bareSecret(named: BareName, bare: Bare): SecretValue | undefined {
  const { told, value, isCut } = bare;
  const parameter = parameterOf(named);
  const place = parameter === 'query' ? `parameter ${named.name}` : told.place;
  if (isCut || (parameter !== undefined && !isPath(value))) {
    const certain = isCut || told.certain || parameter === 'query';
    return valueSecret({ ...told, place, certain }, value);
  }
  return isHidden(named, bare) ? valueSecret({ ...told, certain: true }, value) : undefined;
}

/** Whether a value that stands in the open is one, and not a word or a piece of a program. */
function isHidden(named: BareName, { told, value, after }: Bare): boolean {
  if (isCode(value) || after === '(' || (after === '{' && named.sep !== '=')) return false;
  // A name in letters alone is that of a type or of a state before it is a secret.
  if (looksSecret(value) && !(value.length < 20 && /^[A-Za-z_]+$/.test(value))) return true;
  if (!told.certain || told.shape === 'authorization') return false;
  return named.sep === ':' ? standsAlone(named, value.length) : isSetting(named);
}

/** Whether a name is one of a URL's parameters, or of a form. */
function parameterOf({ text, from, sep }: BareName): 'query' | 'form' | undefined {
  if (sep !== '=') return undefined;
  const before = text[from - 1];
  if (before !== '?' && before !== '&' && before !== '#')
    return /^[^\s"'<>]{0,400}&[\w.-]{1,64}=/.test(text.slice(from, from + 500)) ? 'form' : undefined;
  const head = text.slice(Math.max(0, from - 2000), from);
  return /[?#][^\s"'<>]*$/.test(head) ? 'query' : 'form';
}

/** Whether name and value are all that a line has. */
function standsAlone({ text, from, start }: BareName, length: number): boolean {
  const to = start + length;
  if (!/(?:^|[\r\n]|\\[nr])[\s<>*|-]*$/.test(text.slice(Math.max(0, from - 20), from))) return false;
  return to >= text.length || /^[ \t]{0,8}(?:[\r\n]|\\[nr]|#|$)/.test(text.slice(to, to + 12));
}

/** A setting as shells and environments have it: no space around the sign, and in capitals or at the start of its line. */
function isSetting({ text, from, start, name, sep }: BareName): boolean {
  if (sep !== '=' || text[start - 1] !== '=' || text[start - 2] === ' ') return false;
  return /^[A-Z][A-Z0-9_]*$/.test(name) || /(?:^|[\s;&|-]|\\[nr])$/.test(text.slice(Math.max(0, from - 2), from));
}

/** Whether a value is a name in a program and no value: `settings.api_key`, `password`, `str`. */
export function isCode(value: string): boolean {
  const name = value.replace(/[?!:.|&]+$/, '');
  return isPath(name) || (/^[A-Za-z_$][A-Za-z_$]*$/.test(name) && secretName(name) !== undefined);
}

/** Names with dots between them: a member of a member. */
function isPath(value: string): boolean {
  return value.length < 64 && /^[A-Za-z_$][A-Za-z_$]*(?:\??\.[A-Za-z_$][A-Za-z_$]*)+$/.test(value);
}
