import { randomUUID } from 'node:crypto';
import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { type Leased, LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

interface AnglerTaskFields {
  accountId: string;
  kind: 'rename' | 'erase';
  ageSeconds: number;
}

/** What an angler's catches still have to follow: a new name, or an erasure. Its id is the angler's. */
export type AnglerTask = Leased<AnglerTaskFields>;

const LEASE_SECONDS = 30;
/** How long an angler's catches wait for another new name while they still follow the one before. */
const RENAMED_AGAIN_SECONDS = 60;

/** One task for each angler: the newest replaces an older one, whose worker loses its lease. */
@Injectable()
export class AnglerTasks extends LeasedQueue<AnglerTaskFields> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'angler_tasks',
      key: 'angler_id',
      returns: [
        '(SELECT account_id FROM anglers WHERE anglers.id = job.angler_id) AS "accountId"',
        'job.kind',
        'extract(epoch FROM now() - job.requested_at)::float8 AS "ageSeconds"',
      ],
      dueAt: 'due_at',
      leaseSeconds: LEASE_SECONDS,
      completed: 'delete',
    });
  }

  /**
   * Adds a task that the caller has leased once the transaction around it is committed. Null for a new name that comes
   * while the catches still follow an older one: a worker begins anew with it later, so that whoever changes the name
   * all the time has the catches written no more often. One that waits already is not put off by yet another name.
   */
  async request(
    tx: Queryable,
    anglerId: string,
    accountId: string,
    kind: AnglerTaskFields['kind'],
  ): Promise<AnglerTask | null> {
    const lease = randomUUID();
    const { rows } = await tx.query<{ lease: string | null }>(REQUEST, [anglerId, kind, lease]);
    if (rows[0]?.lease !== lease) return null;
    return { id: anglerId, lease, attempts: 0, stalls: 0, accountId, kind, ageSeconds: 0 };
  }

  /** Nothing personal of the angler is stored any more. */
  async erased(anglerId: string): Promise<void> {
    await this.pool.query(ERASED, [anglerId]);
  }

  /** Adds tasks for erasures that are not finished and have none, until so many erasures wait; returns how many. */
  async repeatErasures(most: number): Promise<number> {
    return (await this.pool.query(REPEAT, [most])).rowCount ?? 0;
  }
}

const ERASED = 'UPDATE anglers SET erasure_finished_at = now() WHERE id = $1';

// As old as the erasure: writes that began before it have ended long ago.
const REPEAT = `
INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at)
SELECT id, 'erase', least(erased_at, now()), now() FROM anglers
  WHERE erased_at IS NOT NULL AND erasure_finished_at IS NULL
    AND NOT EXISTS (SELECT FROM angler_tasks WHERE angler_tasks.angler_id = anglers.id)
  ORDER BY id LIMIT greatest(0, $1 - (SELECT count(*) FROM angler_tasks WHERE kind = 'erase'))
ON CONFLICT (angler_id) DO NOTHING`;

const REQUEST = `
INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at, lease)
VALUES ($1, $2, now(), now() + make_interval(secs => ${LEASE_SECONDS}), $3)
ON CONFLICT (angler_id) DO UPDATE
  SET kind = excluded.kind, requested_at = excluded.requested_at, attempts = 0, stalls = 0,
    due_at = CASE WHEN excluded.kind <> 'rename' THEN excluded.due_at
      ELSE least(now() + make_interval(secs => ${RENAMED_AGAIN_SECONDS}),
        CASE WHEN angler_tasks.lease IS NULL THEN angler_tasks.due_at END) END,
    lease = CASE excluded.kind WHEN 'rename' THEN NULL ELSE excluded.lease END
  RETURNING lease`;
