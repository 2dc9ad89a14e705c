import { z } from 'zod';
import type { WebhookAttempt, WebhookMessage } from '../generated/client.js';

const textsByName = z.record(z.string(), z.string());
const instant = z.iso.datetime({ precision: 3 });

export const deliveryStatusSchema = z.enum(['pending', 'delivered', 'failed']);

/** A delivery as lists answer it: one event for one endpoint. */
export const deliverySchema = z
  .strictObject({
    id: z.string(),
    endpoint_id: z.string(),
    event_id: z.string(),
    type: z.string(),
    status: deliveryStatusSchema,
    attempt_count: z.int().min(0),
    next_attempt_at: instant.nullable(),
    created_at: instant,
    delivered_at: instant.nullable(),
  })
  .meta({ id: 'Delivery' });
export type DeliveryView = z.infer<typeof deliverySchema>;

export const attemptRequestSchema = z.strictObject({ headers: textsByName, body: z.string() });

export const attemptResponseSchema = z.strictObject({
  status: z.int(),
  headers: textsByName,
  body: z.string().meta({
    description: 'The first 64 KiB of the body. Empty for older attempts where all bodies exceed 1 MB.',
  }),
});

/** Attempts that one answer has: a message may be resent without end. */
export const MAX_ATTEMPTS = 100;
/** Bytes that the bodies of the receiver's answers have together in one answer. */
export const MAX_BODY_BYTES = 1_000_000;

/** One try: what was sent, and what came back or why nothing did. */
export const attemptSchema = z
  .strictObject({
    id: z.string(),
    started_at: instant,
    duration_ms: z.int().meta({ description: 'The time until the response headers arrived or the attempt failed.' }),
    request: attemptRequestSchema,
    response: attemptResponseSchema.nullable(),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why there was no response, such as `timeout`. Null if there was one.' }),
  })
  .meta({ id: 'DeliveryAttempt' });
export type AttemptView = z.infer<typeof attemptSchema>;

export const deliveryWithAttemptsSchema = deliverySchema
  .extend({
    attempts: z.array(attemptSchema).meta({
      description: `The newest ${MAX_ATTEMPTS}, oldest first. \`attempt_count\` counts all.`,
    }),
  })
  .meta({ id: 'DeliveryWithAttempts' });
export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttemptsSchema>;

/** What is answered of a row. */
export type DeliveryRow = Pick<
  WebhookMessage,
  'id' | 'endpointId' | 'eventId' | 'type' | 'status' | 'attemptCount' | 'nextAttemptAt' | 'createdAt' | 'deliveredAt'
>;

export const deliveryView = (row: DeliveryRow): DeliveryView => ({
  id: row.id,
  endpoint_id: row.endpointId,
  event_id: row.eventId,
  type: row.type,
  status: deliveryStatusSchema.parse(row.status),
  attempt_count: row.attemptCount,
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
});

export const attemptView = (row: AttemptRow, payload: string): AttemptView => ({
  id: row.id,
  started_at: row.startedAt.toISOString(),
  duration_ms: row.durationMs,
  request: { headers: headersOf(row.requestHeaders), body: payload },
  response:
    row.responseStatus === null
      ? null
      : { status: row.responseStatus, headers: headersOf(row.responseHeaders), body: row.responseBody ?? '' },
  error: row.error,
});

const headerList = z.array(z.tuple([z.string(), z.string()]));

/** Checked as a list, since a record of Zod leaves out a header that is called `__proto__`. */
const headersOf = (stored: unknown): Record<string, string> =>
  Object.fromEntries(headerList.parse(Object.entries(stored ?? {})));

/** What is answered of an attempt. */
export type AttemptRow = Omit<WebhookAttempt, 'messageId' | 'statsEndpointId'>;

/** The columns of a `DeliveryRow`. */
export const DELIVERY_COLUMNS = `id, endpoint_id AS "endpointId", event_id AS "eventId", type, status,
  attempt_count AS "attemptCount", next_attempt_at AS "nextAttemptAt", created_at AS "createdAt",
  delivered_at AS "deliveredAt"`;
