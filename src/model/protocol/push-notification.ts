// Where a server calls back when a task's status changes. A2A 0.3 §6.8, §9.5.

export interface PushNotificationConfig {
  readonly url: string;
  /** Proves the delivery to the receiver; never enters the log. */
  readonly token: string;
  /** The scheme by which the receiver wants to be asked; '' is none. */
  readonly authentication: string;
  /** What goes with the scheme; never enters the log, and no server gives it back. */
  readonly credentials?: string;
  readonly configId?: string;
}
