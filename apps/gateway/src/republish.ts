import { runRepublish } from '@cds/publishing/republish';
import { IdentityMapper } from './identity/accounts/identity-mapper.js';
import { readRepublishConfig } from './config.js';

const { database, kafka } = readRepublishConfig();

process.exitCode = await runRepublish({
  service: 'gateway',
  databaseUrl: database.url,
  brokers: kafka.brokers,
  mapper: () => new IdentityMapper(),
});
