import { AppError } from '@cds/errors';

export const leaseLost = (table: string, id: string): AppError =>
  new AppError({
    code: 'resource.conflict',
    kind: 'conflict',
    message: `Another worker has taken over ${id} of ${table}.`,
  });
