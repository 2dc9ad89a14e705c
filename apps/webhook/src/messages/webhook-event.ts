import type { WebhookEventType } from '../endpoints/event-types.js';

/** A published event as subscribers receive it. */
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
