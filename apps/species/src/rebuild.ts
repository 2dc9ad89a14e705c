import { messageOf } from '@cds/errors';
import { RelayNotifier } from '@cds/event-store';
import { createPool } from '@cds/postgres';
import { newTraceparent, refuseArguments } from '@cds/service-kit';
import { SpeciesLog } from './catalogue/species-log.js';
import { readSeedConfig } from './config.js';
import { CatchFacts } from './service-records/catch-facts.store.js';
import { type RebuildProgress, RebuildRecords } from './service-records/rebuild-records/rebuild-records.js';
import { RecordKeeper } from './service-records/record-keeper.js';
import { ServiceRecords } from './service-records/service-records.store.js';

const HELP = `Counts the catches of each species anew, and determines its records, from the service's copy of the
catches, one species at a time. A corrected record is announced as a changed species. A run that is cut off keeps what
it has corrected.

  DATABASE_URL=postgresql://… node --max-semi-space-size=64 dist/rebuild.js`;

refuseArguments(HELP);

const startedAt = performance.now();
let shownAt = 0;

const seconds = (): number => (performance.now() - startedAt) / 1_000;

const show = ({ species, ofSpecies }: RebuildProgress): void => {
  if (seconds() - shownAt < 1) return;
  shownAt = seconds();
  const left = Math.ceil(((ofSpecies - species) * shownAt) / species);
  process.stdout.write(`species: ${species} of ${ofSpecies} species, ${left} s left\n`);
};

const pool = createPool(readSeedConfig().database.url, {
  applicationName: 'species-rebuild',
  max: 2,
  statementTimeoutMs: 0,
});
const catches = new CatchFacts();
const log = new SpeciesLog(pool, new RelayNotifier(pool, 'species'));
const rebuild = new RebuildRecords(pool, new RecordKeeper(catches, new ServiceRecords(), log), show);
try {
  const context = { occurredAt: new Date(), actor: null, requestId: null, traceparent: newTraceparent() };
  const { species, recounted, corrected } = await rebuild.run(context);
  process.stdout.write(
    `species: ${species} species compared in ${seconds().toFixed(1)} s, ` +
      `${recounted} counts and the records of ${corrected} corrected\n`,
  );
} catch (error) {
  process.stderr.write(
    `species: the rebuild failed and keeps what it has corrected; run it again for the rest: ${messageOf(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  await pool.end();
}
