import type { IncomingMessage } from 'node:http';
import type { AppError } from '@cds/errors';
import { sentTooSlowly } from '../forwarding/forwarding.errors.js';
import { SendingRate } from '../forwarding/sending-rate.js';
import type { ProxiedRequest } from '../request/proxied-request.js';

const CHECKS = 10;

/**
 * Refuses a request whose body has not arrived `ms` after its head, or comes more slowly than `SendingRate` asks for,
 * and closes its connection, answered or not. A body that has arrived and waits to be read is in time. Node itself has
 * one limit for the whole server, which must be as long as the longest upload.
 */
export const setBodyDeadline = (request: ProxiedRequest, ms: number, refuse: (failure: AppError) => void): void => {
  const { incoming, response } = request;
  if (!hasBody(incoming)) return;
  let startedAt = performance.now();
  const rate = new SendingRate(ms, startedAt);
  let read = incoming.socket.bytesRead;
  const clear = () => clearInterval(timer);
  const timer = setInterval(() => {
    const now = performance.now();
    if (incoming.complete) return clear();
    if (isHeldBack(incoming)) {
      startedAt = now;
      rate.restart(now);
    }
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

/** The stages before a body is read may wait, for PostgreSQL for one: what was sent meanwhile is not slow. */
const isHeldBack = ({ readableFlowing, readableLength, readableHighWaterMark }: IncomingMessage): boolean =>
  readableFlowing !== true && readableLength >= readableHighWaterMark;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
