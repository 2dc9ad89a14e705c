import { connectConsumers } from '@cds/messaging/nest';
import type { ServiceOptions } from '@cds/service-kit';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';

/** The leaderboard service as main.ts and tests start it. */
export const leaderboardService = (config: Config): ServiceOptions => ({
  name: 'leaderboard',
  module: AppModule.forRoot(config),
  config,
  configure: (app) => connectConsumers(app, 'leaderboard'),
});
