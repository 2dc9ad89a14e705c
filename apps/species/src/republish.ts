import { runRepublish } from '@cds/publishing/republish';
import { AnglerNames } from './anglers/angler-names.store.js';
import { speciesCodec } from './catalogue/species.codec.js';
import { SpeciesMapper } from './catalogue/species-mapper.js';
import { readRepublishConfig } from './config.js';
import { PublicOrigin } from './catalogue/public-origin.js';

const { database, kafka, http } = readRepublishConfig();

process.exitCode = await runRepublish({
  service: 'species',
  databaseUrl: database.url,
  kafka,
  codec: speciesCodec,
  mapper: (pool) => new SpeciesMapper(pool, new AnglerNames(), new PublicOrigin(http.publicUrl)),
});
