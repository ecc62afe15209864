// What the orchestrator is booted with. Of the specialist it is told an address and a token: everything else it knows about it is
// on the card that it reads there.

import type { Json } from '../../model/base/json.ts';
import type { ClientSettings } from '../../model/kernel/client-settings.ts';
import type { AgentName } from '../../model/protocol/task.ts';
import type { Experiment } from '../experiment.ts';

export interface OrchestratorSettings {
  readonly order: Experiment['order'];
  readonly client: ClientSettings;
  readonly specialist: SpecialistAddress;
  /** Under which policy it serves those who order from it. */
  readonly policy: string;
  /** What they must show. */
  readonly token: string;
}

export interface SpecialistAddress {
  readonly address: AgentName;
  /** What it wants to be shown. */
  readonly token: string;
  /** The public key, byte by byte, of whoever must answer for its card; without it every card is taken. */
  readonly key?: readonly number[];
}

export function orchestratorSettingsAsJson(settings: OrchestratorSettings): Json {
  return settings as unknown as Json;
}
