import type pg from 'pg';
import { applyConcurrently } from './apply-concurrently.js';
import { applyInTransaction } from './apply-in-transaction.js';
import { connected } from './connected.js';
import { DEFAULT_OPTIONS, type DeployOptions } from './deploy-options.js';
import { holdDeployLock } from './deploy-lock.js';
import { blockingSteps } from './blocking-steps.js';
import { isConcurrent, type Migration, readMigrations } from './migration-files.js';
import { ensureLog } from './migration-log.js';
import { compare } from './status.js';

/**
 * Applies the migrations a database lacks, in order, and returns their names. Each is one transaction together with its
 * record: whatever ends it halfway, it can be run again. It gives up a table that it cannot lock within
 * `lockTimeoutMs`, so that nobody queues behind it for longer, and tries again. A migration that is marked
 * `NO_TRANSACTION` builds or drops an index while writes go on; what a failed build left is dropped first. Of two runs
 * at once the second waits and finds nothing to do. Refuses a database to which a migration was applied that has been
 * changed since.
 */
export const deploy = (
  at: { schemaPath: string; url: string },
  options: Partial<DeployOptions> = {},
): Promise<string[]> =>
  connected(at.url, async (client) => {
    const chosen = { ...DEFAULT_OPTIONS, ...options };
    await holdDeployLock(client, chosen);
    const migrations = readMigrations(at.schemaPath);
    const { pending, edited } = await compare(client, migrations);
    if (edited.length > 0)
      throw new Error(
        `Changed after it was applied: ${edited.join(', ')}. An applied migration stays as it is; write a new one, ` +
          'or begin with an empty database.',
      );
    if (pending.length > 0) await ensureLog(client);
    for (const migration of migrations.filter(({ name }) => pending.includes(name)))
      await apply(client, migration, chosen);
    return pending;
  });

const apply = async (client: pg.Client, migration: Migration, options: DeployOptions): Promise<void> => {
  for (const step of await blockingSteps(client, migration.sql)) options.onProgress(`${migration.name} ${step}`);
  const startedAt = performance.now();
  if (isConcurrent(migration)) await applyConcurrently(client, migration);
  else await applyInTransaction(client, migration, options);
  options.onProgress(`${migration.name} took ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
};
