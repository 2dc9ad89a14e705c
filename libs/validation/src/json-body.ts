import { AppError, findAppError } from '@cds/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FaultyBody } from './faulty-body.js';
import { parseJson } from './parse-json.js';

const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

/** Makes JSON in UTF-8 the one kind of body that the server takes. Of others handlers get a `FaultyBody`. */
export const acceptJsonBodies = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseOtherEncodings(request);
      done(null, parseJson(body as Buffer));
    } catch (error) {
      const failure = findAppError(error);
      if (failure) done(null, new FaultyBody(failure));
      else done(error as Error);
    }
  });
  // Left unread: the server drops it with the answer.
  server.addContentTypeParser('*', (_request, _payload, done) => done(null, notJson()));
};

/** What a handler gets of a body that is of another type. */
export const notJson = (): FaultyBody =>
  new FaultyBody(unsupported('The body must be JSON: send Content-Type: application/json.'));

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

const refuseOtherEncodings = ({ headers }: FastifyRequest): void => {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii')
    throw unsupported(`The body must be UTF-8, not ${charset}.`);
  const encoding = headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity') throw unsupported('The body must not be compressed.');
};

const unsupported = (message: string): AppError =>
  new AppError({ code: 'request.unsupported_media_type', kind: 'invalid', message });
