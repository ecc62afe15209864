// Hosts one agent on a port: each input is one turn, and everything the agent wants goes back in the turn's one `idle`,
// a macrotask after its last promise has moved. The same host runs in a worker, and in the lab's own thread for the
// participants that are ours and for tests: only the port differs.

import type { RequestHandler } from '../model/protocol/http.ts';
import { type AgentIo, type Behaviours, endAgent } from './agent-io.ts';
import { createHop, type Hop } from './hop.ts';
import { type Calls, createCalls } from './hosting/calls.ts';
import { createServing, type Serving } from './hosting/serving.ts';
import { createStoredLists, type StoredLists } from './hosting/stored-lists.ts';
import { createTimers, type Timers } from './hosting/timers.ts';
import { createTurnLedger, type TurnLedger } from './hosting/turn-ledger.ts';
import type { Input, LanePort, ToAgent } from './lanes.ts';
import { createSeededRandom } from './seeded-random.ts';
import { installVirtualGlobals } from './virtual-globals.ts';

export interface HostOptions {
  /** Replaces timers, clock, dice and ways out of this realm at boot. For a realm of its own only. */
  readonly virtualGlobals?: boolean;
  /** How a turn ends; only a control test has a reason to give another than a macrotask. */
  readonly hop?: Hop;
}

interface Hosted {
  readonly ledger: TurnLedger;
  readonly timers: Timers;
  readonly calls: Calls;
  readonly serving: Serving;
  readonly lists: StoredLists;
}

const NOT_BOOTED: RequestHandler = () => Promise.resolve({ status: 503, headers: {}, body: '' });

/**
 * Serves the lanes on a port until it is closed or the agent ends.
 * @param behaviours what an agent may be booted as, by key
 */
export function hostAgent(port: LanePort, behaviours: Behaviours, options: HostOptions = {}): void {
  const ledger = createTurnLedger(port, options.hop ?? createHop());
  let handler = NOT_BOOTED;
  let now = 0;
  const hosted: Hosted = {
    ledger,
    timers: createTimers(ledger),
    calls: createCalls(ledger),
    serving: createServing(ledger, () => handler),
    lists: createStoredLists(ledger),
  };

  const take = (message: ToAgent): void => {
    now = message.now;
    if (message.type === 'turn') return feed(hosted, message.input);
    const io = createIo(hosted, message, () => now);
    if (options.virtualGlobals) installVirtualGlobals(io);
    const behaviour = Object.hasOwn(behaviours, message.behaviour) ? behaviours[message.behaviour] : undefined;
    handler = (behaviour ?? ledger.fatal(`no behaviour is called ${message.behaviour}`))(io);
  };

  port.onmessage = ({ data }) => {
    if (ledger.isDead()) return;
    const message = data as ToAgent;
    ledger.begin(message.turn);
    try {
      take(message);
    } catch (error) {
      if (!ledger.isDead()) endAgent(ledger.fatal, error);
      return;
    }
    ledger.settleSoon();
  };
}

function createIo(hosted: Hosted, boot: ToAgent & { readonly type: 'boot' }, now: () => number): AgentIo {
  const { ledger, timers, calls, lists } = hosted;
  return {
    agent: boot.agent,
    settings: boot.settings,
    life: boot.life,
    now,
    random: createSeededRandom(boot.seed),
    sleep: timers.sleep,
    after: timers.after,
    cancel: timers.cancel,
    call: calls.call,
    fact: (fact) => ledger.note({ op: 'fact', fact }),
    storage: lists.storage,
    hold: ledger.hold,
    fatal: ledger.fatal,
  };
}

function feed({ serving, calls, timers, lists }: Hosted, input: Input): void {
  switch (input.input) {
    case 'request':
      return serving.request(input);
    case 'credit':
      return serving.credit(input.exchange, input.count);
    case 'abort':
      return serving.abort(input.exchange, input.why);
    case 'wake':
      return timers.wake(input.timer);
    case 'stored':
      return lists.hear(input);
    case 'head':
    case 'chunk':
    case 'end':
    case 'lost':
      return calls.hear(input);
  }
}
