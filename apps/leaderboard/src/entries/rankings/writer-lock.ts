import type { Queryable } from '@cds/postgres';

/** Also in programs whose statements have no time-out: a holder whose host has vanished in a COPY lets the lock go. */
const STATEMENT_TIMEOUT_MS = 15_000;

/**
 * Waits until no other transaction changes rankings, and keeps others from it until this one ends. Whoever moves
 * entries, fills a ranking or changes which one a board shows holds this lock, so that each of them finds entries that
 * show exactly the changes of catches that are not waiting any more.
 */
export const takeWriterLock = async (tx: Queryable): Promise<void> => {
  await tx.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS};
    SELECT pg_advisory_xact_lock(hashtext('rankings'))`);
};

/** Waits until the transaction that holds this lock has ended, if there is one. */
export const awaitWriter = async (db: Queryable): Promise<void> => {
  await db.query("SELECT pg_advisory_xact_lock_shared(hashtext('rankings'))");
};

/**
 * Makes the transaction look rows up one by one: while the statistics of fast growing tables are outdated, the planner
 * would read them whole.
 */
export const lookUpRows = async (tx: Queryable): Promise<void> => {
  await tx.query(`
    SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_hashjoin = off;
    SET LOCAL enable_mergejoin = off`);
};

/**
 * Lets the transaction end before it is on the disk. Only for what is done anew when a crash of the server takes it
 * back, as a step of filling is: its entries and the position behind them go together.
 */
export const commitAsynchronously = async (tx: Queryable): Promise<void> => {
  await tx.query('SET LOCAL synchronous_commit = off');
};

/** What was looked up under the lock is changed at its place. Fails unless all of it was there. */
export const requireAllChanged = (what: string, wanted: readonly unknown[], changed: number | null = 0): void => {
  if (changed !== wanted.length)
    throw new Error(`${changed} of ${wanted.length} ${what} changed: others did so without the writer's lock`);
};
