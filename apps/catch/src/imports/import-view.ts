import type { ImportJob } from '../generated/client.js';

export interface ImportView {
  id: string;
  status: string;
  format: string;
  progress: number;
  accepted: number;
  duplicates: number;
  rejected: number;
  created_at: string;
  completed_at: string | null;
  error: string | null;
}

/** What is shown of an import. A list reads its numbers as such, the generated client as `bigint`. */
export type ShownImport = Pick<
  ImportJob,
  'id' | 'status' | 'format' | 'accepted' | 'duplicates' | 'rejected' | 'createdAt' | 'completedAt' | 'error'
> & { readonly position: bigint | number; readonly sizeBytes: bigint | number };

export const importView = (job: ShownImport): ImportView => ({
  id: job.id,
  status: job.status,
  format: job.format,
  progress: progressOf(job),
  accepted: job.accepted,
  duplicates: job.duplicates,
  rejected: job.rejected,
  created_at: job.createdAt.toISOString(),
  completed_at: job.completedAt?.toISOString() ?? null,
  error: job.error,
});

/** By bytes: 1 means that all is done. */
const progressOf = ({ status, position, sizeBytes }: ShownImport): number => {
  if (status === 'completed') return 1;
  if (Number(sizeBytes) === 0) return 0;
  return Math.min(0.999, Math.floor((Number(position) / Number(sizeBytes)) * 1_000) / 1_000);
};
