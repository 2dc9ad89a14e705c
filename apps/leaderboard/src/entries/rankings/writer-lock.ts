import type { Queryable } from '@cds/postgres';

/** Also in programs whose statements have no time-out: a holder whose host has vanished in a COPY lets the lock go. */
const STATEMENT_TIMEOUT_MS = 15_000;

const LOCK = "hashtext('rankings')";

const TAKE_LOCK = `
  SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS};
  SELECT pg_advisory_xact_lock(${LOCK})`;

/** The key of an advisory lock is in two columns: its upper and its lower half. */
const IS_WANTED = `
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = ${LOCK}::bigint
  LIMIT 1`;

/**
 * Waits until no other transaction changes rankings, and keeps others from it until this one ends. Whoever moves
 * entries, fills a ranking or changes which one a board shows holds this lock, so that each of them finds entries that
 * show exactly the changes of catches that are not waiting any more.
 */
export const takeWriterLock = async (tx: Queryable): Promise<void> => {
  await tx.query(TAKE_LOCK);
};

/**
 * Commits the transaction and begins the next one, which has the lock as well: nobody else has it in between, because
 * the session holds it until the next transaction does.
 */
export const commitAndKeepLock = async (tx: Queryable): Promise<void> => {
  try {
    await tx.query(
      `SELECT pg_advisory_lock(${LOCK}); COMMIT AND CHAIN; ${TAKE_LOCK}; SELECT pg_advisory_unlock(${LOCK})`,
    );
  } catch (error) {
    // A session that broke has let it go already.
    await tx.query('ROLLBACK; SELECT pg_advisory_unlock_all()').catch(() => undefined);
    throw error;
  }
};

/** Whether another transaction waits for the lock. */
export const isWriterLockWanted = async (db: Queryable): Promise<boolean> =>
  (await db.query({ name: 'writer-lock-wanted', text: IS_WANTED })).rowCount !== 0;

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
