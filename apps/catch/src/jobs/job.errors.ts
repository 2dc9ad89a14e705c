import { AppError } from '@cds/errors';
import type { JobTable } from './job-queue.js';

const RETRY_AFTER_S = 30;

const CODES = { imports: 'import.limit', exports: 'export.limit' } as const;

export const tooManyWaiting = (table: JobTable, limit: number): AppError =>
  new AppError({
    code: CODES[table],
    kind: 'too-many',
    message: `This account has ${limit} ${table} that wait for their turn: that is the most there may be. Send the next one when one of them has begun.`,
    retryAfterSeconds: RETRY_AFTER_S,
  });
