import { instantText, queryList, text } from '@cds/validation';
import { z } from 'zod';

/** How long each kind of bucket is, and over how much time it can be asked for. */
export const INTERVALS = {
  minute: { ms: 60_000, maxBuckets: 360, defaultBuckets: 60 },
  hour: { ms: 3_600_000, maxBuckets: 168, defaultBuckets: 24 },
} as const;

const count = z.int().min(0);
const counts = {
  calls: count.meta({ description: 'The number of calls, whatever their result.' }),
  errors: count.meta({
    description: 'The number of calls answered with 400 or above, except those that a limit refused.',
  }),
  refused: count.meta({ description: 'The number of calls that a limit refused with 429.' }),
};

export const usageLimitSchema = z.strictObject({ limit: z.int().min(1), window_seconds: z.int().min(1) });

const bucketSchema = z
  .strictObject({ at: z.iso.datetime({ precision: 3 }).meta({ description: 'When it begins.' }), ...counts })
  .meta({ id: 'UsageBucket' });

const credentialSchema = z
  .strictObject({
    id: z.string(),
    name: z.string().nullable().meta({ description: 'The name. Null if it is no longer known.' }),
    prefix: z
      .string()
      .nullable()
      .meta({ description: 'The first characters of the API key. Null for other kinds of credentials.' }),
    limit: usageLimitSchema.meta({
      description: 'The number of requests that the credential may make in each window.',
    }),
    ...counts,
  })
  .meta({ id: 'CredentialUsage' });

/** What an account used, as the API answers it. */
export const usageSchema = z
  .strictObject({
    interval: z.enum(['minute', 'hour']),
    starts_at: z.iso.datetime({ precision: 3 }).meta({ description: 'When the first bucket begins.' }),
    ends_at: z.iso.datetime({ precision: 3 }).meta({ description: 'When the last bucket ends.' }),
    limit: usageLimitSchema.meta({
      description: 'The number of requests that all credentials of the account may make together.',
    }),
    ...counts,
    data: z.array(bucketSchema).meta({ description: 'All buckets from the first to the last, including empty ones.' }),
    credentials: z
      .array(credentialSchema)
      .meta({ description: 'The hundred credentials with the most calls in this time, busiest first.' }),
  })
  .meta({ id: 'Usage' });
export type UsageView = z.infer<typeof usageSchema>;

const MAX_TEXT = 200;
const time = (description: string) =>
  instantText()
    .meta({ description, examples: ['2026-11-20T07:30:00Z'] })
    .optional();

export const usageQuery = z.strictObject({
  interval: z.enum(['minute', 'hour']).default('minute').meta({ description: 'The length of each bucket.' }),
  used_after: time(
    'The time at which the first bucket begins. Defaults to one hour before the end for minutes, and to one day ' +
      'before it for hours.',
  ),
  used_before: time('The time up to which calls are counted; the last bucket ends then or later. Defaults to now.'),
  credential_id: queryList(text(MAX_TEXT).min(1))
    .optional()
    .meta({ description: 'Count only calls made with these credentials.' }),
});
export type UsageQuery = z.infer<typeof usageQuery>;
