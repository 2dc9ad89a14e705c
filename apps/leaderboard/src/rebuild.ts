import { messageOf } from '@cds/errors';
import type { RelayNotifier } from '@cds/event-store';
import { createPool } from '@cds/postgres';
import { SystemClock } from '@cds/service-kit';
import { readJobConfig } from './config.js';
import { rankingParts } from './fill-boards/ranking-parts.js';
import { RebuildRankings, type RebuildProgress } from './rebuild/rebuild-rankings.js';

const startedAt = performance.now();
let shownAt = 0;

const seconds = (): number => (performance.now() - startedAt) / 1_000;

const show = ({ rankings, ofRankings, catches, ofCatches, ranked }: RebuildProgress): void => {
  if (seconds() - shownAt < 1) return;
  shownAt = seconds();
  const left = catches === 0 ? '?' : Math.ceil(((ofCatches - catches) * shownAt) / catches);
  process.stdout.write(
    `leaderboard: ${rankings} of ${ofRankings} rankings, ${catches} of ${ofCatches} catches, ` +
      `${ranked} entries ranked, ${(catches / shownAt).toFixed(0)} catches/s, ${left} s left\n`,
  );
};

// The relay of the running service publishes what is appended here.
const RELAY: Pick<RelayNotifier, 'wake'> = { wake: () => undefined };

const pool = createPool(readJobConfig().database.url, {
  applicationName: 'leaderboard-rebuild',
  max: 3,
  statementTimeoutMs: 0,
});
const parts = rankingParts(pool, new SystemClock(), RELAY as RelayNotifier);
try {
  const progress = await new RebuildRankings(pool, parts, show).run();
  process.stdout.write(
    `leaderboard: ${progress.rankings} rankings computed from ${progress.catches} catches in ` +
      `${seconds().toFixed(1)} s\n`,
  );
} catch (error) {
  process.stderr.write(
    'leaderboard: the rebuild failed; the running service, or another run, completes it from where it was: ' +
      `${messageOf(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  await pool.end();
}
