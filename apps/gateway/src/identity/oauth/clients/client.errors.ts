import { AppError } from '@cds/errors';

/** Of another account's too. */
export const clientNotFound = (id: string): AppError =>
  new AppError({
    code: 'oauth_client.not_found',
    kind: 'not-found',
    message: `There is no OAuth client ${JSON.stringify(id.slice(0, 100))}.`,
  });

export const clientChanged = (id: string): AppError =>
  new AppError({
    code: 'request.precondition_failed',
    kind: 'conflict',
    message: `If-Match does not have the ETag of ${id}, which was changed meanwhile.`,
  });

export const tooManyClients = (max: number): AppError =>
  new AppError({ code: 'oauth_client.limit', kind: 'rejected', message: `An account may have ${max} OAuth clients.` });

export const clientIsPublic = (id: string): AppError =>
  new AppError({
    code: 'oauth_client.public',
    kind: 'conflict',
    message: `The OAuth client ${id} is public: it has no secret.`,
  });
