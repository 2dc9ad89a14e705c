import type { ExportJob } from '../generated/client.js';

export interface ExportView {
  id: string;
  status: string;
  format: string;
  filter: unknown;
  progress: number;
  rows: number;
  size_bytes: number;
  created_at: string;
  completed_at: string | null;
  expires_at: string | null;
  /** Needs the credential; null while there is no file, and once it has expired. */
  download_url: string | null;
  error: string | null;
}

type Count = bigint | number;

/** What is shown of an export. A list reads its numbers as such, the generated client as `bigint`. */
export type ShownExport = Pick<
  ExportJob,
  'id' | 'status' | 'format' | 'filter' | 'sentFilter' | 'createdAt' | 'completedAt' | 'expiresAt' | 'error'
> & {
  readonly expected: Count | null;
  readonly walked: Count;
  readonly rows: Count;
  readonly partBytes: readonly Count[];
};

export const exportView = (job: ShownExport, origin: string, now: Date): ExportView => ({
  id: job.id,
  status: job.status,
  format: job.format,
  filter: job.sentFilter ?? job.filter,
  progress: progressOf(job),
  rows: Number(job.rows),
  size_bytes: sizeOf(job),
  created_at: job.createdAt.toISOString(),
  completed_at: job.completedAt?.toISOString() ?? null,
  expires_at: job.expiresAt?.toISOString() ?? null,
  download_url: job.status === 'completed' && !isExpired(job, now) ? `${origin}/v1/exports/${job.id}/download` : null,
  error: job.error,
});

export const sizeOf = ({ partBytes }: Pick<ShownExport, 'partBytes'>): number =>
  partBytes.map(Number).reduce((sum, bytes) => sum + bytes, 0);

export const isExpired = ({ expiresAt }: Pick<ShownExport, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** By catches looked at: 1 means that all is done. */
const progressOf = ({ status, walked, expected }: ShownExport): number => {
  if (status === 'completed') return 1;
  if (!expected) return 0;
  return Math.min(0.999, Math.floor((Number(walked) / Number(expected)) * 1_000) / 1_000);
};
