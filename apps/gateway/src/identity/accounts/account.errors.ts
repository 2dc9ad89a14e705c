import { AppError } from '@cds/errors';

export const accountNotFound = (id: string): AppError =>
  new AppError({
    code: 'account.not_found',
    kind: 'not-found',
    message: `There is no account ${JSON.stringify(id.slice(0, 100))}.`,
  });

export const accountChanged = (id: string): AppError =>
  new AppError({
    code: 'request.precondition_failed',
    kind: 'conflict',
    message: `If-Match does not have the ETag of ${id}, which was changed meanwhile.`,
  });

export const ownAccount = (id: string): AppError =>
  new AppError({
    code: 'account.own',
    kind: 'conflict',
    message: `The account ${id} is your own: another one with the scope admin can delete it.`,
  });

export const sharedAccount = (id: string): AppError =>
  new AppError({
    code: 'account.own',
    kind: 'conflict',
    message: `Other people sign in to the account ${id} too: a credential with the scope admin can delete it.`,
  });
