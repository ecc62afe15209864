// Where a server calls back when a task's status changes. A2A 0.3 §6.8, §9.5.

export interface PushNotificationConfig {
  readonly url: string;
  /** Proves the delivery to the receiver; never enters the log. */
  readonly token: string;
  readonly authentication: string;
  readonly configId?: string;
}
