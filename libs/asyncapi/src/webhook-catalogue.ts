import type { EventDocsByType, WebhookDocs } from './asyncapi-parts.js';
import { webhookSchemas } from './component-schemas.js';
import { selfContained } from './self-contained.js';
import { descriptionOf, webhookExample } from './webhook-example.js';
import { deliveredEvents, payloadName } from './webhook-payload.js';

/** A type that an endpoint can subscribe to, as `GET /v1/webhooks/event-types` shows it. */
export interface WebhookTypeEntry {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the body of a message, complete in itself. */
  readonly schema: object;
  /** A body. */
  readonly example: unknown;
}

/** Every type that subscribers receive. Throws when an example does not fit its schema. */
export const webhookCatalogue = (events: EventDocsByType, webhooks: WebhookDocs): WebhookTypeEntry[] => {
  const schemas = webhookSchemas(events, webhooks, (name) => `#/$defs/${name}`);
  return deliveredEvents(events, webhooks).map((delivered) => ({
    name: delivered.type,
    description: descriptionOf(delivered),
    schema: selfContained(payloadName(delivered.type), `urn:cds:webhook:${delivered.type}`, delivered.type, schemas),
    example: webhookExample(delivered, webhooks).payload,
  }));
};
