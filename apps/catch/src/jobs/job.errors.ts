import { AppError } from '@cds/errors';
import type { JobTable } from './account-jobs.js';

const CODES = { imports: 'import.limit', exports: 'export.limit' } as const;

export const tooManyWaiting = (table: JobTable, limit: number): AppError =>
  new AppError({
    code: CODES[table],
    kind: 'rejected',
    message: `This account has ${limit} ${table} that wait, which is the limit. Try again when one of them has begun.`,
  });
