import type { Readable } from 'node:stream';
import { receivedTooSlowly, tooLargeToReceive } from '../receivers.errors.js';

/** How much of a body is kept. */
export const MAX_KEPT_BYTES = 65_536;
/** How much is read at all. */
export const MAX_BYTES = 1_048_576;
const MOST_MS = 10_000;

export interface ReceivedBody {
  readonly beginning: Buffer;
  /** The length of all of it. */
  readonly bytes: number;
}

/**
 * Reads a body and keeps its beginning. Rejects with `request.too_large`, or with `request.timeout` after `MOST_MS`;
 * what still comes is read and dropped, so that the client gets to the answer.
 */
export const readBeginning = (body: Readable): Promise<ReceivedBody> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let [kept, bytes] = [0, 0];
    const fail = (error: Error): void => {
      clearTimeout(timer);
      body.off('data', take).resume();
      reject(error);
    };
    const take = (piece: Buffer): void => {
      bytes += piece.length;
      if (bytes > MAX_BYTES) return fail(tooLargeToReceive(MAX_BYTES));
      const part = piece.subarray(0, MAX_KEPT_BYTES - kept);
      kept += part.length;
      if (part.length > 0) pieces.push(part);
    };
    const timer = setTimeout(() => fail(receivedTooSlowly(MOST_MS)), MOST_MS);
    body.on('data', take);
    body.once('end', () => {
      clearTimeout(timer);
      resolve({ beginning: Buffer.concat(pieces), bytes });
    });
    body.once('error', fail);
    body.once('close', () => clearTimeout(timer));
    // It was closed before, and nobody waits for an answer.
    if (body.destroyed) clearTimeout(timer);
  });
