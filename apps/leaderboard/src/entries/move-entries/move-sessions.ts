import { inTransaction } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import type pg from 'pg';
import { lookUpRows } from '../rankings/writer-lock.js';
import { shareConnection } from './shared-connection.js';

/**
 * The transaction that moves entries, and where is looked up what none of its statements has changed: a second
 * connection sees the same, as long as the first one holds the writer's lock, and works while that one writes.
 */
export interface MoveSession {
  readonly tx: Queryable;
  readonly reads: Queryable;
}

/** The reader is idle while slow statements write, each of which may take 15 s. */
const READER_IDLE_MS = 600_000;

/**
 * Gives `work` a session for each of its groups. With several groups and a connection that nobody waits for, one group
 * is looked up while another one is written. A connection is never waited for: whoever has them all may wait for the
 * writer's lock.
 */
export const inSessions = async <T>(
  pool: pg.Pool,
  tx: pg.PoolClient,
  hasSeveral: boolean,
  work: (sessionOf: (group: number) => MoveSession) => Promise<T>,
): Promise<T> => {
  if (!hasSeveral || !hasFreeConnection(pool))
    return shareConnection(tx, (writes) => work((group) => ({ tx: writes(group), reads: writes(group) })));
  const read = async (reader: pg.PoolClient): Promise<T> => {
    await lookUpRows(reader);
    return shareConnection(tx, (writes) =>
      shareConnection(reader, (reads) => work((group) => ({ tx: writes(group), reads: reads(group) }))),
    );
  };
  return inTransaction(pool, read, { idleTimeoutMs: READER_IDLE_MS });
};

const hasFreeConnection = ({ idleCount, totalCount, waitingCount, options }: pg.Pool): boolean =>
  waitingCount === 0 && (idleCount > 0 || totalCount < options.max);
