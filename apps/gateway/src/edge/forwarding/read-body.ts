import type { IncomingMessage } from 'node:http';
import { AppError } from '@cds/errors';

/**
 * The whole body. Rejects with `request.too_large` as soon as the limit is passed, declared or counted; the rest is
 * read and dropped, so that the client gets to the answer. Never settles when the client goes away.
 *
 * It is read before a service is asked: a body over the limit then never reaches one, a slow sender holds no service's
 * connection, and the request can be sent to another copy.
 */
export const readBody = (request: IncomingMessage, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return reject(tooLarge(limit));
    const pieces: Buffer[] = [];
    let size = 0;
    const take = (piece: Buffer): void => {
      size += piece.length;
      if (size <= limit) return void pieces.push(piece);
      request.off('data', take).resume();
      reject(tooLarge(limit));
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(pieces)));
    request.once('error', () => undefined); // The client went away; the response's close tells it.
  });

const tooLarge = (limit: number): AppError =>
  new AppError({
    code: 'request.too_large',
    kind: 'invalid',
    message: `The body may have ${limit} bytes here.`,
    detail: { limit },
  });
