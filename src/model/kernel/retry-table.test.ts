import { describe, expect, it } from 'vitest';
import { PEER_FAILURE_KINDS, type PeerFailure, type PeerStep } from '../protocol/peer.ts';
import { HEALTHY_MOVES, ScriptedPeer } from '../testing/scripted-peer.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { CAREFUL_CLIENT } from './client-settings.ts';
import { delegateToPeer } from './peer-client.ts';
import { RETRY_TABLE, type RetryRule, retryRule } from './retry-table.ts';

const EACH_STEP: Readonly<Record<PeerStep, true>> = { card: true, create: true, events: true, get: true, input: true, cancel: true };
const PEER_STEPS = Object.keys(EACH_STEP) as readonly PeerStep[];
/** Those after which the delegation may go on. */
const TRYING = PEER_STEPS.filter((step) => step !== 'cancel');
/** Every status that a number may be, and some that none is. */
const STATUSES = [...Array.from({ length: 600 }, (_, index) => index), 999, -1, Number.NaN, undefined];

function failure(kind: PeerFailure['kind'], status?: number): PeerFailure {
  return { kind, detail: '', ...(status === undefined ? {} : { status }) };
}
const ruleOf = (step: PeerStep, status: number): RetryRule => retryRule(step, failure('status', status));

describe('the retry table', () => {
  it('[Q.2] answers every failure of every request, and has no row that answers nothing', () => {
    const answered = new Set<string>();
    for (const step of PEER_STEPS) {
      for (const status of STATUSES) answered.add(retryRule(step, failure('status', status)).id);
      for (const kind of PEER_FAILURE_KINDS) answered.add(retryRule(step, failure(kind)).id);
    }
    expect([...answered].sort()).toEqual(RETRY_TABLE.map(({ id }) => id).sort());
  });
  it('[Q.2] never tries again what no time mends', () => {
    for (const step of TRYING) {
      for (const kind of ['not-json', 'wrong-shape', 'wrong-content-type', 'too-big', 'wrong-task', 'bad-signature'] as const) {
        expect(retryRule(step, failure(kind)), kind).toMatchObject({ outcome: 'protocol_violation', next: 'stop' });
      }
      for (const status of [401, 403, 407, 511]) expect(ruleOf(step, status)).toMatchObject({ outcome: 'auth_failed', next: 'stop' });
      for (const status of [301, 302, 307, 308])
        expect(ruleOf(step, status)).toMatchObject({ outcome: 'protocol_violation', next: 'stop' });
      for (const status of [501, 505]) expect(ruleOf(step, status)).toMatchObject({ outcome: 'unavailable', next: 'stop' });
      for (const status of [204, 100, 0]) expect(ruleOf(step, status)).toMatchObject({ id: 'other-status', next: 'stop' });
    }
  });
  it('[Q.2] tries again what time may mend', () => {
    for (const step of TRYING) {
      for (const status of [408, 421, 425, 429, 500, 502, 503, 504, 507, 520, 599]) {
        expect(ruleOf(step, status), `${step} ${status}`).toMatchObject({ outcome: 'unavailable', next: 'retry' });
      }
      for (const kind of ['connection-refused', 'connection-lost', 'stream-cut', 'stream-ended-early'] as const) {
        expect(retryRule(step, failure(kind))).toMatchObject({ outcome: 'unavailable', next: 'retry' });
      }
    }
  });
  it('[Q.4] sends one cancel, whatever becomes of it', () => {
    for (const kind of PEER_FAILURE_KINDS.filter((each) => each !== 'status')) {
      expect(retryRule('cancel', failure(kind)), kind).toMatchObject({ outcome: 'canceled_deadline', next: 'stop' });
    }
    for (const status of STATUSES) {
      const next = status === 404 || status === 409 || status === 410 ? 'look' : 'stop';
      expect(retryRule('cancel', failure('status', status)), `${status}`).toMatchObject({ outcome: 'canceled_deadline', next });
    }
  });
  it('[Q.2] reads one status by the request that it answers', () => {
    const told = (status: number, ...steps: readonly PeerStep[]) => steps.map((step) => `${ruleOf(step, status).id}`);
    expect(told(404, 'card', 'create', 'events', 'get', 'input', 'cancel')).toEqual([
      'no-agent',
      'no-such-route',
      'forgotten',
      'forgotten',
      'forgotten',
      'cancel-refused',
    ]);
    expect(told(409, 'create', 'events', 'get', 'input', 'cancel')).toEqual([
      'order-refused',
      'request-refused',
      'request-refused',
      'input-not-awaited',
      'cancel-refused',
    ]);
    expect(told(422, 'create', 'input', 'get')).toEqual(['order-refused', 'order-refused', 'request-refused']);
    expect(told(410, 'card', 'events')).toEqual(['no-agent', 'gone']);
    expect(ruleOf('create', 422)).toMatchObject({ outcome: 'rejected', next: 'stop' });
  });
});

describe('the client beside the table', () => {
  const asks = [...HEALTHY_MOVES.slice(0, 1), { after: 100, state: 'input-required' }] as const;
  const failures = [
    ...[204, 302, 400, 401, 403, 404, 405, 408, 409, 410, 413, 421, 422, 425, 429, 500, 501, 502, 503, 504, 511, 999].map((status) =>
      failure('status', status),
    ),
    ...PEER_FAILURE_KINDS.filter((kind) => kind !== 'status').map((kind) => failure(kind)),
  ];
  /** The task asks for input only where that is what is to fail. */
  async function play(failing: PeerStep, what: PeerFailure): Promise<string> {
    const clock = new VirtualClock();
    const script = {
      moves: failing === 'input' ? asks : failing === 'cancel' ? HEALTHY_MOVES.slice(0, 1) : HEALTHY_MOVES,
      trouble: (step: PeerStep) => (step === failing ? what : undefined),
    };
    const peer = new ScriptedPeer(clock, script);
    const ports = { now: clock.now, sleep: clock.sleep, fact: () => undefined };
    const order = { skill: 'statistics', parts: [], clientRef: 'ref-1' };
    const outcome = await clock.run(delegateToPeer(peer, order, { ...CAREFUL_CLIENT, answerInput: 'all' }, ports));
    return outcome === 'horizon' ? outcome : `${outcome.outcome}/${outcome.attempts}`;
  }
  it.each(TRYING)('[Q.2] a %s that always fails ends as its row says', async (step) => {
    const played: string[] = [];
    const promised: string[] = [];
    for (const what of failures) {
      const rule = retryRule(step, what);
      const name = `${rule.id} ${what.status ?? ''}`;
      played.push(`${name}: ${await play(step, what)}`);
      // A task that went on without the input that it was denied is waited for until the deadline.
      const outcome = rule.next === 'look' ? 'canceled_deadline' : rule.outcome;
      promised.push(`${name}: ${outcome}/${rule.next === 'retry' ? 4 : 1}`);
    }
    expect(played).toEqual(promised);
  });
  it('[Q.4] a cancel that fails ends as its row says, at the first', async () => {
    for (const what of failures) {
      const played = await play('cancel', what);
      expect(played, `${what.kind} ${what.status ?? ''}`).toBe(`${retryRule('cancel', what).outcome}/1`);
    }
  });
});
