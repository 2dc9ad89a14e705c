import { AppError } from '@cds/errors';
import type { FastifyInstance } from 'fastify';
import { IMPORT_FORMATS } from '../import-job.js';

const IMPORT_ROUTE = '/v1/catches/import';

/** Hands files to the import as streams, unread; every other route goes on to refuse them. */
export const acceptFileBodies = (server: FastifyInstance): void => {
  server.addContentTypeParser(Object.keys(IMPORT_FORMATS), (request, payload, done) => {
    if (request.routeOptions.url === IMPORT_ROUTE) return done(null, payload);
    done(new AppError({ code: 'request.unsupported_media_type', kind: 'invalid', message: 'The body must be JSON: send Content-Type: application/json.' }));
  });
};
