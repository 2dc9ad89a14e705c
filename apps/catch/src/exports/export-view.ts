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

export const exportView = (job: ExportJob, origin: string, now: Date): ExportView => ({
  id: job.id,
  status: job.status,
  format: job.format,
  filter: job.filter,
  progress: progressOf(job),
  rows: Number(job.rows),
  size_bytes: sizeOf(job),
  created_at: job.createdAt.toISOString(),
  completed_at: job.completedAt?.toISOString() ?? null,
  expires_at: job.expiresAt?.toISOString() ?? null,
  download_url: job.status === 'completed' && !isExpired(job, now) ? `${origin}/v1/exports/${job.id}/download` : null,
  error: job.error,
});

export const sizeOf = ({ partBytes }: ExportJob): number => partBytes.reduce((sum, bytes) => sum + Number(bytes), 0);

export const isExpired = ({ expiresAt }: ExportJob, now: Date): boolean => expiresAt !== null && expiresAt <= now;

/** By catches looked at: 1 means that all is done. */
const progressOf = ({ status, walked, expected }: ExportJob): number => {
  if (status === 'completed') return 1;
  if (!expected) return 0;
  return Math.min(0.999, Math.floor((Number(walked) / Number(expected)) * 1_000) / 1_000);
};
