import { notJson } from '@cds/validation';
import type { FastifyInstance } from 'fastify';
import { IMPORT_FORMATS } from '../import-job.js';

const IMPORT_ROUTE = '/v1/catches/import';

/** Hands files to the import as streams, unread; to every other route they stay a type that it does not support. */
export const acceptFileBodies = (server: FastifyInstance): void => {
  server.addContentTypeParser(Object.keys(IMPORT_FORMATS), (request, payload, done) => {
    done(null, request.routeOptions.url === IMPORT_ROUTE ? payload : notJson());
  });
};
