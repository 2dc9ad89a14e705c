import { messageOf } from '@cds/errors';
import type { RelayNotifier } from '@cds/event-store';
import { createPool } from '@cds/postgres';
import { refuseArguments, SystemClock } from '@cds/service-kit';
import { readJobConfig } from './config.js';
import { rankingParts } from './fill-boards/ranking-parts.js';
import { RebuildRankings, type RebuildProgress } from './rebuild/rebuild-rankings.js';
import { rebuildBegins, rebuildEnded, rebuildGoesOn } from './rebuild/rebuild-report.js';

const HELP = `Builds entries and ranks anew from the service's copy of the catches while reads and writes go on, beside
those that serve. What differs in current periods is announced as events. A run that is cut off is completed by the
service, or by another run.

  DATABASE_URL=postgresql://… node --max-semi-space-size=64 dist/rebuild.js`;

refuseArguments(HELP);

const startedAt = performance.now();
let shownAt = 0;
let hasBegun = false;

const seconds = (): number => (performance.now() - startedAt) / 1_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const show = (progress: RebuildProgress): void => {
  if (hasBegun && seconds() - shownAt < 1) return;
  shownAt = seconds();
  say(hasBegun ? rebuildGoesOn(progress, shownAt) : rebuildBegins(progress));
  hasBegun = true;
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
  say(rebuildEnded(await new RebuildRankings(pool, parts, show).run(), seconds()));
} catch (error) {
  process.stderr.write(
    'leaderboard: the rebuild failed; the running service, or another run, completes it from where it was: ' +
      `${messageOf(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  await pool.end();
}
