// What the orchestrator is booted with. Of the specialist it is told an address and a token: everything else it knows about it is
// on the card that it reads there.

import type { Json } from '../../model/base/json.ts';
import type { ClientSettings } from '../../model/kernel/client-settings.ts';
import type { AgentName } from '../../model/protocol/task.ts';
import type { Experiment } from '../experiment.ts';

export interface OrchestratorSettings extends Pick<Experiment, 'order' | 'verifiesCard'> {
  readonly client: ClientSettings;
  readonly specialist: { readonly address: AgentName; readonly token: string };
  /** Under which policy it serves those who order from it. */
  readonly policy: string;
  /** What they must show. */
  readonly token: string;
}

export function orchestratorSettingsAsJson(settings: OrchestratorSettings): Json {
  return settings as unknown as Json;
}
