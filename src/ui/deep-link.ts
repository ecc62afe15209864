// The view as a link: the hash, with a version and upgraders, defaults left out. What is shown is in it; of the evidence only a
// small trace, packed (link/trace-in-link.ts).
// A link that cannot be read is told with its text, so that nothing of it is lost (rule U.5).

import type { Json, JsonObject } from '../model/base/json.ts';
import { isJsonObject } from '../model/base/json.ts';
import { failure, type Result, success } from '../model/base/result.ts';
import { CHANNELS, type Channel } from '../model/log/row-kind.ts';
import type { LogSettings } from '../model/log/saved-form.ts';
import type { WhatIf } from '../model/projections/discovery.ts';
import type { RowFilter } from '../model/projections/row-view.ts';
import type { LaneGrouping } from '../model/projections/timeline.ts';
import type { PanelId } from './inspector-store.ts';
import type { PolicyName } from '../mock-agents/lesson.ts';
import { decodeLimits, decodeRulesOff } from './link-judging.ts';
import { decodeChaos, decodeGap, decodeWatch, type PanelsInLink } from './link-panels.ts';
import { decodeWhatIf } from './link-what-if.ts';
import { POLICY_NAMES } from './policy-words.ts';

export const LINK_VERSION = 1;
export const PANEL_IDS: readonly PanelId[] = [
  'timeline',
  'chains',
  'findings',
  'discovery',
  'admission',
  'round-trip',
  'chaos',
  'watch',
  'gaps',
  'card',
  'source',
];

/** Everything a link may say; absent members are at their defaults. */
export interface View extends PanelsInLink {
  readonly lesson?: string;
  readonly sample?: string;
  readonly seed?: string;
  readonly knobs?: Readonly<Record<string, Json>>;
  /** What the lesson is played under, where it is not the lesson's own. */
  readonly policy?: PolicyName;
  /** Which of the lesson's takes is in view, where it is not the first. */
  readonly take?: string;
  readonly panel?: PanelId;
  /** The cursor, a seq. */
  readonly at?: number;
  /** The selected row, a seq. */
  readonly row?: number;
  readonly task?: string;
  readonly card?: string;
  readonly lanes?: LaneGrouping;
  readonly find?: string;
  readonly channels?: readonly Channel[];
  readonly whatIf?: WhatIf;
  /** Thresholds that were moved. */
  readonly limits?: Partial<LogSettings>;
  /** Rules that are switched off, with the reason. */
  readonly off?: Readonly<Record<string, string>>;
  /** A small trace, packed; it is unpacked when the link is followed. */
  readonly trace?: string;
}

type Fields = ReadonlyMap<string, string>;
/** From version n to n + 1. There is one version yet, so there is nothing to bring up. */
const UPGRADERS: Readonly<Record<number, (fields: Fields) => Fields>> = {};

/** The hash of a view, without `#`; empty for the front door. Keys come in a fixed order, so equal views have equal links. */
export function encodeView(view: View): string {
  const fields: [string, string][] = [];
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') fields.push([name, String(value)]);
  };
  put('lesson', view.lesson);
  put('sample', view.sample);
  put('seed', view.seed);
  put('knobs', view.knobs && Object.keys(view.knobs).length > 0 ? JSON.stringify(view.knobs) : undefined);
  put('policy', view.policy);
  put('take', view.take);
  put('panel', view.panel === 'timeline' ? undefined : view.panel);
  put('chaos', filledObject(view.chaos));
  put('watch', filledObject(view.watch));
  put('gap', view.gap);
  put('at', view.at !== undefined && view.at >= 0 ? view.at : undefined);
  put('row', view.row);
  put('task', view.task);
  put('card', view.card);
  put('lanes', view.lanes === 'agent' ? undefined : view.lanes);
  put('find', view.find);
  put('channels', view.channels?.join(','));
  put('whatif', view.whatIf && Object.keys(view.whatIf).length > 0 ? JSON.stringify(view.whatIf) : undefined);
  put('limits', filledObject(view.limits));
  put('off', filledObject(view.off));
  // Last: of a link that is cut off somewhere the view is left.
  put('trace', view.trace);
  if (fields.length === 0) return '';
  return [['v', String(LINK_VERSION)] as const, ...fields].map(([name, value]) => `${name}=${encodePiece(value)}`).join('&');
}

const filledObject = (object: object | undefined): string | undefined =>
  object && Object.keys(object).length > 0 ? JSON.stringify(object) : undefined;

/** Percent-encodes what would end a piece or break a link in running text; commas, colons and quotes of ids stay readable. */
function encodePiece(value: string): string {
  return encodeURIComponent(value).replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
}

/**
 * Reads a hash (with or without `#`).
 * @returns the view; or why it cannot be read, in words: a newer version, a broken piece, an unknown panel
 */
export function decodeView(hash: string): Result<View> {
  const text = hash.replace(/^#/, '');
  if (text === '') return success({});
  const fields = new Map<string, string>();
  for (const piece of text.split('&')) {
    const at = piece.indexOf('=');
    if (at < 1) return failure({ path: '', message: `“${piece}” is no name=value pair.` });
    const name = piece.slice(0, at);
    if (fields.has(name)) return failure({ path: name, message: `“${name}” is given twice.` });
    try {
      fields.set(name, decodeURIComponent(piece.slice(at + 1).replaceAll('+', ' ')));
    } catch {
      return failure({ path: name, message: `“${piece.slice(at + 1)}” has a broken percent sign in it.` });
    }
  }
  const version = Number(fields.get('v') ?? LINK_VERSION);
  if (!Number.isInteger(version) || version < 1) return failure({ path: 'v', message: `“${fields.get('v')}” is no version of a link.` });
  if (version > LINK_VERSION)
    return failure({ path: 'v', message: `It was made by version ${version} of the view; this page reads up to ${LINK_VERSION}.` });
  let current: Fields = fields;
  for (let from = version; from < LINK_VERSION; from++) current = UPGRADERS[from]?.(current) ?? current;
  return readFields(current);
}

const KNOWN = [
  'v',
  'lesson',
  'sample',
  'seed',
  'knobs',
  'policy',
  'take',
  'panel',
  'chaos',
  'watch',
  'gap',
  'at',
  'row',
  'task',
  'card',
  'lanes',
  'find',
  'channels',
  'whatif',
  'limits',
  'off',
  'trace',
];

function readFields(fields: Fields): Result<View> {
  for (const [name, value] of fields) {
    if (!KNOWN.includes(name)) return failure({ path: name, message: `“${name}” is nothing that a view has.` });
    if (value === '') return failure({ path: name, message: `“${name}” says nothing.` });
  }
  const shown = ['lesson', 'sample', 'trace'].filter((name) => fields.has(name));
  if (shown.length > 1)
    return failure({ path: shown[1] ?? '', message: `It names a ${shown[0]} and a ${shown[1]}; a view shows one of them.` });
  const panel = readWord(fields, 'panel', PANEL_IDS);
  const lanes = readWord(fields, 'lanes', GROUPINGS);
  const policy = readWord(fields, 'policy', POLICY_NAMES);
  const channels = readChannels(fields);
  const knobs = readObject(fields, 'knobs');
  const whatIf = readWhatIf(fields);
  const limits = readJudging(fields, 'limits', decodeLimits);
  const off = readJudging(fields, 'off', decodeRulesOff);
  const chaos = readJudging(fields, 'chaos', decodeChaos);
  const watch = readJudging(fields, 'watch', decodeWatch);
  const gap = readGap(fields);
  const at = readSeq(fields, 'at');
  const row = readSeq(fields, 'row');
  const issues = [panel, policy, lanes, channels, knobs, whatIf, limits, off, chaos, watch, gap, at, row].flatMap((result) =>
    result.ok ? [] : result.issues,
  );
  if (issues.length > 0) return failure(...issues);
  const text = (name: string) => present(name, success(fields.get(name)));
  return success({
    ...text('lesson'),
    ...text('sample'),
    ...text('seed'),
    ...text('take'),
    ...present('policy', policy),
    ...text('task'),
    ...text('card'),
    ...text('find'),
    ...text('trace'),
    ...present('panel', panel),
    ...present('knobs', knobs),
    ...present('whatIf', whatIf),
    ...present('limits', limits),
    ...present('off', off),
    ...present('chaos', chaos),
    ...present('watch', watch),
    ...present('gap', gap),
    ...present('at', at),
    ...present('row', row),
    ...present('lanes', lanes),
    ...present('channels', channels),
  });
}

const GROUPINGS: readonly LaneGrouping[] = ['agent', 'task'];
const WHAT: Readonly<Record<'panel' | 'policy' | 'lanes' | 'channels', string>> = {
  panel: 'panel',
  policy: 'policy',
  lanes: 'grouping of lanes',
  channels: 'channel',
};

/** A member that is there, to be spread; nothing where it is absent. */
function present<K extends string, T>(name: K, result: Result<T | undefined>): Partial<Record<K, T>> {
  return result.ok && result.value !== undefined ? ({ [name]: result.value } as Partial<Record<K, T>>) : {};
}

function readWord<T extends string>(fields: Fields, name: 'panel' | 'policy' | 'lanes', words: readonly T[]): Result<T | undefined> {
  const text = fields.get(name);
  const known = words.find((word) => word === text);
  return text === undefined || known !== undefined ? success(known) : failure({ path: name, message: noSuch(name, text) });
}

const noSuch = (name: keyof typeof WHAT, text: string) => `There is no ${WHAT[name]} “${text}”.`;

function readChannels(fields: Fields): Result<readonly Channel[] | undefined> {
  const text = fields.get('channels');
  if (text === undefined) return success(undefined);
  const words = text.split(',');
  const unknown = words.find((word) => !CHANNELS.some((channel) => channel === word));
  if (unknown !== undefined) return failure({ path: 'channels', message: noSuch('channels', unknown) });
  if (new Set(words).size < words.length) return failure({ path: 'channels', message: `“${text}” names a channel twice.` });
  return success(CHANNELS.filter((channel) => words.includes(channel)));
}

function readWhatIf(fields: Fields): Result<WhatIf | undefined> {
  const object = readObject(fields, 'whatif');
  if (!object.ok) return object;
  return object.value === undefined ? success(undefined) : decodeWhatIf(object.value);
}

function readJudging<T>(fields: Fields, name: string, decode: (object: JsonObject) => Result<T>): Result<T | undefined> {
  const object = readObject(fields, name);
  if (!object.ok) return object;
  return object.value === undefined ? success(undefined) : decode(object.value);
}

function readGap(fields: Fields) {
  const text = fields.get('gap');
  return text === undefined ? success(undefined) : decodeGap(text);
}

function readSeq(fields: Fields, name: string): Result<number | undefined> {
  const text = fields.get(name);
  if (text === undefined) return success(undefined);
  return /^\d{1,9}$/.test(text) ? success(Number(text)) : failure({ path: name, message: `“${text}” is no row number.` });
}

function readObject(fields: Fields, name: string): Result<JsonObject | undefined> {
  const text = fields.get(name);
  if (text === undefined) return success(undefined);
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return success(value);
  } catch {
    // Told below: a text that is no JSON and a text that is no object are the same mistake here.
  }
  return failure({ path: name, message: `“${text}” is no JSON object.` });
}

/** The filter of rows that a view asks for. */
export function filterOfView(view: View): RowFilter {
  return { ...(view.find ? { find: view.find } : {}), ...(view.channels ? { channels: view.channels } : {}) };
}
