// What a hardened server and a hardened directory keep and show: several callbacks a task, and cards that may be delegated to.

import type { Limits } from '../limits.ts';
import {
  CALLER_EXTENDS_CHAIN,
  type CallbackStrategy,
  type ChainStrategy,
  type DiscoveryStrategy,
  type OriginStrategy,
  type PublishingStrategy,
  type SendingStrategy,
  type TranslationStrategy,
} from '../strategies.ts';

const MOST_CALLBACKS = 16;

/** A config without an id is the task's unnamed one. The oldest goes when there are too many: a caller cannot pile them up. */
export const CALLBACKS_BY_ID: CallbackStrategy = {
  id: 'callbacks-by-id',
  title: 'A task has several callbacks, each with an id; one of the same id is replaced',
  critique: 'R05',
  default: true,
  keep: (held, config) => [...held.filter(({ configId }) => configId !== config.configId), config].slice(-MOST_CALLBACKS),
};

export const DISCOVER_ADMISSIBLE: DiscoveryStrategy = {
  id: 'discover-admissible',
  title: 'Discovery shows what admission would take, and tells which cards it could not judge',
  critique: 'R15',
  default: true,
  skipsUnreadable: true,
  onlyAdmissible: true,
};

export const CHAINS_SIGNED: ChainStrategy = {
  id: 'chains-signed',
  title: 'Each hop of a chain is signed for the next',
  critique: 'R14',
  default: true,
  signed: true,
};

export const ASK_BEFORE_SENDING: SendingStrategy = {
  id: 'ask-before-sending',
  title: "The caller asks admission over the directory's card before a byte leaves; the callee asks again",
  critique: 'R52',
  default: true,
  asksFirst: true,
};

export const PUBLISH_STRICT_CARD: PublishingStrategy = {
  id: 'publish-strict-card',
  title: 'A card is written as its specification wants it: schemes by name, each with what it is',
  critique: 'R57',
  default: true,
  strictCard: true,
};

export const TRANSLATE_AS_RUN: TranslationStrategy = {
  id: 'translate-as-run',
  title: 'A task is translated into a run of ACP that keeps files, texts, artifacts and messages apart',
  critique: 'R34',
  default: true,
  way: 'run',
};

/** A context that the server makes up is nobody's yet: a caller may have guessed the next number. */
export const OWN_CONTEXTS: OriginStrategy = {
  ...CALLER_EXTENDS_CHAIN,
  id: 'own-contexts',
  title: "The chain is the caller's verified chain and the caller; a context that is made up is new",
  contextId: (asked, ids, isKnown) => {
    if (asked !== undefined && asked !== '') return asked;
    for (;;) {
      const made = ids.next('ctx');
      if (!isKnown(made)) return made;
    }
  },
};

export const TIGHT_LIMITS: Limits = {
  id: 'tight-limits',
  title: 'Messages, artifacts and tasks are bounded',
  critique: 'R32',
  default: true,
  parts: 1_000,
  characters: 4_194_304,
  levels: 64,
  messages: 10_000,
  artifacts: 1_000,
  openTasks: 1_000,
  endedTasks: 10_000,
};
