import { connectConsumers } from '@cds/messaging/nest';
import { POOL } from '@cds/postgres';
import type { ServiceOptions } from '@cds/service-kit';
import type pg from 'pg';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { formerCatchEvents } from './messages/former-catch-events.js';
import type { Overrides } from './settings.module.js';

/** The webhook service, ready to be run, by main.ts or by a test with a consumer group of its own. */
export const webhookService = (
  config: Config,
  { groupId, ...overrides }: Overrides & { groupId?: string } = {},
): ServiceOptions => ({
  name: 'webhook',
  module: AppModule.forRoot(config, overrides),
  config,
  configure: async (app) =>
    connectConsumers(app, 'webhook', groupId, undefined, await formerCatchEvents(app.get<pg.Pool>(POOL))),
});
