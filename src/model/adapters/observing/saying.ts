// What a payload says, before the facts of its envelope are added.

import type { AcpFacts, Dialect, Said } from '../observation.ts';

export interface Saying {
  readonly said: Said;
  readonly dialect?: Dialect;
  readonly version?: string;
  /** ValuePath steps to the payload. */
  readonly steps: string;
  readonly stateWord?: string;
  readonly acp?: AcpFacts;
}
