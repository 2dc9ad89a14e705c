import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@cds/errors';
import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { REBUILT_TABLES } from './shadow-tables.js';

/**
 * How long the swap waits for a lock while writers queue behind it. Less than PostgreSQL's `deadlock_timeout`: where a
 * writer holds one table and waits for another one, the swap gives way before anybody is chosen to fail.
 */
const LOCK_TIMEOUT_MS = 300;
const MAX_ATTEMPTS = 100;
/** Between two attempts, so that those who queued get on. */
const PAUSE_MS = 200;

const LOCK_ERRORS = new Set(['55P03', '40P01']);

export interface Swap {
  /** Brings the shadows nearly up to date, before each attempt. */
  readonly prepare: () => Promise<void>;
  /** Completes them while nobody writes. */
  readonly complete: (tx: pg.PoolClient) => Promise<void>;
}

/**
 * Puts the shadows in the place of the serving tables in one transaction. Whoever writes a catch writes one of these
 * tables, so to lock them, the catches first as logging and imports do, keeps the log's streams of catches still too. A
 * lock that cannot be had soon is given up, and tried again.
 */
export const swapShadows = async (pool: pg.Pool, swap: Swap): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    await swap.prepare();
    try {
      await inTransaction(pool, (tx) => swapped(tx, swap));
      break;
    } catch (error) {
      if (!LOCK_ERRORS.has(String((error as { code?: unknown }).code))) throw error;
      if (attempt >= MAX_ATTEMPTS) throw lockedOut(error);
    }
    await sleep(PAUSE_MS);
  }
  await pool.query('DROP SCHEMA IF EXISTS replaced CASCADE');
  await pool.query('DROP SCHEMA IF EXISTS rebuild CASCADE');
};

const swapped = async (tx: pg.PoolClient, { complete }: Swap): Promise<void> => {
  await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await tx.query(HOLD_FOLD);
  await tx.query(`LOCK TABLE ${REBUILT_TABLES.map((table) => `public.${table}`).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  await complete(tx);
  // The files of large tables are removed after the commit, when nobody waits.
  await tx.query('DROP SCHEMA IF EXISTS replaced CASCADE');
  await tx.query('CREATE SCHEMA replaced');
  for (const table of REBUILT_TABLES) {
    await tx.query(`ALTER TABLE public.${table} SET SCHEMA replaced`);
    await tx.query(`ALTER TABLE rebuild.${table} SET SCHEMA public`);
  }
};

/** Whoever folds the deltas of the counts holds this lock. */
const HOLD_FOLD = "SELECT pg_advisory_xact_lock(hashtext('catch-counts'))";

const lockedOut = (cause: unknown): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message:
      `Other transactions hold the catches: the swap could not lock them in ${MAX_ATTEMPTS} attempts. ` +
      'Run the rebuild again; it continues with the swap.',
    retryAfterSeconds: 60,
    cause,
  });
