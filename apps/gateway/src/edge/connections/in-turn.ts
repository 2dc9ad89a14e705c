import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests may wait behind the one that is being answered. Clients that pipeline send about ten. */
export const MAX_WAITING = 32;

/** Node's parser of the requests of a connection calls `onIncoming` with each. It is not documented. */
interface WithParser {
  readonly parser?: { onIncoming: () => number } | null;
}

/** As after a request to switch to another protocol: what follows is no request. */
const IS_LAST = 2;

/** How many requests of a connection wait. */
const waiting = new WeakMap<Socket, number>();

/**
 * Answers the requests of a connection one after the other, also when a client sends them all at once (HTTP
 * pipelining). Some 30 bytes are a request, and Node passes on all that it has read of a connection before it looks at
 * another one: if they were answered side by side, a client with a few connections could keep the gateway from
 * everybody else, and fill its memory. A connection with more than `MAX_WAITING` is closed.
 *
 * A request that waits holds nothing, so that nothing has to be given back when its connection closes: Node closes the
 * response that is being sent, and forgets those behind it.
 */
export const inTurn = ({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void => {
  if (response.socket) return answer();
  const before = waiting.get(socket) ?? 0;
  if (before >= MAX_WAITING) return cutOff(socket);
  waiting.set(socket, before + 1);
  const take = (): void => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    if (!socket.destroyed) answer();
  };
  // Other connections come first: an answer that needs no other service would be followed by the next one at once.
  response.once('socket', () => setImmediate(take));
};

/**
 * Closes a connection and ends the parsing of what was read of it: thousands of requests would be made of that and kept
 * until the connection is closed, which is after all other connections were read.
 */
const cutOff = (socket: Socket & WithParser): void => {
  if (socket.parser) socket.parser.onIncoming = () => IS_LAST;
  socket.destroy();
};
