import type { Socket } from 'node:net';
import { AnswerTooLong } from './attempt-error.js';

/**
 * Closes a connection on which more than `maxBytes` come in answer to one request. The parser of HTTP has no limit for
 * what it skips, such as answers before the answer, extensions of chunks and trailers, and gives no sign of them: it
 * would work through them as fast as a receiver sends. A new request is what is written to the connection.
 */
export const limitAnswers = (socket: Socket, maxBytes: number): void => {
  let [written, begins, read] = [socket.bytesWritten, socket.bytesRead, socket.bytesRead];
  // Before the parser's own listener, which takes what has come.
  socket.prependListener('readable', () => {
    if (socket.bytesWritten !== written) [written, begins] = [socket.bytesWritten, read];
    read = socket.bytesRead;
    if (read - begins > maxBytes) socket.destroy(new AnswerTooLong());
  });
};
