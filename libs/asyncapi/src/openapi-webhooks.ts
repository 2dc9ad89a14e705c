import type { EventDocsByType, WebhookDocs } from './asyncapi-parts.js';
import { webhookSchemas } from './component-schemas.js';
import { namesIn } from './self-contained.js';
import { descriptionOf } from './webhook-example.js';
import { webhookHeaders } from './webhook-headers.js';
import { type DeliveredEvent, deliveredEvents, payloadName } from './webhook-payload.js';

const PREFIX = '#/components/schemas/';

/** The `webhooks` of an OpenAPI 3.1 document by type, and the schemas that they refer to. */
export const openApiWebhooks = (
  events: EventDocsByType,
  webhooks: WebhookDocs,
): { webhooks: Record<string, object>; schemas: Record<string, object> } => {
  const delivered = deliveredEvents(events, webhooks);
  const payloads = new Set(delivered.map(({ type }) => payloadName(type)));
  // Resources of the API have some of the same names.
  const shownName = (name: string): string => (payloads.has(name) ? name : `Event${name.replace(/V\d+$/, '')}`);
  const plain = webhookSchemas(events, webhooks, (name) => `${PREFIX}${name}`);
  const used = new Set([...payloads].flatMap((name) => [name, ...namesIn(plain[name] ?? {}, plain)]));
  const shown = webhookSchemas(events, webhooks, (name) => `${PREFIX}${shownName(name)}`);
  return {
    webhooks: Object.fromEntries(delivered.map((one) => [one.type, { post: operationOf(one) }])),
    schemas: Object.fromEntries([...used].sort().map((name) => [shownName(name), shown[name] ?? {}])),
  };
};

const operationOf = (delivered: DeliveredEvent): object => {
  const { type } = delivered;
  return {
    operationId: operationIdOf(type),
    tags: ['Webhook messages'],
    summary: type,
    description: descriptionOf(delivered),
    security: [],
    parameters: SIGNED.map((name) => ({
      name,
      in: 'header',
      required: true,
      description: webhookHeaders.shape[name].description ?? '',
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `${PREFIX}${payloadName(type)}` } } },
    },
    responses: { '2XX': { description: 'Delivered.' } },
  };
};

/** `receiveCatchCreated`. */
const operationIdOf = (type: string): string =>
  `receive_${type}`.replace(/[._]([a-z])/g, (_separator, letter: string) => letter.toUpperCase());

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
