import { AppError } from '@cds/errors';

/** The refusal of a request of, or for, an account that was deleted: `account.deleted`, a 410. */
export const accountDeleted = (id: string): AppError =>
  new AppError({ code: 'account.deleted', kind: 'gone', message: `The account ${id} was deleted.` });
