import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { serverShutdown } from '@cds/postgres';
import { RelaySession } from './relay-session.js';

/** A server that cuts connections off once it was greeted: it shuts down, and everybody has just been told so. */
const shuttingDownServer = async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      serverShutdown.emit('begun');
      setImmediate(() => socket.resetAndDestroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = { host: '127.0.0.1', port, user: 'relay', database: 'log' };
  return { connection, [Symbol.asyncDispose]: async () => void server.close() };
};

test('a session that is told to let go while it connects fails, and does not wait for ever', async () => {
  await using server = await shuttingDownServer();
  await expect(RelaySession.open(server.connection, 'test')).rejects.toThrow('The connection of the relay ended');
  expect(serverShutdown.listenerCount('begun')).toBe(0);
}, 5_000);
