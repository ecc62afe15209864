// An agent of a lesson: a handler inside a kernel server inside a binding. The kernel's decisions go into the log as facts,
// its deliveries out as calls of the agent's own.

import { a2aV03JsonRpc, headerCarrier, SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import type { Delivery, ServedProtocol } from '../../model/adapters/protocol-port.ts';
import type { Json } from '../../model/base/json.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import { countedIds, type IdSource, randomIds } from '../../model/kernel/identifiers.ts';
import { policyNamed } from '../../model/kernel/policy.ts';
import { createServer } from '../../model/kernel/server.ts';
import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { PushNotificationConfig } from '../../model/protocol/push-notification.ts';
import type { AgentIo, Behaviour } from '../agent-io.ts';
import { callBack } from '../hosting/calling-back.ts';
import { createHandOn, type OnwardSettings } from '../hosting/handing-on.ts';
import { signedCarrier, type ChainWorld } from '../hosting/signed-carrier.ts';
import { STEP } from '../virtual-time/constants.ts';
import type { PacedHandler } from './pace.ts';

/** What the lab boots an agent with. */
export interface AgentSettings {
  readonly card: AgentCard;
  readonly allowedCallbackHosts: readonly string[];
  readonly maxDepth: number;
  readonly policy: string;
  /** Id of a served protocol; A2A 0.3 over JSON-RPC where it is not said. */
  readonly protocol?: string;
  /** Where the policy has chains signed: whose keys count. */
  readonly chains?: ChainWorld;
  /** Counted where it is not said; `random` ids have 128 bits of the episode's own dice. */
  readonly ids?: 'counted' | 'random';
  /** Whom it may hand work on to. */
  readonly handsOn?: OnwardSettings;
}
export function settingsAsJson(settings: AgentSettings): Json {
  return settings as unknown as Json;
}

/** A handler as an agent that speaks the protocol of its settings. */
export function servedAgent(handler: PacedHandler): Behaviour {
  return (io) => {
    // Written by the lab a moment ago, with the function above.
    const {
      card,
      allowedCallbackHosts,
      maxDepth,
      policy,
      protocol: protocolId = a2aV03JsonRpc.id,
      chains,
      ids = 'counted',
      handsOn,
    } = io.settings as unknown as AgentSettings;
    const conditions = { policy: policyNamed(policy) ?? io.fatal(`no policy is called ${policy}`), chains };
    const spoken = SERVED_PROTOCOLS.get(protocolId) ?? io.fatal(`no protocol is called ${protocolId}`);
    const protocol = (conditions.policy.publishing.strictCard ? spoken.strict : undefined) ?? spoken;
    const now = (): number => VIRTUAL_EPOCH + io.now();
    const server = createServer({
      card,
      handler: handler((signal) => io.sleep(STEP, signal), createHandOn({ io, protocol, conditions, maxDepth }, handsOn)),
      allowedCallbackHosts,
      maxDepth,
      policy: conditions.policy,
      ids: respelled(ids === 'random' ? randomIds(io.random) : countedIds(), protocol),
      onFact: io.fact,
      deliver: (config, task) => void deliver(io, config, protocol.encodeDelivery(config, task, new Date(now()).toISOString())),
    });
    return protocol.serve(server.execute, { carrier: chains ? signedCarrier(chains, card.name) : headerCarrier, now });
  };
}

/** Ids as the protocol wants them, so that the kernel's facts and the wire speak of the same tasks. */
function respelled(ids: IdSource, { idOf }: ServedProtocol): IdSource {
  if (!idOf) return ids;
  return {
    next: (prefix) => idOf(ids.next(prefix)),
    get count() {
      return ids.count;
    },
  };
}

/** A delivery carries the task as it is now, and what proves where it comes from. A2A 0.3 §9.5. */
async function deliver(io: AgentIo, config: PushNotificationConfig, delivery: Delivery | undefined): Promise<void> {
  // An address that is none was taken at its word by a policy that does not read it: there is nowhere to go.
  if (!delivery || !URL.canParse(config.url)) return;
  // Nobody answered: that is a line of the recording, and no business of the task's.
  await callBack(io, config.url, delivery);
}
