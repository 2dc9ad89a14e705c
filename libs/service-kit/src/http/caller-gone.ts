import { AppError } from '@cds/errors';
import type { FastifyReply } from 'fastify';

/**
 * Aborts when the client closes the connection before the whole answer is out, or has closed it already: what only it
 * would hear of need not be finished. The reason is an `AppError`.
 */
export const callerGoneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  const onClose = () => void (raw.writableFinished || gone.abort(callerGone()));
  if (raw.closed) onClose();
  else raw.once('close', onClose);
  return gone.signal;
};

/** Only the log hears of it. */
const callerGone = (): AppError =>
  new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: 'The client closed the connection before the answer was ready.',
  });
