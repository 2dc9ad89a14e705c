import type { Attempt, Message } from '../generated/client.js';

/** A delivery as lists answer it: one event for one endpoint. */
export interface DeliveryView {
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly delivered_at: string | null;
}

/** One try: what was sent, and what came back or why nothing did. */
export interface AttemptView {
  readonly id: string;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly request: { readonly headers: unknown; readonly body: string };
  readonly response: { readonly status: number; readonly headers: unknown; readonly body: string } | null;
  readonly error: string | null;
}

export const deliveryView = (row: Omit<Message, 'payload'>): DeliveryView => ({
  id: row.id,
  endpoint_id: row.endpointId,
  event_id: row.eventId,
  type: row.type,
  status: row.status,
  attempt_count: row.attemptCount,
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
});

export const attemptView = (row: Attempt, payload: string): AttemptView => ({
  id: row.id,
  started_at: row.startedAt.toISOString(),
  duration_ms: row.durationMs,
  request: { headers: row.requestHeaders, body: payload },
  response: row.responseStatus === null ? null : { status: row.responseStatus, headers: row.responseHeaders, body: row.responseBody ?? '' },
  error: row.error,
});
