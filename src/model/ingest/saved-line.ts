// Lines of the saved form, decoded: whoever wrote them may have been anybody. The form itself is in log/saved-form.ts.

import type { Json, JsonObject } from '../base/json.ts';
import { isJsonObject, textMember } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { failure, success } from '../base/result.ts';
import type { Fact } from '../log/fact.ts';
import type { EpisodeIdentity, LogSettings, RecordedLine, SavedHeader, SavedSourceLine } from '../log/saved-form.ts';
import { DEFAULT_SETTINGS } from '../log/saved-form.ts';
import { KERNEL_KINDS } from '../log/row-kind.ts';
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
  if (sort === 'fact' && !isKnownFact(value['fact'])) return failure({ path: 'fact.kind', message: 'a fact of an unknown kind' });
  const headers = 'headers' in members ? { headers: headersOf(value['headers']) } : {};
  // Every member that the type names was looked at above.
  return success({ ...value, ...headers } as unknown as RecordedLine | SavedSourceLine);
}

const FACT_KINDS: ReadonlySet<string> = new Set(KERNEL_KINDS.filter((kind) => kind !== 'episode-ended'));

function isKnownFact(value: Json | undefined): value is Fact & JsonObject {
  return FACT_KINDS.has(textMember(value, 'kind') ?? '');
}

/** Decodes the header line; undefined when it is none. Settings that are missing or no numbers take their defaults. */
export function decodeSavedHeader(value: Json): SavedHeader | undefined {
  if (!isJsonObject(value) || value['delegationInspector'] !== 'saved') return undefined;
  const version = value['version'];
  const episode = decodeEpisode(value['episode']);
  return {
    delegationInspector: 'saved',
    version: typeof version === 'number' ? version : 0,
    name: textMember(value, 'name') ?? '',
    settings: decodeSettings(value['settings']),
    ...(episode ? { episode } : {}),
  };
}

function decodeSettings(value: Json | undefined): LogSettings {
  const stated = (name: keyof LogSettings): number => {
    const number = isJsonObject(value) ? value[name] : undefined;
    return typeof number === 'number' && number >= 0 ? number : DEFAULT_SETTINGS[name];
  };
  return { stallSeconds: stated('stallSeconds'), depth: stated('depth'), retrySeconds: stated('retrySeconds') };
}

function decodeEpisode(value: Json | undefined): EpisodeIdentity | undefined {
  const [lesson, seed, policy] = ['lesson', 'seed', 'policy'].map((name) => textMember(value, name));
  if (!isJsonObject(value) || lesson === undefined || seed === undefined || policy === undefined) return undefined;
  const knobs = value['knobs'];
  return { lesson, seed, policy, knobs: isJsonObject(knobs) ? knobs : {} };
}
