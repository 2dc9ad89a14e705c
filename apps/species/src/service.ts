import type { ServiceOptions } from '@cds/service-kit';
import { acceptUploads } from '@cds/photos';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';

/** The species service, ready to be run, by main.ts or by a test. */
export const speciesService = (config: Config): ServiceOptions => ({
  name: 'species',
  module: AppModule.forRoot(config),
  config,
  // The gateway cuts off whoever sends too slowly; an upload may take as long as it lets it.
  fastify: { requestTimeout: 3_600_000 },
  configure: acceptUploads,
});
