import multipart from '@fastify/multipart';
import { notJson } from '@cds/validation';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is `multipart/form-data`, and the handler reads it. */
    takesUploads?: boolean;
  }
}

/** Largest file of an upload, in bytes. */
export const MAX_FILE_BYTES = 15 * 1_048_576;

/** Largest body of an upload: the file, and what multipart puts around it. */
export const MAX_BODY_BYTES = MAX_FILE_BYTES + 65_536;

/**
 * Lets routes with `takesUploads` take `multipart/form-data`; to all others it stays a type that they do not support.
 */
export const acceptUploads = async (app: NestFastifyApplication): Promise<void> => {
  await app.register(multipart, {
    limits: { fileSize: MAX_BODY_BYTES, files: 5, fields: 20, fieldSize: 10_000, parts: 20, headerPairs: 50 },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preValidation', (request, _reply, done) => {
      if (request.isMultipart() && !request.routeOptions.config.takesUploads) request.body = notJson();
      done();
    });
};
