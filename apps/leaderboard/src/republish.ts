import { runRepublish } from '@cds/publishing/republish';
import { BOARDS_TOPIC } from './announce-boards/publish-boards.js';
import { republishBoards } from './announce-boards/republish-boards.js';
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
  states: [{ topic: BOARDS_TOPIC, republish: republishBoards }],
});
