// What a log says beside a value that tells which call it is of: the id of a request, of a trace, of a connection, the thread and the
// logger that wrote it. Found in the members of a record, or in the words around a value by the names that loggers give them.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';

/** Where a value stands in a log. */
export interface LoggedAt {
  /** Before it. */
  readonly words: string;
  /** After it, on its line. */
  readonly rest?: string;
  /** The record around it. */
  readonly record?: JsonObject;
}

/** What tells calls apart, the surest first. */
export const EVIDENCE = ['request id', 'connection', 'span id', 'trace id', 'thread', 'logger'] as const;
export type EvidenceKind = (typeof EVIDENCE)[number];
export type Evidence = Partial<Record<EvidenceKind, string>>;

/** By names in lower case, without what parts their words. */
const NAMED: ReadonlyMap<string, EvidenceKind> = new Map<string, EvidenceKind>([
  ...['requestid', 'reqid', 'xrequestid', 'correlationid', 'xcorrelationid', 'corrid', 'callid', 'invocationid', 'exchangeid'].map(
    (name): [string, EvidenceKind] => [name, 'request id'],
  ),
  ...['conn', 'connection', 'connectionid', 'connid', 'channelid'].map((name): [string, EvidenceKind] => [name, 'connection']),
  ...['spanid', 'otelspanid', 'ddspanid', 'xb3spanid'].map((name): [string, EvidenceKind] => [name, 'span id']),
  ...['traceid', 'oteltraceid', 'ddtraceid', 'xb3traceid', 'traceparent'].map((name): [string, EvidenceKind] => [name, 'trace id']),
  ...['thread', 'threadname', 'threadid', 'tid', 'goroutine'].map((name): [string, EvidenceKind] => [name, 'thread']),
  ...['logger', 'loggername', 'component'].map((name): [string, EvidenceKind] => [name, 'logger']),
]);

function kindNamed(name: string): EvidenceKind | undefined {
  return name.length > 40 ? undefined : NAMED.get(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

const LONGEST = 200;
const BEFORE = 600;
const AFTER = 300;
/** Members of a record are looked at to this depth, and no more of them than this. */
const DEEPEST = 3;
const MOST = 200;

/**
 * All that tells a call, of a value in a log.
 * @param value what is looked at no further: what crossed tells nothing of the logger
 */
export function evidenceOf({ words, rest = '', record }: LoggedAt, value: Json): Evidence {
  const found: Evidence = {};
  if (record) fromRecord(found, record, value);
  fromWords(found, words.length > BEFORE ? `${words.slice(0, BEFORE / 2)} ${words.slice(-BEFORE / 2)}` : words);
  if (rest !== '') fromNames(found, rest.slice(0, AFTER));
  return found;
}

function fromRecord(found: Evidence, record: JsonObject, value: Json): void {
  let looked = 0;
  const look = (object: JsonObject, depth: number): void => {
    for (const name of Object.keys(object)) {
      const member = object[name];
      if (member === value || member === undefined || (looked += 1) > MOST) continue;
      if (typeof member === 'string' || typeof member === 'number') put(found, kindNamed(name), String(member));
      else if (depth < DEEPEST && isJsonObject(member)) look(member, depth + 1);
    }
  };
  look(record, 1);
}

/** The first that is said counts: later ones may be of what is quoted. */
function put(found: Evidence, kind: EvidenceKind | undefined, text: string): void {
  if (kind === undefined || text === '' || text.length > LONGEST || /^(?:null|none|nil|-|0+)$/i.test(text)) return;
  const [, trace, span] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/i.exec(text) ?? [];
  if (trace !== undefined) found['span id'] ??= span ?? '';
  found[kind] ??= trace ?? text;
}

const NAME_AND_VALUE = /(?<![\w.-])([A-Za-z][\w.-]{1,39})["']? ?[=:] ?["']?([\w./:@+-]{1,200})/g;
const BRACKETED = /\[([\w.:@/#-]{2,100})\]/g;
const LEVEL = '(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)';
/** As loggers of Python, of Java and of others put their names beside the level. */
const LOGGERS: readonly RegExp[] = [
  new RegExp(`(?: - |\\| )([A-Za-z_][\\w.$-]{0,80}) - ${LEVEL}\\b`, 'i'),
  new RegExp(`\\b${LEVEL}:([A-Za-z_][\\w.$-]{0,80}):`, 'i'),
  new RegExp(`\\b${LEVEL}\\b[^:]{0,80}?(?<![\\w.$-])([A-Za-z_$][\\w.$-]{0,80}) ?: `, 'i'),
  new RegExp(`\\b${LEVEL} +([A-Za-z_]\\w{0,80}(?:\\.[A-Za-z_$][\\w$]{0,80}){1,12}) `, 'i'),
];
/** A logger names itself within so many units. */
const HEAD = 160;

function fromNames(found: Evidence, text: string): void {
  for (const [, name = '', value = ''] of text.matchAll(NAME_AND_VALUE)) put(found, kindNamed(name), value.replace(/[.,:;]+$/, ''));
}

function fromWords(found: Evidence, words: string): void {
  fromNames(found, words);
  for (const [, text = ''] of words.matchAll(BRACKETED)) put(found, kindOfBracketed(text), text);
  const head = words.slice(0, HEAD);
  for (const logger of LOGGERS) put(found, 'logger', logger.exec(head)?.[1] ?? '');
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** What stands in brackets by itself says what it is by its looks. */
function kindOfBracketed(text: string): EvidenceKind | undefined {
  if (/^(?:req|request|rid|corr|cid|call)[-_:#]/i.test(text) || UUID.test(text)) return 'request id';
  if (/^[\da-f]{32}$/i.test(text) || /^trace[-_:]/i.test(text)) return 'trace id';
  if (/^[\da-f]{16}$/i.test(text)) return 'span id';
  if (/^conn(?:ection)?[-_:#]?\d/i.test(text)) return 'connection';
  if (/(?:^|[-_])(?:exec|thread|worker|pool|goroutine|eventloop)[-_#]?\w*/i.test(text)) return 'thread';
  return undefined;
}

/** A request of an agent protocol by its first line. */
const ASKED = /\b(GET|POST|PUT|PATCH|DELETE) (?:https?:\/\/[^\s/]{1,200})?(\/\S{0,400})/;
const AGENT_PATH = /\/(?:tasks|runs|sessions|agents|message)(?=[/:?\s"]|$)/;

/** Method and path that a log names beside a value, or in a line of its own; undefined where they are no agent's. */
export function askedIn({ words, rest = '', record }: LoggedAt): string | undefined {
  const [, method = '', path = ''] = ASKED.exec(words.slice(-BEFORE)) ?? ASKED.exec(rest.slice(0, AFTER)) ?? askedBy(record);
  const plain = path.replace(/[?"'].*$/, '');
  return AGENT_PATH.test(plain) ? `${method.toUpperCase()} ${plain}` : undefined;
}

function askedBy(record: JsonObject | undefined): readonly string[] {
  const [method, path] = [textOf(record, ['method', 'verb', 'http_method']), textOf(record, ['path', 'url', 'uri', 'target'])];
  return ASKED.exec(`${method} ${path}`) ?? [];
}

function textOf(record: JsonObject | undefined, names: readonly string[]): string {
  for (const name of names) if (typeof record?.[name] === 'string') return record[name].slice(0, AFTER);
  return '';
}
