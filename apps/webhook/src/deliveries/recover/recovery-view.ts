import { z } from 'zod';
import { jobProgress, jobStatusSchema } from './job-progress.js';
import type { Recovery } from '../../generated/client.js';

const instant = z.iso.datetime({ precision: 3 });

export const recoverySchema = z
  .strictObject({
    id: z.string(),
    endpoint_id: z.string(),
    status: jobStatusSchema,
    since: instant,
    until: instant,
    count: z.int().min(0).meta({ description: 'The number of deliveries to resend when it was requested.' }),
    resent: z.int().min(0),
    progress: z.number().min(0).max(1),
    error: z.string().nullable().meta({ description: 'Why it failed. Null otherwise.' }),
    created_at: instant,
    finished_at: instant.nullable(),
  })
  .meta({ id: 'WebhookRecovery' });
export type RecoveryView = z.infer<typeof recoverySchema>;

/** What is answered of a row. */
export type RecoveryRow = Pick<
  Recovery,
  'id' | 'endpointId' | 'status' | 'since' | 'until' | 'count' | 'resent' | 'error' | 'createdAt' | 'finishedAt'
>;

/** The columns of a `RecoveryRow`. */
export const RECOVERY_COLUMNS = `id, endpoint_id AS "endpointId", status, since, until, count, resent, error,
  created_at AS "createdAt", finished_at AS "finishedAt"`;

export const recoveryView = (row: RecoveryRow): RecoveryView => ({
  id: row.id,
  endpoint_id: row.endpointId,
  status: jobStatusSchema.parse(row.status),
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  count: row.count,
  resent: row.resent,
  progress: jobProgress(row.status, row.resent, row.count),
  error: row.error,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});
