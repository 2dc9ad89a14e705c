import { AppError } from '@cds/errors';

/** Of another account's too. */
export const apiKeyNotFound = (id: string): AppError =>
  new AppError({
    code: 'api_key.not_found',
    kind: 'not-found',
    message: `There is no API key ${JSON.stringify(id.slice(0, 100))}.`,
  });

export const apiKeyInactive = (id: string, why: string): AppError =>
  new AppError({ code: 'api_key.inactive', kind: 'conflict', message: `The API key ${id} ${why}: make a new one.` });

export const tooManyKeys = (max: number): AppError =>
  new AppError({
    code: 'api_key.limit',
    kind: 'rejected',
    message: `An account may have ${max} API keys. Revoke one first.`,
  });

export const apiKeyChanged = (id: string): AppError =>
  new AppError({
    code: 'request.precondition_failed',
    kind: 'conflict',
    message: `If-Match does not have the ETag of ${id}, which was changed meanwhile.`,
  });
