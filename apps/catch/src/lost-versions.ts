import { readLostVersionsArguments, runLostVersions } from '@cds/publishing/lost-versions';
import { CATCH_TOPIC, OWNER_TOPIC } from './catches/publish-catches.js';
import { readRepublishConfig } from './config.js';
import { catchCorrections } from './lost-versions/catch-corrections.js';

const args = readLostVersionsArguments();
const { database, kafka } = readRepublishConfig();

process.exitCode = await runLostVersions(
  {
    service: 'catch',
    databaseUrl: database.url,
    kafka,
    topics: [CATCH_TOPIC, OWNER_TOPIC],
    corrections: catchCorrections,
  },
  args,
);
