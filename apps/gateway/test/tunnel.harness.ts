import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestDatabase } from '@cds/testing';

/** The way to a database, which can be cut. */
export interface Tunnel {
  readonly database: TestDatabase;
  /** Ends every connection and refuses new ones, as a PostgreSQL that died does. */
  cut(): void;
  mend(): void;
}

export const tunnelTo = async (target: TestDatabase): Promise<Tunnel> => {
  const { hostname, port } = new URL(target.url);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.resetAndDestroy();
    const beyond = connect(Number(port), hostname);
    for (const end of [socket, beyond]) {
      open.add(end);
      end.on('error', () => undefined).once('close', () => (open.delete(end), socket.destroy(), beyond.destroy()));
    }
    socket.pipe(beyond).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target.url);
  url.port = String((server.address() as AddressInfo).port);
  return {
    database: {
      url: url.href,
      drop: async () => {
        server.close();
        await target.drop();
      },
    },
    cut: () => {
      isCut = true;
      for (const end of open) end.resetAndDestroy();
    },
    mend: () => void (isCut = false),
  };
};
