import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { reasonOf } from './connected.js';
import { type DeployOptions, pauseAfter } from './deploy-options.js';
import type { Migration } from './migration-files.js';
import { record } from './migration-log.js';

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/**
 * Applies a migration and its record in one transaction. One that does not get a lock in time, or loses a deadlock, is
 * undone and tried again after a pause in which those who waited behind it get on.
 */
export const applyInTransaction = async (
  client: pg.Client,
  migration: Migration,
  options: DeployOptions,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const error = await tried(client, migration, options.lockTimeoutMs);
    if (error === undefined) return;
    if (!isLockedOut(error) || attempt >= options.attempts) throw failure(migration, error, attempt);
    const pauseMs = pauseAfter(attempt, options);
    options.onProgress(
      `${migration.name} got no lock (attempt ${attempt} of ${options.attempts}): next in ${pauseMs / 1_000} s`,
    );
    await sleep(pauseMs);
  }
};

const tried = async (client: pg.Client, migration: Migration, lockTimeoutMs: number): Promise<unknown> => {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${Math.trunc(lockTimeoutMs)}`);
    await client.query(migration.sql);
    await record(client, migration);
    await client.query('COMMIT');
    return undefined;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    return error;
  }
};

const isLockedOut = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK_DETECTED);

const failure = (migration: Migration, error: unknown, attempts: number): Error => {
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  return new Error(
    `The migration ${migration.name} failed${lineOf(migration.sql, error)}${tries} ` +
      `and changed nothing: ${reasonOf(error)}`,
    { cause: error },
  );
};

const lineOf = (sql: string, error: unknown): string => {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return Number.isNaN(position) ? '' : ` at line ${sql.slice(0, position).split('\n').length}`;
};
