// Lines of the saved form, decoded: whoever wrote them may have been anybody. The form itself is in log/saved-form.ts.

import type { Json } from '../base/json.ts';
import { isJsonObject, textMember } from '../base/json.ts';
import type { Issue, Result } from '../base/result.ts';
import { failure, success } from '../base/result.ts';
import { factFlaw } from '../log/fact-shape.ts';
import type { EpisodeIdentity, LogSettings, RecordedLine, SavedSourceLine } from '../log/saved-form.ts';
import { DEFAULT_SETTINGS } from '../log/saved-form.ts';
import { headersOf } from './exchange-log.ts';

/** Members that a line of each sort must have, by what they must be. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, 'number' | 'string' | 'object' | 'list'>>>> = {
  request: {
    at: 'number',
    exchange: 'number',
    from: 'string',
    to: 'string',
    method: 'string',
    path: 'string',
    headers: 'object',
    body: 'string',
  },
  response: { at: 'number', exchange: 'number', status: 'number', headers: 'object', body: 'string' },
  head: { at: 'number', exchange: 'number', status: 'number', headers: 'object' },
  chunk: { at: 'number', exchange: 'number', text: 'string' },
  end: { at: 'number', exchange: 'number' },
  lost: { at: 'number', exchange: 'number', why: 'string' },
  'hung-up': { at: 'number', exchange: 'number' },
  fact: { at: 'number', by: 'string', fact: 'object' },
  'episode-ended': { at: 'number', end: 'string', open: 'list', turns: 'number' },
  source: { source: 'number', name: 'string' },
  text: { source: 'number', text: 'string' },
};

/** Milliseconds since the virtual epoch, some thirty years: a time beyond has no date that can be shown beside the others. */
const LATEST = 1e12;

function isA(value: Json | undefined, what: 'number' | 'string' | 'object' | 'list'): boolean {
  if (what === 'list') return Array.isArray(value);
  return what === 'object' ? isJsonObject(value) : typeof value === what;
}

/** Decodes one line after the header. Issues name the member that is missing or of another type. */
export function decodeSavedLine(value: Json): Result<RecordedLine | SavedSourceLine> {
  const sort = textMember(value, 'line');
  const members = sort !== undefined && Object.hasOwn(MEMBERS, sort) ? MEMBERS[sort] : undefined;
  if (!isJsonObject(value) || members === undefined) return failure({ path: 'line', message: 'this is no line of the saved form' });
  for (const [name, what] of Object.entries(members)) {
    if (!isA(value[name], what)) return failure({ path: name, message: `"${name}" should be a ${what}` });
  }
  const { at } = value;
  if ('at' in members && !(typeof at === 'number' && at >= 0 && at <= LATEST)) {
    return failure({ path: 'at', message: `"at" should be a number from 0 to ${LATEST}` });
  }
  const flaw = sort === 'fact' ? factFlaw(value['fact']) : undefined;
  if (flaw) return failure(flaw);
  const headers = 'headers' in members ? { headers: headersOf(value['headers']) } : {};
  // Every member that the type names was looked at above.
  return success({ ...value, ...headers } as unknown as RecordedLine | SavedSourceLine);
}

/** A header as far as it can be used; what cannot is not in it. */
export interface DecodedHeader {
  readonly version?: number;
  readonly name?: string;
  readonly settings: LogSettings;
  readonly episode?: EpisodeIdentity;
}

/**
 * Decodes the header line. A setting that is not stated takes its default without a word; for whatever else is missing or is
 * not what it should be an issue says so, by its path, and what is used in its place. Fails where the line is no header.
 */
export function decodeSavedHeader(value: Json): Result<DecodedHeader> {
  if (!isJsonObject(value) || value['delegationInspector'] !== 'saved') {
    return failure({ path: 'delegationInspector', message: 'this is no header of the saved form' });
  }
  const issues: Issue[] = [];
  const { version, name } = value;
  if (typeof version !== 'number') issues.push(shouldBe('version', 'a number', version));
  if (typeof name !== 'string') issues.push(shouldBe('name', 'a text', name, 'the name of the file is used'));
  const settings = decodeSettings(value['settings'], issues);
  const episode = decodeEpisode(value['episode'], issues);
  const header: DecodedHeader = {
    ...(typeof version === 'number' ? { version } : {}),
    ...(typeof name === 'string' ? { name } : {}),
    settings,
    ...(episode ? { episode } : {}),
  };
  return success(header, issues);
}

/** The largest setting that says anything: some thirty years of seconds. */
const MOST = 1e9;

function decodeSettings(value: Json | undefined, issues: Issue[]): LogSettings {
  if (value !== undefined && !isJsonObject(value)) issues.push(shouldBe('settings', 'an object', value, 'the defaults are used'));
  const stated = (name: keyof LogSettings): number => {
    const number = isJsonObject(value) ? value[name] : undefined;
    if (number === undefined) return DEFAULT_SETTINGS[name];
    const isWhole = name !== 'depth' || Number.isInteger(number);
    if (typeof number === 'number' && number >= 0 && number <= MOST && isWhole) return number;
    const what = `a ${name === 'depth' ? 'whole ' : ''}number from 0 to ${MOST}`;
    issues.push(shouldBe(`settings.${name}`, what, number, `its default ${DEFAULT_SETTINGS[name]} is used`));
    return DEFAULT_SETTINGS[name];
  };
  return { stallSeconds: stated('stallSeconds'), depth: stated('depth'), retrySeconds: stated('retrySeconds') };
}

/** All of an identity or none: a part of it names another episode. */
function decodeEpisode(value: Json | undefined, issues: Issue[]): EpisodeIdentity | undefined {
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    issues.push(shouldBe('episode', 'an object', value, 'the log is read as that of no episode'));
    return undefined;
  }
  const { knobs = {}, take } = value;
  const [lesson, seed, policy] = ['lesson', 'seed', 'policy'].map((name) => {
    const text = textMember(value, name);
    if (text === undefined) issues.push(shouldBe(`episode.${name}`, 'a text', value[name], 'the log is read as that of no episode'));
    return text;
  });
  if (!isJsonObject(knobs)) issues.push(shouldBe('episode.knobs', 'an object', knobs, 'the log is read as that of no episode'));
  const isOneOfSeveral = typeof take === 'string';
  if (take !== undefined && !isOneOfSeveral) issues.push(shouldBe('episode.take', 'a text', take, 'the log is read as that of no episode'));
  if (lesson === undefined || seed === undefined || policy === undefined || !isJsonObject(knobs)) return undefined;
  if (take === undefined) return { lesson, seed, policy, knobs };
  return isOneOfSeveral ? { lesson, seed, policy, take, knobs } : undefined;
}

function shouldBe(path: string, what: string, value: Json | undefined, used?: string): Issue {
  return { path, message: `${path} should be ${what}, and is ${wordFor(value)}${used === undefined ? '' : `; ${used}`}` };
}

/** What a value is, without what it says: that may be long, deep or a secret. */
function wordFor(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return 'a list';
  return { string: 'a text', boolean: 'true or false', object: 'an object' }[typeof value as 'string' | 'boolean' | 'object'];
}
