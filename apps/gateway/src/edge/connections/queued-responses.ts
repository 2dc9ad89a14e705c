import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The responses of a connection whose turn has not come yet. */
const queues = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes a response with its connection even while it is queued behind an earlier one (HTTP pipelining). Call it as
 * soon as the request comes in.
 *
 * Node closes the response that is being sent. It forgets those behind it when the client sends a `CONNECT`, since it
 * removes its own listeners from the connection then, and before version 24 whenever a connection closes. They would
 * never emit `close`, and what they hold would be held for as long as the process runs.
 */
export const closeWithConnection = ({ socket }: IncomingMessage, response: ServerResponse): void => {
  if (response.socket) return;
  const queue = queues.get(socket) ?? queueOf(socket);
  queue.add(response);
  response.once('socket', () => {
    queue.delete(response);
    // From version 24 on Node would send what it has of a response that was cut off, and wait for the rest of it.
    if (response.destroyed) socket.destroy();
  });
};

/** One listener per connection: it may have any number of responses. */
const queueOf = (socket: Socket): Set<ServerResponse> => {
  const queue = new Set<ServerResponse>();
  queues.set(socket, queue);
  socket.once('close', () => {
    for (const response of queue) close(response);
  });
  return queue;
};

const close = (response: ServerResponse): void => {
  response.destroy();
  // Before version 24 a response without a socket does not emit it by itself.
  process.nextTick(() => response.closed || response.emit('close'));
};
