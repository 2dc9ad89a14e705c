import type { Server, ServerResponse } from 'node:http';

/**
 * From now on a connection closes after its next answer, and says so. Whoever keeps connections open learns in this way
 * that the server is about to stop, before it sends a request over one that is being closed and could not know whether
 * that request was carried out.
 */
export const closeAfterAnswers = (server: Server): void => {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
};
