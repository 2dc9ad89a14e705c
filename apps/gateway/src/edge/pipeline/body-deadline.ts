import type { AppError } from '@cds/errors';
import type { Exchange } from '../request/proxied-request.js';
import { sentTooSlowly } from '../forwarding/forwarding.errors.js';

/**
 * Refuses a request whose body is not there `ms` after its head, and closes its connection, answered or not. Node's own
 * limit is one for the whole server, and so as long as the longest upload may take.
 */
export const setBodyDeadline = (
  exchange: Exchange,
  ms: number,
  refuse: (exchange: Exchange, failure: AppError) => void,
): void => {
  const { request, response } = exchange;
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && length === '0') return;
  const timer = setTimeout(() => {
    if (exchange.isOver) return void request.socket.destroy();
    response.shouldKeepAlive = false;
    refuse(exchange, sentTooSlowly(ms));
  }, ms);
  const clear = () => clearTimeout(timer);
  request.once('end', clear).once('close', clear);
};
