import { connect, type Socket } from 'node:net';
import type { Caller } from './caller.js';

/** A connection that has sent the head of a request and reads nothing. */
export const deafReader = (caller: Caller, path: string): Promise<Socket> =>
  opened(caller, `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.key}\r\n\r\n`);

/** A connection that has sent the head of a request with a body of which the first byte is there. */
export const slowSender = (caller: Caller, path: string, type: string): Promise<Socket> =>
  opened(
    caller,
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.key}\r\nContent-Type: ${type}\r\n` +
      'Content-Length: 100000\r\n\r\n{',
  );

const opened = (caller: Caller, head: string): Promise<Socket> => {
  const { hostname, port } = new URL(caller.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.on('error', () => undefined).off('error', reject);
      socket.write(head, () => resolve(socket));
    });
    socket.once('error', reject).pause();
  });
};
