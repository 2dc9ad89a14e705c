import { messageOf } from '@cds/errors';
import { createPool } from '@cds/postgres';
import { refuseArguments } from '@cds/service-kit';
import { readJobConfig } from './config.js';
import { urlOfOwner } from './rebuild/url-of-owner.js';
import { RebuildCatches, type RebuildProgress } from './rebuild/rebuild-catches.js';

const HELP = `Builds catches, verifications and totals anew from the event log while reads and writes go on, beside the
tables that serve, and swaps them in one short transaction. A run that is cut off changes nothing, and the next one
continues.

  DATABASE_URL=postgresql://… node --max-semi-space-size=64 dist/rebuild.js`;

refuseArguments(HELP);

const startedAt = performance.now();
let shownAt = 0;

const show = ({ handled, total }: RebuildProgress): void => {
  const now = performance.now();
  if (handled < total && now - shownAt < 1_000) return;
  shownAt = now;
  const perSecond = handled / ((now - startedAt) / 1_000);
  const left = Math.ceil((total - handled) / perSecond);
  process.stdout.write(`catch: ${handled} of ${total} events, ${perSecond.toFixed(0)} events/s, ${left} s left\n`);
};

const pool = createPool(await urlOfOwner(readJobConfig().database.url), {
  applicationName: 'catch-rebuild',
  max: 4,
  statementTimeoutMs: 0,
});
try {
  await new RebuildCatches(pool, show).run();
  process.stdout.write(`catch: rebuilt and swapped in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`);
} catch (error) {
  process.stderr.write(
    `catch: the rebuild failed, what serves is as it was; run it again to continue: ${messageOf(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  await pool.end();
}
