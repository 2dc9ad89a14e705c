import { instantSchema } from '@cds/contracts/events';
import { z } from 'zod';

/** CloudEvents 1.0 in binary mode over Kafka; every value is text. */
export const cloudEventHeaders = z
  .object({
    ce_specversion: z.literal('1.0'),
    ce_id: z
      .string()
      .meta({ description: 'One fact: the same each time that it is sent again, and the `id` of its webhooks.' }),
    ce_type: z.string().meta({ description: 'The event’s name and version. Pass over what you do not know.' }),
    ce_source: z.string().meta({ description: 'The service that published it, such as `/catch`.' }),
    ce_subject: z.string().meta({ description: 'What it is about; also the key.' }),
    ce_time: instantSchema,
    ce_accountid: z
      .string()
      .optional()
      .meta({ description: 'The account that the subject belongs to; absent where it is nobody’s.' }),
    ce_ownertopic: z.string().optional().meta({
      description: 'The topic that has the event as its owner reads it: `catch.owner-events`, beside `catch.events`.',
    }),
    traceparent: z.string().optional().meta({ description: 'The trace that it came of (W3C Trace Context).' }),
    'content-type': z.literal('application/json'),
  })
  .meta({ description: 'Headers of an event.' });

/** A message without a value has no content type. */
export const tombstoneHeaders = cloudEventHeaders
  .omit({ 'content-type': true })
  .meta({ description: 'Headers of an event without data.' });
