import { runRepublish } from '@cds/publishing/republish';
import { accountCodec } from './identity/accounts/account.codec.js';
import { IdentityMapper } from './identity/accounts/identity-mapper.js';
import { readRepublishConfig } from './config.js';

const { database, kafka } = readRepublishConfig();

process.exitCode = await runRepublish({
  service: 'gateway',
  databaseUrl: database.url,
  kafka,
  codec: accountCodec,
  mapper: () => new IdentityMapper(),
});
