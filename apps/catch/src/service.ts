import { connectConsumers } from '@cds/messaging/nest';
import type { ServiceOptions } from '@cds/service-kit';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { acceptFileBodies } from './imports/upload-import/accept-file-bodies.js';
import { acceptUploads } from '@cds/photos';

/**
 * The catch service, ready to be run, by main.ts or by a test: with a consumer group of its own, or `null` and so deaf
 * to Kafka.
 */
export const catchService = (config: Config, groupId?: string | null): ServiceOptions => ({
  name: 'catch',
  module: AppModule.forRoot(config),
  config,
  // The gateway cuts off whoever sends too slowly; an upload may take as long as it lets it.
  fastify: { requestTimeout: 3_600_000 },
  configure: async (app) => {
    await acceptUploads(app);
    acceptFileBodies(app.getHttpAdapter().getInstance() as FastifyInstance);
    if (groupId !== null) connectConsumers(app, 'catch', groupId);
  },
});
