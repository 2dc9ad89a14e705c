import type { RelayNotifier } from '@cds/event-store';
import { createPool } from '@cds/postgres';
import { SystemClock } from '@cds/service-kit';
import { boardsCommand } from './boards-command/boards-command.js';
import { readJobConfig } from './config.js';
import { rankingParts } from './fill-boards/ranking-parts.js';

// The relay of the running service publishes what is appended here.
const RELAY: Pick<RelayNotifier, 'wake'> = { wake: () => undefined };

const { exitCode, text } = await boardsCommand(process.argv.slice(2), async ({ id }) => {
  const pool = createPool(readJobConfig().database.url, { applicationName: 'leaderboard-boards', max: 2 });
  try {
    return await rankingParts(pool, new SystemClock(), RELAY as RelayNotifier).closer.close(id);
  } finally {
    await pool.end();
  }
});
(exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = exitCode;
