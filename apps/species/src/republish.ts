import { runRepublish } from '@cds/publishing/republish';
import { AnglerNames } from './anglers/angler-names.store.js';
import { speciesCodec } from './catalogue/species.codec.js';
import { SpeciesMapper } from './catalogue/species-mapper.js';
import { readRepublishConfig } from './config.js';

const { database, kafka } = readRepublishConfig();

process.exitCode = await runRepublish({
  service: 'species',
  databaseUrl: database.url,
  kafka,
  codec: speciesCodec,
  mapper: (pool) => new SpeciesMapper(pool, new AnglerNames()),
});
