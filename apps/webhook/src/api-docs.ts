import type { Parts, RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { catalogueDocs } from './catalogue/catalogue.docs.js';
import { deliveriesDocs } from './deliveries/deliveries.docs.js';
import { recoveriesDocs } from './deliveries/recover/recoveries.docs.js';
import { endpointsDocs } from './endpoints/endpoints.docs.js';
import { feedDocs } from './feed/feed.docs.js';
import { replaysDocs } from './replays/replays.docs.js';
import { signingDocs } from './signing/signing.docs.js';
import { attemptRequestSchema, attemptResponseSchema, deliveryStatusSchema } from './deliveries/delivery-view.js';
import { latencySchema, statsHourSchema } from './deliveries/stats/stats.schemas.js';
import { EVENT_TYPE_PATTERNS, WEBHOOK_EVENT_TYPES } from './endpoints/event-types.js';
import { endpointFilterPatch, endpointFilterSchema } from './endpoints/settings/endpoint-filter.js';
import { ENDPOINT_STATUSES, ORDERINGS } from './endpoints/settings/endpoint-settings.js';
import { FEED_TYPE_PATTERNS } from './feed/feed-types.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [
  ...catalogueDocs,
  ...endpointsDocs,
  ...deliveriesDocs,
  ...recoveriesDocs,
  ...replaysDocs,
  ...feedDocs,
  ...signingDocs,
];

/** What of it has a name of its own there. */
export const parts: Parts = {
  AttemptRequest: attemptRequestSchema,
  AttemptResponse: attemptResponseSchema,
  DeliveryStatus: deliveryStatusSchema,
  EventTypeName: z.enum(WEBHOOK_EVENT_TYPES),
  EventTypePattern: z.enum(EVENT_TYPE_PATTERNS),
  FeedTypePattern: z.enum(FEED_TYPE_PATTERNS),
  Latency: latencySchema,
  WebhookFilter: endpointFilterSchema,
  WebhookFilterPatch: endpointFilterPatch,
  WebhookOrdering: z.enum(ORDERINGS),
  WebhookStatsHour: statsHourSchema,
  WebhookStatus: z.enum(ENDPOINT_STATUSES),
};
