import type { WebhookEventType } from '../endpoints/event-types.js';

/** A published event as subscribers are told of it. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: WebhookEventType;
  /** The id of what it is about. */
  readonly subject: string;
  readonly time: Date;
  /** Whose it is; null when nobody's. */
  readonly accountId: string | null;
  readonly traceparent: string | null;
  readonly data: unknown;
}

/** A published event of which no more was read than what decides who gets it. */
export interface UnreadEvent {
  readonly type: WebhookEventType;
  readonly accountId: string | null;
  /** Parses the rest; null for a tombstone, which nobody is told of. */
  readonly read: () => WebhookEvent | null;
}
