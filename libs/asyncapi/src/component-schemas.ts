import { verificationTierSchema } from '@cds/contracts';
import {
  anglerRefSchema,
  boardRuleSchema,
  instantSchema,
  photoFileSchema,
  publicCatchSchema,
  publicLocationSchema,
  publicPhotoSchema,
  speciesNameSchema,
  worldRecordSchema,
} from '@cds/contracts/events';
import { z } from 'zod';
import type { EventDocsByType, WebhookDocs } from './asyncapi-parts.js';
import { cloudEventHeaders, tombstoneHeaders } from './cloud-event-headers.js';
import { deadLetterHeaders, dropHeaders, replayHeaders } from './dead-letter-headers.js';
import { webhookHeaders } from './webhook-headers.js';
import { shortenedPhotoSchema, shortenedCatchSchema, webhookPayloads } from './webhook-payload.js';

type Named = Readonly<Record<string, z.ZodType>>;

/** What several events have in common. */
const PARTS: Named = {
  Instant: instantSchema,
  VerificationTier: verificationTierSchema,
  AnglerRef: anglerRefSchema,
  Location: publicLocationSchema,
  PhotoFile: photoFileSchema,
  Photo: publicPhotoSchema,
  Catch: publicCatchSchema,
  BoardRule: boardRuleSchema,
  SpeciesName: speciesNameSchema,
  WorldRecord: worldRecordSchema,
};

const HEADERS: Named = {
  CloudEventHeaders: cloudEventHeaders,
  TombstoneHeaders: tombstoneHeaders,
  DeadLetterHeaders: deadLetterHeaders,
  DeadLetterReplayHeaders: replayHeaders,
  DeadLetterDropHeaders: dropHeaders,
  WebhookHeaders: webhookHeaders,
};

/** The events' schemas and their parts, by name, in the dialect asked for; they refer to each other by `uri`. */
export const eventSchemas = (
  events: EventDocsByType,
  target: 'draft-7' | 'draft-2020-12',
  uri: (name: string) => string,
): Record<string, object> => jsonSchemas({ ...PARTS, ...dataOf(events) }, target, uri);

/** The schemas of the bodies of webhooks and all that they may refer to, by name, in JSON Schema's draft 2020-12. */
export const webhookSchemas = (
  events: EventDocsByType,
  webhooks: WebhookDocs,
  uri: (name: string) => string,
): Record<string, object> =>
  jsonSchemas({ ...PARTS, ...dataOf(events), ...payloadsOf(events, webhooks) }, 'draft-2020-12', uri);

/** All schemas of the document: AsyncAPI's own dialect is draft 7 and more. */
export const componentSchemas = (events: EventDocsByType, webhooks: WebhookDocs): Record<string, object> =>
  jsonSchemas(
    {
      ...PARTS,
      ...HEADERS,
      ...dataOf(events),
      ...payloadsOf(events, webhooks),
    },
    'draft-7',
    (name) => `#/components/schemas/${name}`,
  );

const payloadsOf = (events: EventDocsByType, webhooks: WebhookDocs): Named => ({
  ShortenedPhoto: shortenedPhotoSchema,
  ShortenedCatch: shortenedCatchSchema,
  ...webhookPayloads(events, webhooks),
});

const dataOf = (events: EventDocsByType): Named =>
  Object.fromEntries(Object.entries(events).map(([type, { schema }]) => [type, schema]));

/**
 * Names are kept in a registry of this call: in zod's global one other documents would show them too. As input, objects
 * take more fields.
 */
const jsonSchemas = (
  named: Named,
  target: 'draft-7' | 'draft-2020-12',
  uri: (name: string) => string,
): Record<string, object> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { target, io: 'input', uri });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema]),
  );
};
