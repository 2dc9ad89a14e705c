import { commandArguments, REPUBLISH_OPTIONS, republishArguments, runRepublish } from '@cds/publishing/republish';
import { Anglers } from './angler-lookup/anglers.js';
import { ANGLERS_TOPIC } from './announce-anglers/publish-known-anglers.js';
import { republishAnglers } from './announce-anglers/republish-anglers.js';
import { CatchViews } from './catches/read/catch-views.js';
import { PublicOrigin } from './catches/read/public-origin.js';
import { catchStates } from './catches/log/catch-states.js';
import { readRepublishConfig } from './config.js';
import { PrismaService } from './database/prisma.service.js';
import { LogMapper } from './log-mapper.js';
import { logCodec } from './log.codec.js';
import { SpeciesNames } from './species-names/species-names.js';

const HELP = `Sends the log of catches and anglers again for one consumer, and which anglers there are.
Everything else runs on meanwhile. A run that was stopped continues when the command is given again without --from.

  DATABASE_URL=postgresql://… KAFKA_BROKERS=host:9092 PUBLIC_URL=https://… node dist/republish.js --for leaderboard

--for <consumer>        the service that reads the events, such as leaderboard
${REPUBLISH_OPTIONS}`;

const args = commandArguments(HELP, republishArguments);
const { database, kafka, http } = readRepublishConfig();

process.exitCode = await runRepublish(
  {
    service: 'catch',
    databaseUrl: database.url,
    kafka,
    codec: logCodec,
    states: [{ topic: ANGLERS_TOPIC, republish: republishAnglers }],
    mapper: (pool) => {
      const anglers = new Anglers(pool, new PrismaService(pool));
      return new LogMapper(
        pool,
        catchStates((error) => process.stderr.write(`A snapshot was not written: ${String(error)}\n`)),
        new CatchViews(anglers, new SpeciesNames(pool), new PublicOrigin(http.publicUrl)),
        anglers,
      );
    },
  },
  args,
);
