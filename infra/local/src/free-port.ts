import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take ports for outgoing connections: a port picked there could be gone again
 * before its server, which may need seconds to start, listens on it.
 */
const [FIRST, AFTER_LAST] = [15_000, 32_000];
const MAX_TRIES = 50;

/** What was picked here before, whose server may not listen yet. */
const picked = new Set<number>();

const isTaken = (error: NodeJS.ErrnoException): boolean => error.code === 'EADDRINUSE';

/** Whether a port of 127.0.0.1 is free; rejects when it may not be used at all. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (isTaken(error) ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A TCP port of 127.0.0.1 that is free now: `wanted` when it is, else any that this process did not pick before. */
export const freePort = async (wanted?: number): Promise<number> => {
  if (wanted !== undefined && (await isFree(wanted))) return wanted;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FIRST, AFTER_LAST);
    if (picked.has(port) || !(await isFree(port))) continue;
    picked.add(port);
    return port;
  }
  throw new Error(`No free port was found from ${FIRST} to ${AFTER_LAST - 1}.`);
};
