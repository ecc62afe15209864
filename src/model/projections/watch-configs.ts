// The callbacks of a task: what was asked for, what became of it, and whether a token was given. Read from the requests and answers
// of the log when they are shown; a kernel that tells of its configs is believed before the wire.

import { isJsonObject, member, textMember, type Json } from '../base/json.ts';
import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import { observeRow } from './observed-row.ts';
import type { Answered, ConfigTrack, WatchTrack } from './watch-track.ts';
import { countTracks } from './watch-index.ts';
import { isSameAddress, proofOf, type Proof } from './watch-reading.ts';

const MOST_CALLS = 60;
const MOST_SENDS = 10;

export interface WatchedConfig {
  readonly seq: number;
  readonly at?: number;
  readonly url: string;
  readonly configId?: string;
  /** Asked for with the work, by a call of its own, or told by a kernel alone. */
  readonly how: 'with-the-work' | 'call' | 'kernel';
  /** What a delivery was to bring; undefined where nobody tells. */
  readonly token?: Proof;
  readonly authorization?: Proof;
  /** Where it was answered; undefined where no answer has been seen. */
  readonly answerSeq?: number;
  readonly fate: 'open' | 'set' | 'refused' | 'deleted';
  readonly why?: string;
  /** Where its deletion was asked for and was not refused, and where that was answered. */
  readonly deleteSeq?: number;
  readonly deletedSeq?: number;
}
export interface ConfigsSeen {
  /** In order of their requests. */
  readonly configs: readonly WatchedConfig[];
  readonly leftOut: number;
  /** Requests about configs. */
  readonly calls: number;
}

/** The configs of a task up to a cursor: of its calls the last 60, of the requests that handed over work the first and the last 10. */
export function configsUpTo(log: LogView, track: WatchTrack, cursor: number): ConfigsSeen {
  const calls = countKnown(track.configs, cursor);
  const sends = countKnown(track.sends, cursor);
  const shownSends = track.sends.slice(0, sends).filter((_, place) => place < MOST_SENDS || place >= sends - MOST_SENDS);
  const shownCalls = track.configs.slice(Math.max(0, calls - MOST_CALLS), calls);
  const configs: WatchedConfig[] = [];
  for (const call of [...shownSends, ...shownCalls].toSorted((one, other) => one.seq - other.seq)) {
    if (call.operation === 'delete-push-config') markDeleted(log, configs, call, cursor);
    else if (call.operation === 'set-push-config' || call.operation === 'send' || call.operation === 'stream') {
      const config = configOf(log, call, cursor);
      if (config) configs.push(config);
    }
  }
  addFromKernel(log, track, configs, cursor);
  return { configs, leftOut: calls - shownCalls.length, calls };
}

function countKnown(calls: readonly ConfigTrack[], cursor: number): number {
  return countBelow(calls.length, (place) => calls[place]?.knownSeq ?? 0, cursor + 1);
}

function configOf(log: LogView, call: ConfigTrack, cursor: number): WatchedConfig | undefined {
  const isCall = call.operation === 'set-push-config';
  const asked = configIn(log.value(call.row), isCall);
  if (asked === undefined) return undefined;
  const answer = call.answer && call.answer.seq <= cursor ? call.answer : undefined;
  // A stream has taken the work on when it names the task.
  const answerSeq = answer?.seq ?? (isCall ? undefined : call.knownSeq);
  const given = answer && !answer.failed && isCall ? configIn(log.value(answer.row), true) : undefined;
  return {
    seq: call.seq,
    ...(call.at === undefined ? {} : { at: call.at }),
    ...asked,
    ...(given?.configId === undefined ? {} : { configId: given.configId }),
    how: isCall ? 'call' : 'with-the-work',
    ...(answerSeq === undefined ? {} : { answerSeq }),
    ...fateOf(log, answer, answerSeq),
  };
}

function fateOf(log: LogView, answer: Answered | undefined, answerSeq: number | undefined): Pick<WatchedConfig, 'fate' | 'why'> {
  if (!answer?.failed) return { fate: answerSeq === undefined ? 'open' : 'set' };
  const why = reasonOf(log, answer.row);
  return { fate: 'refused', ...(why === undefined ? {} : { why }) };
}

function reasonOf(log: LogView, row: number): string | undefined {
  const said = observeRow(log, row)?.said;
  const words = said?.kind === 'error' ? said.message : log.label(row);
  return words === undefined || words === '' ? undefined : words.slice(0, 160);
}

interface GivenConfig {
  readonly url: string;
  readonly configId?: string;
  readonly token: Proof;
  readonly authorization: Proof;
}

/** Where a config stands in a value, by the names that the versions give it; flat where the value itself is about nothing else. */
function configIn(value: Json | undefined, isAboutConfig: boolean): GivenConfig | undefined {
  const params = member(value, 'params') ?? member(value, 'result') ?? value;
  const configuration = member(params, 'configuration');
  const held = [params, configuration, member(params, 'config')].flatMap((holder) =>
    ['pushNotificationConfig', 'taskPushNotificationConfig', 'pushNotification'].flatMap((name) => member(holder, name) ?? []),
  );
  const flat = isAboutConfig ? [member(params, 'config'), params] : [];
  const config = [...held, ...flat].find((each) => isJsonObject(each) && typeof each['url'] === 'string');
  const url = textMember(config, 'url');
  if (url === undefined) return undefined;
  const configId = textMember(config, 'id') ?? textMember(params, 'configId');
  const authentication = member(config, 'authentication');
  return {
    url: url.slice(0, 400),
    ...(configId === undefined || configId === '' ? {} : { configId }),
    token: proofOf(textMember(config, 'token')),
    authorization: proofOf(textMember(authentication, 'credentials')),
  };
}

function markDeleted(log: LogView, configs: WatchedConfig[], call: ConfigTrack, cursor: number): void {
  const value = log.value(call.row);
  const params = member(value, 'params') ?? value;
  // In 0.3 `id` names the task, and the config has a name of its own; over REST the path ends in it.
  const ofPath = /pushNotificationConfigs\/([^/?\s]{1,200})/.exec(log.label(call.row) ?? '')?.[1];
  const configId = textMember(params, 'pushNotificationConfigId') ?? ofPath ?? textMember(params, 'id');
  const answer = call.answer && call.answer.seq <= cursor ? call.answer : undefined;
  if (answer?.failed) return;
  const named = configs.findLastIndex((config) => config.configId === configId && config.fate !== 'refused');
  const standing = configs.filter(({ fate }) => fate === 'set' || fate === 'open');
  const place = named >= 0 ? named : standing.length === 1 && standing[0] ? configs.indexOf(standing[0]) : -1;
  const config = configs[place];
  if (config === undefined) return;
  configs[place] = {
    ...config,
    fate: answer ? 'deleted' : config.fate,
    deleteSeq: call.seq,
    ...(answer ? { deletedSeq: answer.seq } : {}),
  };
}

/** What only a kernel tells of: a log without the client's side of it. */
function addFromKernel(log: LogView, track: WatchTrack, configs: WatchedConfig[], cursor: number): void {
  const count = countTracks(track.facts, cursor);
  for (const { row, seq } of track.facts.slice(Math.max(0, count - MOST_CALLS), count)) {
    const fact = log.fact(row);
    if (fact?.kind !== 'push-config-set' && fact?.kind !== 'push-config-refused') continue;
    if (configs.some((config) => isSameAddress(config.url, fact.url))) continue;
    const at = log.time(row);
    configs.push({
      seq,
      ...(at === undefined ? {} : { at }),
      url: fact.url,
      how: 'kernel',
      answerSeq: seq,
      fate: fact.kind === 'push-config-set' ? 'set' : 'refused',
      ...(fact.kind === 'push-config-refused' ? { why: fact.reason.slice(0, 160) } : {}),
    });
  }
}
