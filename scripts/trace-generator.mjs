// A trace of any size: A2A events of about 400 bytes, many tasks interleaved, one JSON-RPC message a line or a block of an event
// stream. A pure function of its options. Faults are sown into some tasks, one each, and counted by the rule that must find them.

/**
 * @typedef {{ events: number, seed: number, version: '0.3' | '1.0', format: 'ndjson' | 'sse', faults: number }} TraceOptions
 * @typedef {{ events: number, tasks: number, findings: Record<string, { tasks: number, first: string[] }>, unreadLines: number, secrets: number }} Sown
 * @typedef {Record<string, unknown>} Wire
 * @typedef {(number: number) => number} Dice
 * @typedef {{ at: () => string }} Clock
 * @typedef {{ id: string, contextId: string, rpcId: string, dice: Dice, clock: Clock, modern: boolean }} TaskIds
 */

const OPEN_TASKS = 48;
const START = Date.UTC(2026, 0, 5, 8);
const FIRST_NAMED = 20;
const WORDS =
  'checking the beneficiary against three lists and the invoice of last month while a second desk compares amounts, dates, names, addresses and what the bank wrote about the transfer'.split(
    ' ',
  );
const ASKS = [
  'Screen the beneficiary of payment',
  'Book a table for the team on',
  'Convert the invoice of order',
  'List what is missing for trip',
];

/** Rules and how a task's events break them. What is sown is a fault in every version that is written. */
const FAULTS = {
  'illegal-transition': (/** @type {Wire[]} */ events, /** @type {TaskIds} */ ids) => [...events, status(ids, 'working')],
  'event-after-terminal': (/** @type {Wire[]} */ events, /** @type {TaskIds} */ ids) => [...events, chunk(ids, 'late', 0, 1)],
  'append-before-create': (/** @type {Wire[]} */ events, /** @type {TaskIds} */ ids) => [
    ...events.slice(0, 2),
    chunk(ids, 'unheard', 1, 2),
    ...events.slice(2),
  ],
  'context-id-mismatch': (/** @type {Wire[]} */ events, /** @type {TaskIds} */ ids) => [
    ...events.slice(0, 2),
    status({ ...ids, contextId: `${ids.contextId}-other` }, 'working'),
    ...events.slice(2),
  ],
  'missing-required-field': (/** @type {Wire[]} */ events, /** @type {TaskIds} */ ids) => {
    const broken = status(ids, 'working');
    delete payload(broken)['contextId'];
    return [...events.slice(0, 2), broken, ...events.slice(2)];
  },
  'field-naming': (/** @type {Wire[]} */ events, /** @type {TaskIds} */ ids) => {
    const broken = status(ids, 'working');
    const inner = payload(broken);
    inner['context_id'] = inner['contextId'];
    delete inner['contextId'];
    return [...events.slice(0, 2), broken, ...events.slice(2)];
  },
  'out-of-order-events': (/** @type {Wire[]} */ events, /** @type {TaskIds} */ ids) => {
    const late = status(ids, 'working');
    /** @type {Wire} */ (payload(late)['status'])['timestamp'] = new Date(START - 60_000).toISOString();
    return [...events.slice(0, 2), late, ...events.slice(2)];
  },
  'empty-artifact-parts': (/** @type {Wire[]} */ events, /** @type {TaskIds} */ ids) => {
    const empty = chunk(ids, 'empty', 0, 1);
    /** @type {Wire} */ (payload(empty)['artifact'])['parts'] = [];
    return [...events.slice(0, -1), empty, ...events.slice(-1)];
  },
  'partial-artifact-on-failure': (/** @type {Wire[]} */ events, /** @type {TaskIds} */ ids) => [
    ...events.slice(0, -1),
    chunk(ids, 'torn', 0, 2),
    chunk(ids, 'torn', 1, 3),
    status(ids, 'failed'),
  ],
};
/** @typedef {keyof typeof FAULTS} Fault */
/** @typedef {{ readonly id: string, readonly fault: Fault | undefined, readonly events: Wire[] }} OpenTask */
const FAULT_NAMES = /** @type {Fault[]} */ (Object.keys(FAULTS));

/**
 * The trace, line by line (block by block), line ends included.
 * @param {TraceOptions} options `faults`: the share of tasks that get one
 * @returns {Generator<string, Sown, void>} what was sown is returned at the end
 */
export function* generateTrace(options) {
  const dice = createDice(options.seed);
  const clock = createClock(dice);
  /** @type {Sown} */
  const sown = { events: 0, tasks: 0, findings: {}, unreadLines: 0, secrets: 0 };
  /** @type {OpenTask[]} */
  const open = [];
  while (sown.events < options.events) {
    const place = dice(OPEN_TASKS);
    const task = (open[place] ??= newTask(options, { dice, clock, sown }));
    const event = task.events.shift();
    if (event === undefined) {
      delete open[place];
      continue;
    }
    stampTimes(event, clock);
    yield framed(JSON.stringify(event), options.format);
    sown.events += 1;
    if (task.events.length === 0 && task.fault !== undefined) noteFault(sown, task.fault, task.id);
    if (options.faults > 0 && dice(1_000_000) < options.faults * 10_000) {
      sown.unreadLines += 1;
      yield options.format === 'sse' ? 'data: {"jsonrpc":"2.0","id":\n\n' : '{"jsonrpc":"2.0","id":\n';
    }
  }
  return sown;
}

/** @param {TraceOptions} options @param {{ dice: Dice, clock: Clock, sown: Sown }} state @returns {OpenTask} */
function newTask({ version, format, faults }, { dice, clock, sown }) {
  const number = sown.tasks;
  sown.tasks += 1;
  const ids = {
    id: `task-${hex(dice)}-${number}`,
    contextId: `ctx-${hex(dice)}${hex(dice)}`,
    rpcId: `rpc-${number}`,
    dice,
    clock,
    modern: version === '1.0',
  };
  const healthy = healthyEvents(ids);
  const fault = dice(1_000_000) < faults * 1_000_000 ? FAULT_NAMES[dice(FAULT_NAMES.length)] : undefined;
  const answers = fault === undefined ? healthy : FAULTS[fault](healthy, ids);
  // An event stream as a terminal keeps it holds answers only.
  return { id: ids.id, fault, events: format === 'sse' ? answers : [request(ids, faults, sown), ...answers] };
}

/** A task counts when its last event is written: one that the end of the trace cuts may not show its fault. @param {Sown} sown @param {Fault} fault @param {string} id */
function noteFault(sown, fault, id) {
  const found = (sown.findings[fault] ??= { tasks: 0, first: [] });
  found.tasks += 1;
  if (found.first.length < FIRST_NAMED) found.first.push(id);
}

/** @param {TaskIds} ids @returns {Wire[]} */
function healthyEvents(ids) {
  const events = [snapshot(ids), status(ids, 'working')];
  const talks = ids.dice(4);
  for (let turn = 0; turn < talks; turn += 1) events.push(status(ids, 'working'));
  const artifacts = 1 + ids.dice(2);
  for (let artifact = 0; artifact < artifacts; artifact += 1) {
    const chunks = 1 + ids.dice(5);
    for (let index = 0; index < chunks; index += 1) events.push(chunk(ids, `artifact-${artifact}`, index, chunks));
  }
  events.push(status(ids, 'completed'));
  return events;
}

/** @param {TaskIds} ids @param {number} faults @param {Sown} sown @returns {Wire} */
function request(ids, faults, sown) {
  const ask = `${ASKS[ids.dice(ASKS.length)]} ${ids.dice(100_000)}: ${prose(ids.dice, 12)}`;
  const message = {
    ...(ids.modern ? {} : { kind: 'message' }),
    messageId: `m-${ids.id}`,
    role: ids.modern ? 'ROLE_USER' : 'user',
    parts: [part(ids, ask)],
  };
  const isTelling = faults > 0 && ids.dice(1_000_000) < faults * 100_000;
  if (isTelling) sown.secrets += 1;
  const metadata = isTelling ? { metadata: { auth_token: `tok-${hex(ids.dice)}${hex(ids.dice)}${hex(ids.dice)}` } } : {};
  return {
    jsonrpc: '2.0',
    id: ids.rpcId,
    method: ids.modern ? 'SendStreamingMessage' : 'message/stream',
    params: { message, ...metadata },
  };
}

/** @param {TaskIds} ids @returns {Wire} */
function snapshot(ids) {
  const task = { id: ids.id, contextId: ids.contextId, status: { state: stateWord(ids, 'submitted'), timestamp: '' } };
  return answer(ids, ids.modern ? { task } : { kind: 'task', ...task });
}

/** @param {TaskIds} ids @param {string} state @returns {Wire} */
function status(ids, state) {
  const message = {
    ...(ids.modern ? {} : { kind: 'message' }),
    messageId: `m-${hex(ids.dice)}${hex(ids.dice)}`,
    role: ids.modern ? 'ROLE_AGENT' : 'agent',
    parts: [part(ids, prose(ids.dice, 7))],
    taskId: ids.id,
    contextId: ids.contextId,
  };
  const update = { taskId: ids.id, contextId: ids.contextId, status: { state: stateWord(ids, state), message, timestamp: '' } };
  const isLast = state === 'completed' || state === 'failed';
  return answer(ids, ids.modern ? { statusUpdate: update } : { kind: 'status-update', ...update, final: isLast });
}

/** @param {TaskIds} ids @param {string} name @param {number} index @param {number} count @returns {Wire} */
function chunk(ids, name, index, count) {
  const artifact = { artifactId: `${name}-${ids.id}`, name: `${name} of the case`, parts: [part(ids, prose(ids.dice, 20))] };
  const update = { taskId: ids.id, contextId: ids.contextId, artifact, append: index > 0, lastChunk: index === count - 1 };
  return answer(ids, ids.modern ? { artifactUpdate: update } : { kind: 'artifact-update', ...update });
}

/** @param {TaskIds} ids @param {string} text */
const part = (ids, text) => (ids.modern ? { text } : { kind: 'text', text });
/** @param {TaskIds} ids @param {Wire} result @returns {Wire} */
const answer = (ids, result) => ({ jsonrpc: '2.0', id: ids.rpcId, result });
/** @param {TaskIds} ids @param {string} state */
const stateWord = (ids, state) => (ids.modern ? `TASK_STATE_${state.toUpperCase()}` : state);

/** The task, update or request inside a message. @param {Wire} message @returns {Wire} */
function payload(message) {
  const result = /** @type {Wire} */ (message['result'] ?? {});
  return /** @type {Wire} */ (result['statusUpdate'] ?? result['artifactUpdate'] ?? result['task'] ?? result);
}

/** The time is that of the writing, so that lines are in order of their times. @param {Wire} event @param {Clock} clock */
function stampTimes(event, clock) {
  const state = /** @type {Wire | undefined} */ (payload(event)['status']);
  if (state?.['timestamp'] === '') state['timestamp'] = clock.at();
}

/** @param {string} json @param {TraceOptions['format']} format */
const framed = (json, format) => (format === 'sse' ? `data: ${json}\n\n` : `${json}\n`);

/** @param {Dice} dice @param {number} words */
function prose(dice, words) {
  const from = dice(WORDS.length);
  const length = words + dice(words);
  let text = '';
  for (let at = 0; at < length; at += 1) text += `${at === 0 ? '' : ' '}${WORDS[(from + at * 7) % WORDS.length]}`;
  return text;
}

/** @param {Dice} dice */
const hex = (dice) => dice(0x1_0000_0000).toString(16).padStart(8, '0');

/** @param {Dice} dice @returns {Clock} */
function createClock(dice) {
  let now = START;
  return {
    at: () => {
      now += dice(40);
      return new Date(now).toISOString();
    },
  };
}

/** A whole number below a limit, the same for the same seed. @param {number} seed @returns {Dice} */
function createDice(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit);
  };
}
