// Faults of a whole answer: what is said instead of it, or that nothing is said. The work behind it is not begun, unless the
// fault is that its answer gets lost.

import type { HttpResponse } from '../../model/protocol/http.ts';
import type { AgentIo } from '../agent-io.ts';
import type { Fault, FaultMode } from '../experiment.ts';

/** What an answer's fault works with. */
export interface Answering {
  readonly io: AgentIo;
  readonly fault: Fault;
  /** What a healthy agent answers; asking it begins the work. */
  readonly healthy: () => Promise<HttpResponse>;
}
interface AnswerSpoiler {
  /** For the fact that tells of the strike. */
  readonly what: string;
  readonly answer: (answering: Answering) => Promise<HttpResponse>;
}

const CHUNK = 65_536;
const JSON_HEADERS = { 'content-type': 'application/json' };
const SIGN_IN_PAGE = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to go on</h1></body></html>';

function refusal(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify({ error: { code, message } }) };
}

/** An error that may pass. */
export function unavailable(): HttpResponse {
  return refusal(503, 'UNAVAILABLE', 'the agent takes no work at the moment');
}

/** What a card says that is not true. */
export const PROMISED_SKILL = {
  id: 'forecast',
  description: 'Says what the figures will be next year.',
  tags: ['forecast', 'figures'],
};

/** The answer of an agent that lacks a skill its card has. */
function unknownSkill(): HttpResponse {
  return refusal(422, 'UNKNOWN_SKILL', 'this agent has no such skill');
}

/** Ends the life of the agent; what was said of it is on its way before. */
async function dying(io: AgentIo, die: () => never): Promise<never> {
  // A turn that ends its agent says nothing: the fact that tells of it goes out with this one.
  await io.sleep(0);
  return die();
}

async function* endless(from: string): AsyncGenerator<string, void, undefined> {
  yield from;
  for (;;) yield 'x'.repeat(CHUNK);
}

function garbage({ garbage: kind }: Fault): string {
  return kind === 'no_json' ? '{"id": "t-' : '{"status": {"state": "submitted"}, "artifacts": []}';
}

const serverError: AnswerSpoiler = { what: 'the answer is 503', answer: () => Promise.resolve(unavailable()) };

/** What is answered instead by mode; modes that are not here leave answers alone. */
export const ANSWER_SPOILERS: Readonly<Partial<Record<FaultMode, AnswerSpoiler>>> = {
  flaky: serverError,
  error: serverError,
  crash: { what: 'the worker dies', answer: ({ io }) => dying(io, () => io.fatal('crashed')) },
  busy_loop: { what: 'the worker spins', answer: ({ io }) => dying(io, spin) },
  malformed: {
    what: 'the answer is garbage',
    answer: ({ fault }) => Promise.resolve({ status: 201, headers: JSON_HEADERS, body: garbage(fault) }),
  },
  auth_reject: {
    what: 'the answer is 401',
    answer: () =>
      Promise.resolve(
        refusal(401, 'UNAUTHORIZED', 'the credential is not taken here', { 'www-authenticate': 'Bearer error="invalid_token"' }),
      ),
  },
  wrong_content_type: {
    what: 'the answer is a page of HTML',
    answer: () => Promise.resolve({ status: 200, headers: { 'content-type': 'text/html' }, body: SIGN_IN_PAGE }),
  },
  huge_body: {
    what: 'the answer does not end',
    answer: ({ fault }) =>
      Promise.resolve(
        fault.where === 'events'
          ? { status: 200, headers: { 'content-type': 'text/event-stream' }, body: endless('id: 1\nevent: state\ndata: "') }
          : { status: fault.where === 'create' ? 201 : 200, headers: JSON_HEADERS, body: endless('{"id":"') },
      ),
  },
  lying_card: { what: 'the order is refused that the card invites', answer: () => Promise.resolve(unknownSkill()) },
  lost_create: {
    what: 'the answer is lost on its way',
    answer: async ({ healthy }) => {
      await healthy();
      throw new Error('the connection broke');
    },
  },
};

function spin(): never {
  for (;;);
}
