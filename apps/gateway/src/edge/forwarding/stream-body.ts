import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { sentTooSlowly } from './forwarding.errors.js';

/**
 * The body as it comes, for a service that stores it meanwhile: as fast as that one takes it, whatever its length. It
 * fails with `request.timeout` when the sender rests for `idleMs` while the service would take more, and breaks off
 * when the client goes away. Once the service wants no more of it, the rest is read and dropped, so that the client
 * gets to the answer.
 */
export const streamBody = (request: IncomingMessage, idleMs: number): Readable => {
  const body = new PassThrough();
  const timer = setTimeout(
    () => (body.writableNeedDrain ? timer.refresh() : body.destroy(sentTooSlowly(idleMs))),
    idleMs,
  );
  const refresh = () => void timer.refresh();
  request.on('data', refresh);
  request.once('error', () => undefined); // The response's close tells that the client went away.
  request.once('close', () => {
    if (!request.complete) body.destroy(new Error('The client went away.'));
  });
  body.once('finish', () => {
    request.off('data', refresh);
    clearTimeout(timer);
  });
  body.once('close', () => {
    // A timer that is refreshed runs again, cleared or not.
    request.off('data', refresh);
    clearTimeout(timer);
    request.unpipe(body);
    request.resume();
  });
  return request.pipe(body);
};
