import type pg from 'pg';
import type { PreparedStatement } from './statement.js';

/** A pool (each statement commits by itself) or a client inside the caller's transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/**
 * Anything that can run a write whose rows nobody reads: every `Queryable`, and a transaction of the generated Prisma
 * client behind a small adapter. A library that takes one can take part in either kind of transaction.
 */
export interface StatementRunner {
  query(statement: PreparedStatement): Promise<unknown>;
}
