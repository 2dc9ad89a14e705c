import { z } from 'zod';

/** The states of a job, as the API answers them. */
export const jobStatusSchema = z.enum(['queued', 'running', 'completed', 'failed']);

/** How far a job of an endpoint has come, from 0 to 1 in thousandths: `done` of `count` messages. */
export const jobProgress = (status: string, done: number, count: number): number => {
  if (status === 'completed') return 1;
  return count === 0 ? 0 : Math.min(1, Math.round((done / count) * 1_000) / 1_000);
};
