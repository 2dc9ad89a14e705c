import type { AppError } from '@cds/errors';
import { sentTooSlowly } from '../forwarding/forwarding.errors.js';
import type { ProxiedRequest } from '../request/proxied-request.js';

/**
 * Refuses a request whose body has not arrived `ms` after its head, and closes its connection, answered or not. Node
 * itself has one limit for the whole server, which must be as long as the longest upload.
 */
export const setBodyDeadline = (request: ProxiedRequest, ms: number, refuse: (failure: AppError) => void): void => {
  const { incoming, response } = request;
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers;
  if (encoding === undefined && length === '0') return;
  const timer = setTimeout(() => {
    if (request.isOver) return void incoming.socket.destroy();
    response.shouldKeepAlive = false;
    refuse(sentTooSlowly(ms));
  }, ms);
  const clear = () => clearTimeout(timer);
  incoming.once('end', clear).once('close', clear);
};
