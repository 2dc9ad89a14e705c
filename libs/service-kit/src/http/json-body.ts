import { AppError } from '@cds/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from './parse-json.js';

const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

/** Makes JSON in UTF-8 the one kind of body that the server takes. */
export const acceptJsonBodies = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseOtherEncodings(request);
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
};

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

const refuseOtherEncodings = ({ headers }: FastifyRequest): void => {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') throw unsupported(`The body must be UTF-8, not ${charset}.`);
  const encoding = headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity') throw unsupported('The body must not be compressed.');
};

const unsupported = (message: string): AppError => new AppError({ code: 'request.unsupported_media_type', kind: 'invalid', message });
