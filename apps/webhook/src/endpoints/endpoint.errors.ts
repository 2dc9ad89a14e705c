import { AppError } from '@cds/errors';

export const endpointNotFound = (id: string): AppError =>
  new AppError({ code: 'webhook.not_found', kind: 'not-found', message: `There is no webhook endpoint ${id}.` });

export const tooManyEndpoints = (most: number): AppError =>
  new AppError({
    code: 'webhook.limit',
    kind: 'rejected',
    message: `An account may have ${most} webhook endpoints: delete one first.`,
  });

export const tooManyCreations = (perHour: number, retryAfterSeconds: number): AppError =>
  new AppError({
    code: 'limit.account',
    kind: 'too-many',
    message: `An account may create ${perHour} webhook endpoints an hour.`,
    retryAfterSeconds,
  });

export const tooManySecrets = (max: number): AppError =>
  new AppError({
    code: 'webhook.secret_limit',
    kind: 'rejected',
    message: `At most ${max} earlier secrets of an endpoint may go on signing: wait until the overlap of one ends.`,
  });

export const endpointChanged = (id: string): AppError =>
  new AppError({
    code: 'request.precondition_failed',
    kind: 'conflict',
    message: `If-Match does not have the ETag of ${id}, which was changed meanwhile.`,
  });
