import { commandArguments, REPUBLISH_OPTIONS, republishArguments, runRepublish } from '@cds/publishing/republish';
import { AnglerNames } from './anglers/angler-names.store.js';
import { speciesCodec } from './catalogue/species.codec.js';
import { SpeciesMapper } from './catalogue/species-mapper.js';
import { readRepublishConfig } from './config.js';
import { PublicOrigin } from './catalogue/public-origin.js';

const HELP = `Sends the log of species and their records again for one consumer.
Everything else runs on meanwhile. A run that was stopped continues when the command is given again without --from.

  DATABASE_URL=postgresql://… KAFKA_BROKERS=host:9092 PUBLIC_URL=https://… node dist/republish.js --for webhook

--for <consumer>        the service that reads the events, such as webhook
${REPUBLISH_OPTIONS}`;

const args = commandArguments(HELP, republishArguments);
const { database, kafka, http } = readRepublishConfig();

process.exitCode = await runRepublish(
  {
    service: 'species',
    databaseUrl: database.url,
    kafka,
    codec: speciesCodec,
    mapper: (pool) => new SpeciesMapper(pool, new AnglerNames(), new PublicOrigin(http.publicUrl)),
  },
  args,
);
