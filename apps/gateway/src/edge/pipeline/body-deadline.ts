import type { IncomingMessage } from 'node:http';
import type { AppError } from '@cds/errors';
import { sentTooSlowly } from '../forwarding/forwarding.errors.js';
import { SendingRate } from '../forwarding/sending-rate.js';
import type { ProxiedRequest } from '../request/proxied-request.js';

const CHECKS = 10;

/**
 * Refuses a request whose body has not arrived `ms` after its head, or comes more slowly than `SendingRate` asks for,
 * and closes its connection, answered or not. Node itself has one limit for the whole server, which must be as long as
 * the longest upload.
 */
export const setBodyDeadline = (request: ProxiedRequest, ms: number, refuse: (failure: AppError) => void): void => {
  const { incoming, response } = request;
  if (!hasBody(incoming)) return;
  const startedAt = performance.now();
  const rate = new SendingRate(ms, startedAt);
  let read = incoming.socket.bytesRead;
  const clear = () => clearInterval(timer);
  const timer = setInterval(() => {
    const now = performance.now();
    const { bytesRead } = incoming.socket;
    if (bytesRead > read) rate.add(bytesRead - read, now);
    read = bytesRead;
    const failure = now - startedAt >= ms ? sentTooSlowly(ms) : rate.fault(now);
    if (!failure) return;
    if (request.isOver) {
      clear();
      return void incoming.socket.destroy();
    }
    response.shouldKeepAlive = false;
    refuse(failure);
  }, ms / CHECKS).unref();
  incoming.once('end', clear).once('close', clear);
};

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
