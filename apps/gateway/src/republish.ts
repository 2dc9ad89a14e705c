import { commandArguments, REPUBLISH_OPTIONS, republishArguments, runRepublish } from '@cds/publishing/republish';
import { accountCodec } from './identity/accounts/account.codec.js';
import { IdentityMapper } from './identity/accounts/identity-mapper.js';
import { readRepublishConfig } from './config.js';

const HELP = `Sends the log of accounts again for one consumer.
Everything else runs on meanwhile. A run that was stopped continues when the command is given again without --from.

  DATABASE_URL=postgresql://… KAFKA_BROKERS=host:9092 node dist/republish.js --for catch

--for <consumer>        the service that reads the events, such as catch
${REPUBLISH_OPTIONS}`;

const args = commandArguments(HELP, republishArguments);
const { database, kafka } = readRepublishConfig();

process.exitCode = await runRepublish(
  {
    service: 'gateway',
    databaseUrl: database.url,
    kafka,
    codec: accountCodec,
    mapper: () => new IdentityMapper(),
  },
  args,
);
