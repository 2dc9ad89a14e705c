import { runRepublish } from '@cds/publishing/republish';
import { AnglerNames } from './anglers/angler-names.store.js';
import { leaderboardCodec } from './entries/leaderboard.codec.js';
import { LeaderboardMapper } from './entries/leaderboard-mapper.js';
import { readRepublishConfig } from './config.js';

const { database, kafka } = readRepublishConfig();

process.exitCode = await runRepublish({
  service: 'leaderboard',
  databaseUrl: database.url,
  kafka,
  codec: leaderboardCodec,
  mapper: (pool) => new LeaderboardMapper(pool, new AnglerNames()),
});
