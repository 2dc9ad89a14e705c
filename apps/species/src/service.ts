import { connectConsumers } from '@cds/messaging/nest';
import type { ServiceOptions } from '@cds/service-kit';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';

/** The species service, ready to be run, by main.ts or by a test. */
export const speciesService = (config: Config): ServiceOptions => ({
  name: 'species',
  module: AppModule.forRoot(config),
  config,
  configure: (app) => connectConsumers(app, 'species'),
});
