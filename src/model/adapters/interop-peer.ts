// A remote agent that speaks the small REST protocol, as the port that a delegating client works with. It asks over a `call` that
// is handed in, reads as much as it was told to, and names what it saw. protocol/peer.ts; SPEC.md I.9.

import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import type { HttpHead, HttpRequest } from '../protocol/http.ts';
import type { CreatedPeerTask, PeerAnswer, PeerCard, PeerOrder, PeerPort, PeerStep, PeerTask } from '../protocol/peer.ts';
import type { Part } from '../protocol/part.ts';
import type { TaskId } from '../protocol/task.ts';
import { sentence } from './bindings/answering.ts';
import {
  contentFailure,
  encodeInteropRequest,
  failed,
  peerTask,
  readJsonBody,
  readStateStream,
  readTaskAnswer,
  statusFailure,
  type ReadingLimits,
} from './bindings/interop-client.ts';
import { decodeInteropCard, decodeInteropTask } from './dialects/interop.ts';
import { encodeInteropCancel, encodeInteropCreate, encodeInteropInput } from './dialects/interop-encode.ts';

/** An answer as it begins: its head, and a body that is read once. */
interface BegunAnswer extends HttpHead {
  readonly body: AsyncIterable<string>;
}

export interface InteropPeerPorts {
  /** Rejects when no answer comes about, and with the signal's reason when that is aborted; the body throws when it breaks off. */
  readonly call: (request: HttpRequest, signal: AbortSignal) => Promise<BegunAnswer>;
  /** What a rejection of `call`, or of its body, was; undefined where it was no loss of the connection: then it is thrown on. */
  readonly lossOf: (thrown: unknown) => 'refused' | 'lost' | undefined;
  readonly token: string;
  /** Milliseconds since the Unix epoch, for `Retry-After` dates. */
  readonly now: () => number;
  /**
   * Who answers for a card, as it came. Who can tell takes no card that nobody known answers for, an unsigned one neither: whoever
   * forges a card can leave its signatures out. Where nobody can tell, signatures are unverified.
   */
  readonly verifyCard?: (card: JsonObject) => Result<unknown>;
  readonly limits?: ReadingLimits;
}

const LIMITS: ReadingLimits = { body: 1_000_000, stream: 4_000_000 };

type Settled<T> = PeerAnswer<T> | Promise<PeerAnswer<T>>;
type Read<T> = (text: string, status: number) => Settled<T>;

/** A peer behind a `call`. */
export function interopPeer(ports: InteropPeerPorts): PeerPort {
  const { token } = ports;
  const ask = <T>(
    step: PeerStep,
    about: { readonly taskId?: TaskId; readonly body?: object },
    asking: { readonly signal: AbortSignal; readonly read: Read<T> },
  ) => askOnce(ports, encodeInteropRequest(step, { ...about, token }), asking);
  const task = (
    step: PeerStep,
    taskId: TaskId,
    asking: { readonly signal: AbortSignal; readonly body?: object },
  ): Promise<PeerAnswer<PeerTask>> => {
    const { signal, body } = asking;
    return ask(step, { taskId, ...(body && { body }) }, { signal, read: (text, status) => readTaskAnswer(text, status, taskId) });
  };
  return {
    card: (signal) => ask('card', {}, { signal, read: (text, status) => readCard(ports, text, status) }),
    create: (order, signal) =>
      ask('create', { body: encodeInteropCreate(order) }, { signal, read: (text, status) => readCreated(order, text, status) }),
    events: (taskId, signal) => followStates(ports, taskId, signal),
    get: (taskId, signal) => task('get', taskId, { signal }),
    input: (taskId, parts: readonly Part[], signal) => task('input', taskId, { signal, body: encodeInteropInput(parts) }),
    cancel: (taskId, signal) => task('cancel', taskId, { signal, body: encodeInteropCancel(undefined) }),
  };
}

async function askOnce<T>(
  ports: InteropPeerPorts,
  request: HttpRequest,
  asking: { readonly signal: AbortSignal; readonly read: Read<T> },
): Promise<PeerAnswer<T>> {
  const { signal, read } = asking;
  const begun = await begin(ports, request, signal);
  if (!begun.ok) return begun;
  const answer = begun.value;
  const text = await wholeText(ports, answer, signal);
  const refused = statusFailure(answer, text.ok ? text.value : '', ports.now());
  if (refused) return refused;
  if (!text.ok) return text;
  return contentFailure(answer, 'json') ?? (await read(text.value, answer.status));
}

async function begin(ports: InteropPeerPorts, request: HttpRequest, signal: AbortSignal): Promise<PeerAnswer<BegunAnswer>> {
  try {
    return { ok: true, value: await ports.call(request, signal) };
  } catch (thrown) {
    return lossAsAnswer(ports, thrown, signal);
  }
}

/** What was thrown, where it was a loss; anything else, and an abort, is thrown on. */
function lossAsAnswer({ lossOf }: InteropPeerPorts, thrown: unknown, signal: AbortSignal, status?: number): PeerAnswer<never> {
  const loss = signal.aborted ? undefined : lossOf(thrown);
  if (loss === undefined) throw thrown;
  if (loss === 'refused') return failed('connection-refused', 'no connection came about');
  const seen = status === undefined ? {} : { status };
  return failed('connection-lost', status === undefined ? 'no answer came' : 'the answer broke off', seen);
}

async function wholeText(ports: InteropPeerPorts, answer: BegunAnswer, signal: AbortSignal): Promise<PeerAnswer<string>> {
  const { body: longest } = ports.limits ?? LIMITS;
  let text = '';
  try {
    for await (const chunk of answer.body) {
      text += chunk;
      if (text.length > longest) return failed('too-big', `the answer is longer than ${longest} characters`, { status: answer.status });
    }
  } catch (thrown) {
    return lossAsAnswer(ports, thrown, signal, answer.status);
  }
  return { ok: true, value: text };
}

function readCard({ verifyCard }: InteropPeerPorts, text: string, status: number): PeerAnswer<PeerCard> {
  let asSent: JsonObject = {};
  const read = readJsonBody(text, status, (value) => {
    const decoded = decodeInteropCard(value);
    if (isJsonObject(value)) asSent = value;
    return decoded;
  });
  if (!read.ok) return read;
  const { card, facts } = read.value;
  const about = { name: card.name, skills: card.skills.map(({ skillId }) => skillId), heartbeat: facts.heartbeat };
  if (!verifyCard) return { ok: true, value: { ...about, signature: facts.signatures.length === 0 ? 'unsigned' : 'unverified' } };
  const verified = verifyCard(asSent);
  if (verified.ok) return { ok: true, value: { ...about, signature: 'verified' } };
  return failed('bad-signature', `nobody known answers for the card: ${sentence(verified.issues.slice(0, 3))}`, { status });
}

function readCreated({ clientRef }: PeerOrder, text: string, status: number): PeerAnswer<CreatedPeerTask> {
  const read = readJsonBody(text, status, decodeInteropTask);
  if (!read.ok) return read;
  const { clientRef: named } = read.value.facts;
  if (clientRef !== undefined && named !== undefined && named !== clientRef) {
    return failed('wrong-task', 'the answer is the task of another request', { status });
  }
  return { ok: true, value: { ...peerTask(read.value), foundAgain: status !== 201 } };
}

/** One request for a stream of states; whoever leaves early, or finds that it is none, hangs up. */
async function* followStates(
  ports: InteropPeerPorts,
  taskId: TaskId,
  signal: AbortSignal,
): AsyncGenerator<PeerAnswer<PeerTask>, void, undefined> {
  const hangUp = new AbortController();
  const passOn = (): void => hangUp.abort(signal.reason);
  if (signal.aborted) passOn();
  else signal.addEventListener('abort', passOn, { once: true });
  try {
    const begun = await begin(ports, encodeInteropRequest('events', { taskId, token: ports.token }), hangUp.signal);
    if (begun.ok) yield* statesOf(ports, begun.value, { taskId, signal });
    else yield begun;
  } finally {
    signal.removeEventListener('abort', passOn);
    hangUp.abort(new Error('the stream is read no longer'));
  }
}

async function* statesOf(
  ports: InteropPeerPorts,
  answer: BegunAnswer,
  asked: { readonly taskId: TaskId; readonly signal: AbortSignal },
): AsyncGenerator<PeerAnswer<PeerTask>, void, undefined> {
  const { taskId, signal } = asked;
  if (answer.status < 200 || answer.status >= 300) {
    const text = await wholeText(ports, answer, signal);
    const refused = statusFailure(answer, text.ok ? text.value : '', ports.now());
    if (refused) yield refused;
    return;
  }
  const wrong = contentFailure(answer, 'events');
  if (wrong) return yield wrong;
  yield* readStateStream(answer.body, taskId, {
    limits: ports.limits ?? LIMITS,
    onThrown: (thrown) => lossAsAnswer(ports, thrown, signal, answer.status),
  });
}
