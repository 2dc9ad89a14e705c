import { createServer } from 'node:net';

/**
 * Below the range from which systems take ports for outgoing connections: a port picked there could be gone again
 * before its server, which may need seconds to start, listens on it.
 */
const [FIRST, AFTER_LAST] = [15_000, 32_000];
const MAX_TRIES = 50;

/**
 * Each process begins elsewhere, by its id. Processes that start at the same time would else pick the same port now and
 * then, before the server of either listens on it.
 */
const PORTS_OF_A_PROCESS = 50;
let next = FIRST + ((process.pid * PORTS_OF_A_PROCESS) % (AFTER_LAST - FIRST));

/** Nobody may listen yet on a port that somebody asked for and got, so that it still looks free. */
const picked = new Set<number>();

const nextPort = (): number => {
  const port = next;
  next = port + 1 < AFTER_LAST ? port + 1 : FIRST;
  return port;
};

const pick = (port: number): number => {
  picked.add(port);
  return port;
};

const isTaken = (error: NodeJS.ErrnoException): boolean => error.code === 'EADDRINUSE';

/** Whether a port of 127.0.0.1 is free; rejects when it may not be used at all. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (isTaken(error) ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * A TCP port of 127.0.0.1 that is free now: `wanted` when it is, else the next one that this process has not picked
 * yet, as wanted or otherwise.
 */
export const freePort = async (wanted?: number): Promise<number> => {
  if (wanted !== undefined && (await isFree(wanted))) return pick(wanted);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = nextPort();
    if (!picked.has(port) && (await isFree(port))) return pick(port);
  }
  throw new Error(`No free port was found from ${FIRST} to ${AFTER_LAST - 1}.`);
};
