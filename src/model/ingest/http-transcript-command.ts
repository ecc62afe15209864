// What a curl command asks for: its URL, method, headers and body, by the options of curl's manual that say so.

import { readShellCommand, type ShellWord } from '../base/shell-word.ts';
import type { HttpHeaders } from '../protocol/http.ts';

export interface CurlCommand {
  /** As given: it may lack a scheme, or hold a variable. */
  readonly url: string | undefined;
  readonly method: string;
  readonly headers: HttpHeaders;
  /** The word that is the body; undefined where there is none, or where it is not all in the command. */
  readonly body: ShellWord | undefined;
}

const LONG_WITH_VALUE =
  /^--(?:header|data|data-raw|data-binary|data-ascii|data-urlencode|json|request|url|user|user-agent|cookie|cookie-jar|output|form|referer|cacert|cert|key|connect-timeout|max-time|retry|retry-delay|proxy|resolve|write-out|config|unix-socket|oauth2-bearer|trace|trace-ascii|dump-header|aws-sigv4|interface|limit-rate|ciphers|tls-max|connect-to|url-query|expand-data|variable)$/;
const SHORT_WITH_VALUE = /[AbcCdDeEFhHKmoPQrtTuUwxXyYzZ]/;
const DATA = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/;

interface Option {
  readonly name: string;
  readonly value: ShellWord | undefined;
}

/** Reads the command at the beginning of a text; undefined where its quotes are out of balance. */
export function readCurlCommand(text: string, from: number): (CurlCommand & { readonly to: number }) | undefined {
  const command = readShellCommand(text, from);
  if (!command) return undefined;
  const options = optionsOf(command.words.slice(1));
  const valuesOf = (...names: readonly string[]): readonly ShellWord[] =>
    options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  const data = options.flatMap(({ name, value }) => (DATA.test(name) && value ? [{ name, value }] : []));
  const [first] = data;
  const posted = data.length > 0 && !has('-G', '--get');
  const json = has('--json');
  return {
    to: command.to,
    url: valuesOf('', '--url')[0]?.value,
    method:
      valuesOf('-X', '--request')[0]?.value ??
      (posted || has('-F', '--form', '--data-urlencode') ? 'POST' : has('-I', '--head') ? 'HEAD' : 'GET'),
    headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...headersIn(valuesOf('-H', '--header')) },
    // A file's content, or a body of several pieces, stands in no one word.
    body: posted && data.length === 1 && first && !isFile(first) ? first.value : undefined,
  };
}

function isFile({ name, value }: { readonly name: string; readonly value: ShellWord }): boolean {
  return name !== '--data-raw' && value.value.startsWith('@');
}

function headersIn(words: readonly ShellWord[]): HttpHeaders {
  const entries = words.flatMap(({ value }): readonly (readonly [string, string])[] => {
    const colon = value.indexOf(':');
    return colon < 1 ? [] : [[value.slice(0, colon).trim().toLowerCase(), value.slice(colon + 1).trim()]];
  });
  return Object.fromEntries(entries);
}

/** Options with their values; a word that is none is a URL and has no name. */
function optionsOf(words: readonly ShellWord[]): readonly Option[] {
  const options: Option[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!word) break;
    const { value } = word;
    if (value.startsWith('--')) {
      const takes = LONG_WITH_VALUE.test(value);
      if (takes) index += 1;
      options.push({ name: value, value: takes ? words[index] : undefined });
    } else if (value.startsWith('-') && value.length > 1) {
      const taken = shortOptions(word, words[index + 1], options);
      if (taken) index += 1;
    } else options.push({ name: '', value: word });
  }
  return options;
}

/** Letters behind one dash; the first that takes a value takes the rest of the word, or the next word. */
function shortOptions(word: ShellWord, next: ShellWord | undefined, options: Option[]): boolean {
  for (let at = 1; at < word.value.length; at += 1) {
    const letter = word.value[at] ?? '';
    const name = `-${letter}`;
    if (!SHORT_WITH_VALUE.test(letter)) {
      options.push({ name, value: undefined });
      continue;
    }
    const rest = word.value.slice(at + 1);
    // The letters before a value are never quoted in practice, so its place in the text is that far behind the word's.
    options.push({ name, value: rest === '' ? next : { value: rest, from: word.from + at + 1, to: word.to } });
    return rest === '';
  }
  return false;
}
