import { connectConsumers } from '@cds/eventing';
import type { ServiceOptions } from '@cds/service-kit';
import { AppModule } from './app.module.js';
import type { CatchConfig } from './config.js';
import { acceptUploads } from './photos/accept-uploads.js';

/** The catch service, ready to be run, by main.ts or by a test with a consumer group of its own. */
export const catchService = (config: CatchConfig, groupId?: string): ServiceOptions => ({
  name: 'catch',
  module: AppModule.forRoot(config),
  config,
  configure: async (app) => {
    await acceptUploads(app);
    connectConsumers(app, 'catch', groupId);
  },
});
