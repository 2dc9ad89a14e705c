import { z } from 'zod';
import { jobProgress, jobStatusSchema } from '../deliveries/recover/job-progress.js';
import type { Replay } from '../generated/client.js';

const instant = z.iso.datetime({ precision: 3 });

export const replaySchema = z
  .strictObject({
    id: z.string(),
    endpoint_id: z.string(),
    status: jobStatusSchema,
    since: instant,
    until: instant,
    count: z
      .int()
      .min(0)
      .meta({
        description:
          'The number of events that the endpoint had not received when the replay was requested. For very large ' +
          'numbers, until the replay has finished, this counts all events of the selected types, whether or not ' +
          'they pass the filter.',
      }),
    sent: z.int().min(0).meta({ description: 'The number of events that were queued for the endpoint.' }),
    progress: z.number().min(0).max(1),
    error: z.string().nullable().meta({ description: 'Why it failed. Null otherwise.' }),
    created_at: instant,
    finished_at: instant.nullable(),
  })
  .meta({ id: 'WebhookReplay' });
export type ReplayView = z.infer<typeof replaySchema>;

/** What is answered of a row. */
export type ReplayRow = Pick<
  Replay,
  'id' | 'endpointId' | 'status' | 'since' | 'until' | 'count' | 'sent' | 'error' | 'createdAt' | 'finishedAt'
>;

/** The columns of a `ReplayRow`. */
export const REPLAY_COLUMNS = `id, endpoint_id AS "endpointId", status, since, until, count, sent, error,
  created_at AS "createdAt", finished_at AS "finishedAt"`;

export const replayView = (row: ReplayRow): ReplayView => ({
  id: row.id,
  endpoint_id: row.endpointId,
  status: jobStatusSchema.parse(row.status),
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  count: row.count,
  sent: row.sent,
  progress: jobProgress(row.status, row.sent, row.count),
  error: row.error,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});
