import type { IncomingMessage } from 'node:http';
import { type Duplex, PassThrough } from 'node:stream';
import { SendingRate } from './sending-rate.js';

const CHECKS = 10;

/**
 * The body as it comes, for a service that stores it meanwhile: as fast as that one takes it, whatever its length. It
 * fails with `request.timeout` when the sender, while the service would take more, rests for `idleMs` or is slower than
 * `SendingRate` asks for, and breaks off when the client goes away. Once the service wants no more of it, the rest is
 * read and dropped, so that the client gets to the answer.
 */
export const streamBody = (request: IncomingMessage, idleMs: number): Duplex => {
  const body = new PassThrough();
  body.on('error', () => undefined); // Its reader gets the error; it may also fail when nobody reads it.
  if (request.destroyed) return body.destroy(clientGone());
  const rate = new SendingRate(idleMs, performance.now());
  const checking = setInterval(() => {
    if (body.writableNeedDrain) return rate.restart(performance.now());
    const fault = rate.fault(performance.now());
    if (fault) body.destroy(fault);
  }, idleMs / CHECKS);
  const add = (piece: Buffer) => rate.add(piece.length, performance.now());
  const stop = () => {
    clearInterval(checking);
    request.off('data', add);
  };
  request.on('data', add);
  request.once('error', () => undefined); // The response's close tells that the client went away.
  request.once('close', () => {
    if (!request.complete) body.destroy(clientGone());
  });
  body.once('finish', stop);
  body.once('close', () => {
    stop();
    request.unpipe(body);
    request.resume();
  });
  return request.pipe(body);
};

const clientGone = (): Error => new Error('The client went away.');
