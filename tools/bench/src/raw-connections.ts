import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Attack {
  /** Connections that are open now. */
  readonly open: number;
  stop(): void;
}

interface Shape {
  readonly connections: number;
  /** What each connection sends at once. */
  readonly head: string;
  /** Sent once a second by each. */
  readonly drip?: string;
}

const REOPEN_MS = 100;

/** Keeps so many connections of a kind: one that is closed is opened again, as fast as an attacker might. */
export const keepOpen = (origin: string, { connections, head, drip }: Shape): Attack => {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let isOver = false;
  const one = async (): Promise<void> => {
    while (!isOver) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write(head)).pause();
        sockets.add(socket);
        socket
          .on('error', () => undefined)
          .once('close', () => {
            sockets.delete(socket);
            resolve();
          });
      });
      await sleep(REOPEN_MS);
    }
  };
  for (let index = 0; index < connections; index += 1) void one();
  const dripping = setInterval(() => {
    if (drip !== undefined) for (const socket of sockets) socket.write(drip);
  }, 1_000);
  return {
    get open() {
      return sockets.size;
    },
    stop: () => {
      isOver = true;
      clearInterval(dripping);
      for (const socket of sockets) socket.destroy();
    },
  };
};
