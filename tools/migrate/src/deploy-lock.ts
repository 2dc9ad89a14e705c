import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DeployOptions } from './deploy-options.js';

/** Any number that nothing else in these databases locks. */
const DEPLOY_LOCK = 7_316_411;
const POLL_MS = 200;

/**
 * Waits until no other run deploys to this database. It asks again and again: a statement that waits has a snapshot,
 * and CREATE INDEX CONCURRENTLY in the other run would wait for that snapshot to end.
 */
export const holdDeployLock = async (client: pg.Client, { onProgress }: DeployOptions): Promise<void> => {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [DEPLOY_LOCK]);
    if (rows[0]?.held) return;
    if (isFirst) onProgress('waiting for another deploy of this database');
    await sleep(POLL_MS);
  }
};
