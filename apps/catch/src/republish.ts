import { runRepublish } from '@cds/publishing/republish';
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

const { database, kafka, http } = readRepublishConfig();

process.exitCode = await runRepublish({
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
});
