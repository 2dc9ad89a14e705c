import { instantText } from '@cds/validation';
import { z } from 'zod';

const instant = z.iso.datetime({ precision: 3 });
const time = instantText();

export const readStatsQuery = z.strictObject({
  since: time.optional().meta({ description: 'Default: 24 hours before `until`. At most 7 days before it.' }),
  until: time.optional().meta({ description: 'Default: now.' }),
});
export type ReadStatsQuery = z.infer<typeof readStatsQuery>;

const latency = z.int().nullable();

export const latencySchema = z.strictObject({ p50: latency, p95: latency, p99: latency });

const figures = {
  attempts: z.int().min(0),
  succeeded: z.int().min(0),
  failed: z.int().min(0),
  success_rate: z.number().min(0).max(1).nullable().meta({ description: 'Null without attempts.' }),
  latency_ms: latencySchema.meta({
    description: 'Until the head of the answer, over the attempts that were answered; null without any.',
  }),
};

export const statsHourSchema = z.strictObject({ starts_at: instant, ...figures });

export const statsSchema = z
  .strictObject({
    endpoint_id: z.string(),
    since: instant,
    until: instant,
    ...figures,
    is_complete: z.boolean().meta({
      description: 'False where the window has more attempts than are read: then the figures are of the newest ones.',
    }),
    hours: z
      .array(statsHourSchema)
      .meta({ description: 'The hours (UTC) of the window in which there were attempts, oldest first.' }),
  })
  .meta({ id: 'WebhookStats' });
export type StatsView = z.infer<typeof statsSchema>;
