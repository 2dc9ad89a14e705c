import type { Duplex } from 'node:stream';

const CHECKS = 10;

/**
 * Calls `onStall`, over and over, once a service has taken nothing of a body for `ms` though some of it waits. A body
 * of which nothing waits has a sender who rests, for whom `streamBody` has a limit.
 */
export const watchUpload = (body: Duplex, ms: number, onStall: () => void): void => {
  if (body.destroyed) return;
  let [waiting, takenAt] = [0, performance.now()];
  const restart = () => void (takenAt = performance.now());
  const checking = setInterval(() => {
    const left = body.readableLength + body.writableLength;
    if (left === 0 || left < waiting) restart();
    waiting = left;
    if (performance.now() - takenAt >= ms) onStall();
  }, ms / CHECKS);
  // What was taken meanwhile may have been filled up again.
  body.on('drain', restart);
  body.once('close', () => clearInterval(checking));
};
