import { AppError } from '@cds/errors';

export const eventNotFound = (id: string): AppError =>
  new AppError({ code: 'event.not_found', kind: 'not-found', message: `There is no event ${id} in your feed.` });

/** The stream cannot tell what followed an event that it does not have. */
export const eventGone = (id: string): AppError =>
  new AppError({
    code: 'event.gone',
    kind: 'gone',
    message:
      `The event ${id} of Last-Event-ID is not in your feed, or not any more. Read what you missed from ` +
      'GET /v1/events, then connect without Last-Event-ID.',
  });

export const tooManyStreams = (max: number): AppError =>
  new AppError({
    code: 'limit.event_streams',
    kind: 'too-many',
    message: `An account may have ${max} event streams open at a time.`,
    retryAfterSeconds: 5,
  });

/** This process has all the streams that it can serve. */
export const streamsFull = (): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'No more event streams can be opened right now.',
    retryAfterSeconds: 5,
  });
