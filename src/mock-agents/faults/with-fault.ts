// A fault as a wrapper around a behaviour: it takes hold of the agent's wire and of its time, inside the agent's own worker, and
// knows nothing of what the agent does. Which orders it strikes, and how often, is the experiment's; every strike is a fact.

import { isJsonObject, type Json, parseJson } from '../../model/base/json.ts';
import type { HttpResponse, RequestHandler } from '../../model/protocol/http.ts';
import type { PeerStep } from '../../model/protocol/peer.ts';
import type { AgentIo, Behaviour } from '../agent-io.ts';
import type { Fault, FaultMode } from '../experiment.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { ANSWER_SPOILERS, PROMISED_SKILL, unavailable } from './spoiled-answers.ts';
import { STREAM_SPOILERS, type Spoiling } from './spoiled-streams.ts';
import { neverUnlessAborted, stoppedTime } from './stopped-time.ts';
import { type SeenRequest, StruckOrders } from './struck-orders.ts';

/** Modes that strike one route, whatever the experiment says of it. */
const ROUTE_OF_MODE: Readonly<Partial<Record<FaultMode, PeerStep>>> = { lying_card: 'create', lost_create: 'create' };

interface Faulty {
  readonly io: AgentIo;
  readonly fault: Fault;
  readonly orders: StruckOrders;
  readonly random: () => number;
  refusalsLeft: number;
}

/** A behaviour whose wire, or whose time, is as the fault says. */
export function withFault(behaviour: Behaviour, fault: Fault): Behaviour {
  return (io) => {
    const orders = new StruckOrders(io, fault);
    // Dice of its own, so that the agent throws the same ones with and without it.
    const random = createSeededRandom(Math.floor(io.random() * 2 ** 32));
    // What comes before the fault came in the first life.
    const refusalsLeft = io.life === 1 ? fault.unavailableFirst : 0;
    const faulty: Faulty = { io, fault, orders, random, refusalsLeft };
    const handler = behaviour({ ...io, ...stoppedTime(io, fault, orders) });
    return (request, options) => {
      const seen = orders.see(request);
      return answer(faulty, seen, { signal: options.signal, healthy: () => handler(request, options) });
    };
  };
}

interface Asked {
  readonly signal: AbortSignal;
  readonly healthy: () => ReturnType<RequestHandler>;
}

async function answer(faulty: Faulty, seen: SeenRequest, asked: Asked): Promise<HttpResponse> {
  const { io, fault, orders } = faulty;
  if (seen.step === 'card') return promised(faulty, await asked.healthy());
  if (!seen.isMeant) return asked.healthy();
  if (seen.step === 'cancel' && fault.ignoresCancel) return unanswered(faulty, asked.signal);
  if (seen.step === 'create' && faulty.refusalsLeft > 0) {
    faulty.refusalsLeft -= 1;
    orders.tell('the answer is 503, before the fault begins');
    return unavailable();
  }
  const spoiler = strikesWholeAnswer(fault, seen) ? ANSWER_SPOILERS[fault.mode] : undefined;
  if (spoiler && orders.strike(spoiler.what)) return spoiler.answer({ io, fault, healthy: asked.healthy });
  const response = await asked.healthy();
  if (seen.step === 'events') return spoiledStream(faulty, response, asked.signal);
  return seen.step === 'get' ? saidToWork(faulty, response) : response;
}

function strikesWholeAnswer({ mode, where }: Fault, { step }: SeenRequest): boolean {
  // Garbage in a stream is garbage in its events: the answer itself is one.
  if (mode === 'malformed' && step === 'events') return false;
  return step === (ROUTE_OF_MODE[mode] ?? where);
}

function spoiledStream({ io, fault, orders, random }: Faulty, response: HttpResponse, signal: AbortSignal): HttpResponse {
  const { mode, where, moves } = fault;
  const spoiler = STREAM_SPOILERS[mode];
  const isLeftAlone = (mode === 'malformed' && where !== 'events') || (mode === 'invalid_transition' && moves !== 'skips_working');
  if (!spoiler || isLeftAlone || typeof response.body === 'string') return response;
  const pause = (): Promise<void> => io.sleep(fault.slowMs, signal);
  const spoiling: Spoiling = { strike: (what) => orders.strike(what), random, pause };
  return { ...response, body: spoiler(response.body, spoiling) };
}

/** A task that has completed says that it works, to whoever asks for it. */
function saidToWork({ fault, orders }: Faulty, response: HttpResponse): HttpResponse {
  const { mode, moves } = fault;
  const { body } = response;
  if (mode !== 'invalid_transition' || moves !== 'works_after_end' || typeof body !== 'string') return response;
  if (!body.includes('"state":"completed"') || !orders.strike('the task says working after completed')) return response;
  return { ...response, body: body.replace('"state":"completed"', '"state":"working"') };
}

/** A card that lies promises one skill more; every other card goes out as it is. */
function promised({ fault, orders }: Faulty, response: HttpResponse): HttpResponse {
  if (fault.mode !== 'lying_card' || typeof response.body !== 'string') return response;
  const parsed = parseJson(response.body);
  const skills = parsed.ok && isJsonObject(parsed.value) ? parsed.value['skills'] : undefined;
  if (!parsed.ok || !isJsonObject(parsed.value) || !Array.isArray(skills)) return response;
  orders.tell('the card promises what the agent cannot do');
  return { ...response, body: JSON.stringify({ ...parsed.value, skills: [...(skills as readonly Json[]), PROMISED_SKILL] }) };
}

/** Nothing is said until nobody waits for it any more. */
function unanswered({ orders }: Faulty, signal: AbortSignal): Promise<never> {
  orders.tell('the cancel is not answered');
  return neverUnlessAborted(signal);
}
