import { AppError } from '@cds/errors';

export const endpointNotFound = (id: string): AppError =>
  new AppError({ code: 'webhook.not_found', kind: 'not-found', message: `There is no webhook endpoint ${id}.` });

export const tooManyEndpoints = (most: number): AppError =>
  new AppError({
    code: 'webhook.limit',
    kind: 'rejected',
    message: `An account may have ${most} webhook endpoints: delete one first.`,
  });

export const accountDeleted = (id: string): AppError =>
  new AppError({ code: 'account.deleted', kind: 'gone', message: `The account ${id} was deleted.` });
