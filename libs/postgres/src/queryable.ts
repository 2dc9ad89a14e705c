import type pg from 'pg';

/** A pool (each statement commits by itself) or a client inside the caller's transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;
