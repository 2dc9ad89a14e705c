import { instantText } from '@cds/validation';
import { z } from 'zod';

const instant = z.iso.datetime({ precision: 3 });
const time = instantText();

export const readStatsQuery = z.strictObject({
  since: time.optional().meta({
    description: 'The start of the window, at most 7 days before `until`. Defaults to 24 hours before `until`.',
  }),
  until: time.optional().meta({ description: 'The end of the window. Defaults to now.' }),
});
export type ReadStatsQuery = z.infer<typeof readStatsQuery>;

const latency = z.int().nullable();

export const latencySchema = z.strictObject({ p50: latency, p95: latency, p99: latency });

const figures = {
  attempts: z.int().min(0),
  succeeded: z.int().min(0),
  failed: z.int().min(0),
  success_rate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: 'The share of attempts that succeeded. Null if there were none.' }),
  latency_ms: latencySchema.meta({ description: 'The time until the response headers arrived.' }),
};

export const statsHourSchema = z.strictObject({ starts_at: instant, ...figures });

export const statsSchema = z
  .strictObject({
    endpoint_id: z.string(),
    since: instant,
    until: instant,
    ...figures,
    is_complete: z.boolean().meta({
      description: 'False if there were too many attempts: the statistics then cover the newest ones.',
    }),
    hours: z
      .array(statsHourSchema)
      .meta({ description: 'The hours (UTC) of the window in which there were attempts, oldest first.' }),
  })
  .meta({ id: 'WebhookStats' });
export type StatsView = z.infer<typeof statsSchema>;
