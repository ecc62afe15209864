// A casebook while it is written.

import type {
  CallCase,
  CardSeen,
  Casebook,
  DeliverySeen,
  FaultSeen,
  LooseAnswer,
  PushConfigSeen,
  SecretSeen,
  ShapeNote,
  StrayMessage,
  StreamCase,
  VersionClue,
} from './casebook.ts';

export interface OpenBook extends Casebook {
  readonly calls: CallCase[];
  readonly streams: StreamCase[];
  readonly looseAnswers: LooseAnswer[];
  readonly strayMessages: StrayMessage[];
  readonly deliveries: DeliverySeen[];
  readonly pushConfigs: PushConfigSeen[];
  readonly cards: CardSeen[];
  readonly faults: FaultSeen[];
  readonly secrets: SecretSeen[];
  readonly shapes: ShapeNote[];
  readonly clues: VersionClue[];
}

/** An empty one over tasks, and messages of tasks, that are entered elsewhere. */
export function openBook(
  { tasks, strayMessages }: Pick<OpenBook, 'tasks' | 'strayMessages'>,
  protocolsOf: Casebook['protocolsOf'],
): OpenBook {
  return {
    tasks,
    calls: [],
    streams: [],
    looseAnswers: [],
    strayMessages,
    deliveries: [],
    pushConfigs: [],
    cards: [],
    faults: [],
    secrets: [],
    shapes: [],
    clues: [],
    protocolsOf,
  };
}
