import { responseOf } from './answers.js';
import { CatchDataError } from './errors.js';
import { pause } from './lifetime.js';
import type { RequestOptions } from './options.js';

export interface WaitOptions<Job> extends RequestOptions {
  /** Called with each state that was read. */
  readonly onProgress?: ((job: Job) => void) | undefined;
  /** How long the job may take: no bound by default. */
  readonly waitMs?: number | undefined;
}

export interface JobState {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

const FIRST_MS = 250;
const LONGEST_MS = 5_000;

/**
 * Reads a job until it is completed, and returns it then. Fails with `sdk.job_failed` when it failed, and with
 * `sdk.timeout` when it takes longer than `waitMs`; `resource` of both is the job.
 */
export const waitFor = async <Job extends JobState>(
  read: (options: RequestOptions) => Promise<Job>,
  { onProgress, waitMs = Infinity, ...options }: WaitOptions<Job> = {},
): Promise<Job> => {
  const end = performance.now() + waitMs;
  for (let ms = FIRST_MS; ; ms = Math.min(ms * 1.5, LONGEST_MS)) {
    const job = await read(options);
    onProgress?.(job);
    if (job.status === 'completed') return job;
    if (job.status === 'failed') throw jobError(job, 'sdk.job_failed', job.error ?? 'It failed.');
    if (performance.now() + ms > end) throw jobError(job, 'sdk.timeout', `It took longer than ${waitMs} ms.`);
    await pause(ms, options.signal);
  }
};

const jobError = (job: JobState, code: string, reason: string): CatchDataError =>
  new CatchDataError({ code, detail: `${job.id}: ${reason}`, requestId: responseOf(job)?.requestId, resource: job });
