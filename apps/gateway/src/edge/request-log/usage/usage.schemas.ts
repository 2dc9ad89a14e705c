import { instantText, queryList, text } from '@cds/validation';
import { z } from 'zod';

/** How long each kind of bucket is, and over how much time it can be asked for. */
export const INTERVALS = {
  minute: { ms: 60_000, maxBuckets: 360, defaultBuckets: 60 },
  hour: { ms: 3_600_000, maxBuckets: 168, defaultBuckets: 24 },
} as const;

const count = z.int().min(0);
const counts = {
  calls: count.meta({ description: 'All calls, whatever they were answered.' }),
  errors: count.meta({ description: 'Those answered with 400 or above, without those that a limit refused.' }),
  refused: count.meta({ description: 'Those that a limit refused with 429.' }),
};

export const usageLimitSchema = z.strictObject({ limit: z.int().min(1), window_seconds: z.int().min(1) });

const bucketSchema = z
  .strictObject({ at: z.iso.datetime({ precision: 3 }).meta({ description: 'When it begins.' }), ...counts })
  .meta({ id: 'UsageBucket' });

const credentialSchema = z
  .strictObject({
    id: z.string(),
    name: z.string().nullable().meta({ description: 'Null where it is no longer known.' }),
    prefix: z.string().nullable().meta({ description: 'How an API key begins; null for all others.' }),
    limit: usageLimitSchema.meta({ description: 'Requests that the credential may make in each window.' }),
    ...counts,
  })
  .meta({ id: 'CredentialUsage' });

/** What an account used, as the API answers it. */
export const usageSchema = z
  .strictObject({
    interval: z.enum(['minute', 'hour']),
    starts_at: z.iso.datetime({ precision: 3 }).meta({ description: 'When the first bucket begins.' }),
    ends_at: z.iso.datetime({ precision: 3 }).meta({ description: 'When the last bucket ends.' }),
    limit: usageLimitSchema.meta({ description: 'Requests that all credentials of the account together may make.' }),
    ...counts,
    data: z.array(bucketSchema).meta({ description: 'Every bucket from first to last, empty ones too.' }),
    credentials: z
      .array(credentialSchema)
      .meta({ description: 'The hundred credentials with the most calls in this time, those first.' }),
  })
  .meta({ id: 'Usage' });
export type UsageView = z.infer<typeof usageSchema>;

const MAX_TEXT = 200;
const time = (description: string) =>
  instantText()
    .meta({ description, examples: ['2026-11-20T07:30:00Z'] })
    .optional();

export const usageQuery = z.strictObject({
  interval: z.enum(['minute', 'hour']).default('minute').meta({ description: 'How long each bucket is.' }),
  used_after: time('The first bucket is the one of this time. Default: an hour of minutes, a day of hours.'),
  used_before: time('The last bucket ends here or later. Default: now.'),
  credential_id: queryList(text(MAX_TEXT).min(1)).optional().meta({ description: 'Counts these credentials alone.' }),
});
export type UsageQuery = z.infer<typeof usageQuery>;
