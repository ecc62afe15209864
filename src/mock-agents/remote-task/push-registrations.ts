// The push configs of the one task. A token goes in and is never told again: no answer holds one. What was registered once is
// remembered by whoever rings, whatever is deleted later.

import type { Fact } from '../../model/log/fact.ts';
import { shownCallback } from '../../model/kernel/callback-host.ts';
import { refusal } from '../../model/kernel/kernel-error.ts';
import type { PushNotificationConfig } from '../../model/protocol/push-notification.ts';
import { REMOTE_TASK_ID } from '../watch-scene.ts';
import type { ArmedConfig } from './settings.ts';

export interface KnownConfig extends PushNotificationConfig {
  readonly configId: string;
}

export class PushRegistrations {
  readonly #fact: (fact: Fact) => void;
  readonly #held: KnownConfig[] = [];
  #given = 0;
  #newestToken: string | undefined;

  /** @param armed what was registered before anybody wrote it down */
  constructor(fact: (fact: Fact) => void, armed: ArmedConfig | undefined) {
    this.#fact = fact;
    if (armed) this.#keep({ ...armed, authentication: '' });
  }

  /** In the order in which they were set. */
  get all(): readonly KnownConfig[] {
    return this.#held;
  }

  /** Of the config that was set last, deleted or not. */
  get newestToken(): string | undefined {
    return this.#newestToken;
  }

  /** Throws INVALID_PARAMS where nobody can be called. */
  requireCallable({ url }: PushNotificationConfig): void {
    if (URL.canParse(url)) return;
    const reason = 'the url of a push config must be an address';
    this.#fact({ kind: 'push-config-refused', taskId: REMOTE_TASK_ID, url: shownCallback(url), code: 'INVALID_PARAMS', reason });
    throw refusal('INVALID_PARAMS', reason);
  }

  /** Sets a config that is callable; one of the same id gives way, and one without an id gets one. @returns what answers tell of it */
  set(config: PushNotificationConfig): KnownConfig {
    const known: KnownConfig = { ...config, configId: config.configId ?? this.#freeId() };
    this.#drop(known.configId);
    this.#keep(known);
    this.#fact({ kind: 'push-config-set', taskId: REMOTE_TASK_ID, url: shownCallback(config.url) });
    return withoutSecrets(known);
  }

  /** As answers tell it. Throws TASK_NOT_FOUND where there is none of that id; without an id, the first. */
  get(configId: string | undefined): PushNotificationConfig {
    const config = this.#held.find((each) => configId === undefined || each.configId === configId);
    if (!config) throw refusal('TASK_NOT_FOUND', `no such push notification config: ${configId ?? 'there is none'}`);
    return withoutSecrets(config);
  }

  /** As answers tell them. */
  list(): readonly PushNotificationConfig[] {
    return this.#held.map(withoutSecrets);
  }

  /** One that is not there is as good as deleted. */
  delete(configId: string): void {
    const config = this.#drop(configId);
    if (config) this.#fact({ kind: 'push-config-deleted', taskId: REMOTE_TASK_ID, url: shownCallback(config.url) });
  }

  #keep(config: KnownConfig): void {
    this.#held.push(config);
    this.#newestToken = config.token;
  }

  #drop(configId: string): KnownConfig | undefined {
    const index = this.#held.findIndex((each) => each.configId === configId);
    return index < 0 ? undefined : this.#held.splice(index, 1)[0];
  }

  #freeId(): string {
    for (;;) {
      this.#given += 1;
      const id = `config-${this.#given}`;
      if (!this.#held.some(({ configId }) => configId === id)) return id;
    }
  }
}

function withoutSecrets({ credentials: _credentials, ...config }: KnownConfig): KnownConfig {
  return { ...config, token: '' };
}
