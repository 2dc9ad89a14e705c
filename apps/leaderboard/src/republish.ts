import { commandArguments, REPUBLISH_OPTIONS, republishArguments, runRepublish } from '@cds/publishing/republish';
import { BOARDS_TOPIC } from './announce-boards/publish-boards.js';
import { republishBoards } from './announce-boards/republish-boards.js';
import { AnglerNames } from './anglers/angler-names.store.js';
import { leaderboardCodec } from './entries/leaderboard.codec.js';
import { LeaderboardMapper } from './entries/leaderboard-mapper.js';
import { readRepublishConfig } from './config.js';

const HELP = `Sends the log of the boards again for one consumer, and which boards there are.
Everything else runs on meanwhile. A run that was stopped continues when the command is given again without --from.

  DATABASE_URL=postgresql://… KAFKA_BROKERS=host:9092 node dist/republish.js --for webhook

--for <consumer>        the service that reads the events, such as webhook
${REPUBLISH_OPTIONS}`;

const args = commandArguments(HELP, republishArguments);
const { database, kafka } = readRepublishConfig();

process.exitCode = await runRepublish(
  {
    service: 'leaderboard',
    databaseUrl: database.url,
    kafka,
    codec: leaderboardCodec,
    mapper: (pool) => new LeaderboardMapper(pool, new AnglerNames()),
    states: [{ topic: BOARDS_TOPIC, republish: republishBoards }],
  },
  args,
);
