import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  readonly bytes: number;
  readonly ms: number;
  readonly tooLarge: () => Error;
  readonly tooSlow: () => Error;
}

/**
 * What `read` makes of the body. Fails as soon as the body is over a limit, declared or counted, whatever `read` waits
 * for, and at once when the body is closed already. What is not read then is dropped as it comes, so that its sender
 * gets to the answer.
 */
export const limitBody = <T>(
  body: IncomingMessage,
  { bytes, ms, tooLarge, tooSlow }: BodyLimits,
  read: () => Promise<T>,
): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    let size = 0;
    const count = (piece: Buffer): void => {
      size += piece.length;
      if (size > bytes) end(() => reject(tooLarge()));
    };
    const timer = setTimeout(() => end(() => reject(tooSlow())), ms);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      body.off('data', count).unpipe().resume();
      settle();
    };
    if (Number(body.headers['content-length'] ?? 0) > bytes) return end(() => reject(tooLarge()));
    if (body.destroyed) return end(() => reject(new Error('the body ended before it was read')));
    read().then(
      (made) => end(() => resolve(made)),
      (error: unknown) => end(() => reject(error)),
    );
    body.on('data', count); // After `read` has begun: it sets the body flowing.
  });
