// "Prove it": the claims of a lesson held against the log of its episode. A claim that does not hold says what was found.

import { isJsonObject, member, type Json, type JsonObject } from '../base/json.ts';
import type { Claim, ClaimVerdict, RowMatch } from '../log/claim.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { LogView } from '../log/log-view.ts';
import { VIRTUAL_EPOCH } from '../log/saved-form.ts';
import { projectDiscovery } from './discovery.ts';
import { statedPolicy } from './policy-asked.ts';
import { projectRoundTrips } from './round-trips.ts';

type Found = { readonly holds: true } | { readonly holds: false; readonly found: string };

/** Every claim with its verdict, in the order given. Claims are about the whole log, not about a prefix. */
export function projectClaims(log: LogView, ask: { readonly claims: readonly Claim[] }): readonly ClaimVerdict[] {
  return ask.claims.map((claim) => ({ say: claim.say, ...judge(log, claim) }));
}

type Judge<C extends Claim['check']> = (log: LogView, claim: Extract<Claim, { readonly check: C }>) => Found;

const JUDGES: { readonly [C in Claim['check']]: Judge<C> } = {
  count(log, { of, after, is }) {
    const start = after ? matches(log, after)[0] : undefined;
    if (after && start === undefined) return missing(after);
    const seq = start === undefined ? -1 : log.seqOf(start);
    return equal(matches(log, of).filter((row) => log.seqOf(row) > seq).length, is);
  },
  order: (log, { of }) => inOrder(log, of),
  at(log, { of, is }) {
    const row = matches(log, of)[0];
    const time = row === undefined ? undefined : timeOf(log, row);
    return time === undefined ? missing(of) : equal(time, is);
  },
  times: (log, { of, are }) =>
    equal(
      matches(log, of).map((row) => timeOf(log, row)),
      are,
    ),
  stored: (log, { taskId, agent, is }) => equal(storedState(log, { kind: 'status-stored', taskId, ...(agent && { agent }) }), is),
  value(log, { of, nth = 0, from, path, is }) {
    const row = matches(log, of).at(from === 'end' ? -1 - nth : nth);
    return row === undefined ? missing(of) : equal(memberAt(log.value(row), path), is);
  },
  keys(log, { of, path, is }) {
    const value = valuesOf(log, { of, path })[0];
    return isJsonObject(value) ? equal(Object.keys(value), is) : missing(of);
  },
  every(log, { of, path, is }) {
    const values = valuesOf(log, { of, path });
    const odd = values.findIndex((value) => !sameJson(value, is));
    if (values.length === 0) return missing(of);
    return odd < 0 ? { holds: true } : { holds: false, found: shown(values[odd]) };
  },
  values: (log, { of, path, are }) => equal(valuesOf(log, { of, path }), are),
  excluded(log, { card, by }) {
    const { excluded } = projectDiscovery(log, { cursor: log.rowCount - 1 });
    return equal(excluded.find(({ name }) => name === card)?.by, by);
  },
  'undeclared-losses'(log, { are }) {
    const { way } = statedPolicy(log).translation;
    const { documents } = projectRoundTrips(log, { cursor: log.rowCount - 1, way });
    const lossy = documents.filter(({ counts }) => counts['undeclared-loss'] > 0);
    return equal(
      lossy.map(({ agent }) => agent ?? null),
      are,
    );
  },
  same(log, { a, b }) {
    const first = valuesOf(log, a)[a.nth ?? 0];
    const second = valuesOf(log, b)[b.nth ?? 0];
    if (first === undefined || second === undefined) return missing(first === undefined ? a.of : b.of);
    return sameJson(first, second) ? { holds: true } : { holds: false, found: `${shown(first)} and ${shown(second)}` };
  },
};

function judge<C extends Claim['check']>(log: LogView, claim: Extract<Claim, { readonly check: C }>): Found {
  // The judge under a claim's own word takes that claim: a pairing the compiler cannot follow through the table.
  return (JUDGES[claim.check] as Judge<C>)(log, claim);
}

/** Virtual milliseconds of a row. */
function timeOf(log: LogReader, row: number): number | undefined {
  const time = log.time(row);
  return time === undefined ? undefined : time - VIRTUAL_EPOCH;
}

/** Each the first one after the one before. */
function inOrder(log: LogReader, of: readonly RowMatch[]): Found {
  let seq = -1;
  for (const match of of) {
    const next = matches(log, match).find((row) => log.seqOf(row) > seq);
    if (next === undefined) return { holds: false, found: `no ${nameOf(match)} after #${seq}` };
    seq = log.seqOf(next);
  }
  return { holds: true };
}

function matches(log: LogReader, match: RowMatch): readonly number[] {
  const found: number[] = [];
  const rows = log.rowsOfKind(match.kind);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    if (isMatch(log, row, match)) found.push(row);
  }
  return found;
}

function isMatch(log: LogReader, row: number, match: RowMatch): boolean {
  if (match.taskId !== undefined && !isOfTask(log, row, match.taskId)) return false;
  if (match.agent !== undefined && log.agent(row) !== match.agent) return false;
  if (match.state !== undefined && log.state(row) !== match.state) return false;
  if (match.label !== undefined && log.row(row).label !== match.label) return false;
  return match.fact === undefined || sameJson(memberAt(log.value(row), match.fact[0]), match.fact[1]);
}

function isOfTask(log: LogReader, row: number, taskId: string): boolean {
  const key = log.taskKey(row);
  return key !== undefined && (key === taskId || log.tasks.idOf(key) === taskId);
}

function storedState(log: LogReader, of: RowMatch): string | undefined {
  const row = matches(log, of).at(-1);
  const fact = row === undefined ? undefined : log.fact(row);
  return fact?.kind === 'status-stored' ? `${fact.state}@${fact.tick}` : undefined;
}

function valuesOf(log: LogReader, of: { readonly of: RowMatch; readonly path: string }): readonly (Json | undefined)[] {
  return matches(log, of.of).map((row) => memberAt(log.value(row), of.path));
}

/** Walks `caller.delegationChain[0]`, `history[-1].role`, `denials.length`; a number counts from the end when negative. */
function memberAt(value: Json | undefined, path: string): Json | undefined {
  let at = value;
  for (const step of path.split(/\.|(?=\[)/).filter((step) => step !== '')) {
    const index = /^\[(-?\d+)\]$/.exec(step)?.[1] ?? (/^-?\d+$/.test(step) ? step : undefined);
    if (Array.isArray(at)) at = index === undefined ? lengthOf(at, step) : (at as readonly Json[]).at(Number(index));
    else at = member(at, step);
  }
  return at;
}

function lengthOf(list: readonly Json[], step: string): Json | undefined {
  return step === 'length' ? list.length : undefined;
}

/** Equal as JSON values: the order of keys says nothing. */
function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value: Json, index) => sameJson(value, b[index] as Json));
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b;
  return sameMembers(a, b);
}

function sameMembers(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

function equal(found: Json | undefined | readonly (Json | undefined)[], expected: Json): Found {
  return sameJson(found as Json | undefined, expected) ? { holds: true } : { holds: false, found: shown(found) };
}

function missing(match: RowMatch): Found {
  return { holds: false, found: `no ${nameOf(match)}` };
}

function nameOf({ kind, taskId, agent, state, label }: RowMatch): string {
  return [kind, taskId, agent && `by ${agent}`, state, label].filter(Boolean).join(' ');
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
