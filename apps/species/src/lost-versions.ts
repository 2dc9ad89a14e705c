import { TOPICS } from '@cds/contracts';
import { readLostVersionsArguments, runLostVersions } from '@cds/publishing/lost-versions';
import { readRepublishConfig } from './config.js';
import { speciesCorrections } from './lost-versions/species-corrections.js';

const args = readLostVersionsArguments();
const { database, kafka } = readRepublishConfig();

process.exitCode = await runLostVersions(
  {
    service: 'species',
    databaseUrl: database.url,
    kafka,
    topics: [TOPICS.speciesCatalog, TOPICS.speciesEvents],
    corrections: speciesCorrections,
  },
  args,
);
