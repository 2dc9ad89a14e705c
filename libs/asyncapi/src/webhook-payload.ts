import { instantSchema, publicCatchSchema, publicPhotoSchema } from '@cds/contracts/events';
import { z } from 'zod';
import type { EventDocs, EventDocsByType, WebhookDocs, WebhookTypeDocs } from './asyncapi-parts.js';

/** A type that subscribers receive, and the event that it shows. */
export interface DeliveredEvent extends WebhookTypeDocs {
  readonly docs: Omit<EventDocs, 'topic'>;
}

/** All types that subscribers receive. Throws when one is of something that is not published. */
export const deliveredEvents = (events: EventDocsByType, { delivered, unpublished }: WebhookDocs): DeliveredEvent[] =>
  delivered.map((one) => {
    const docs = events[one.event] ?? unpublished?.[one.event];
    if (!docs) throw new Error(`the webhook ${one.type} tells of ${one.event}, which is not published`);
    return { ...one, docs };
  });

/** `CatchCreatedWebhook` of `catch.created`. */
export const payloadName = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Webhook`;

export const webhookPayloads = (events: EventDocsByType, webhooks: WebhookDocs): Record<string, z.ZodType> =>
  Object.fromEntries(
    deliveredEvents(events, webhooks).map((delivered) => [payloadName(delivered.type), payloadSchema(delivered)]),
  );

/** The body of a message. */
export const payloadSchema = ({ type, docs: { schema } }: DeliveredEvent): z.ZodObject =>
  z
    .object({
      id: z.string().meta({
        description: 'The id of the event, for all endpoints and in Kafka (`ce_id`).',
      }),
      type: z.literal(type),
      timestamp: instantSchema.meta({ description: 'When it happened, in UTC.' }),
      data: shortened(schema),
    })
    .meta({ description: schema.description ?? '' });

export const shortenedPhotoSchema = publicPhotoSchema
  .partial()
  .required({ id: true, url: true })
  .meta({ description: 'A photo. Only `id` and `url` remain where `truncated` names photos.' });

const photos = z.array(shortenedPhotoSchema).meta({ description: 'The photos, oldest first.' });

export const shortenedCatchSchema = publicCatchSchema
  .extend({ photos })
  .meta({ description: 'A catch as its owner reads it, in a payload that may be shortened.' });

const truncated = z
  .array(z.enum(['notes', 'metadata', 'photos', 'entries']))
  .optional()
  .meta({
    description: 'Fields shortened here and in `previous` to keep the payload small. Absent if there are none.',
  });

/** The data of an event that holds a catch, as a payload may shorten it; any other as it is. */
const shortened = (schema: z.ZodType): z.ZodType => {
  if (!(schema instanceof z.ZodObject)) return schema;
  const fields: z.ZodRawShape = schema.shape;
  if (!('photos' in fields || 'catch' in fields || 'entries' in fields)) return schema;
  const { previous } = fields;
  return schema.extend({
    ...('photos' in fields && { photos }),
    ...('catch' in fields && { catch: shortenedCatchSchema }),
    ...(previous instanceof z.ZodObject && 'photos' in previous.shape && { previous: withShortPhotos(previous) }),
    truncated,
  });
};

const withShortPhotos = (previous: z.ZodObject): z.ZodObject =>
  previous.extend({ photos: photos.optional() }).meta({ description: previous.description ?? '' });
