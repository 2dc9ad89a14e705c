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

  /** Adds a task that the caller has leased once the transaction around it is committed. */
  async request(
    tx: Queryable,
    anglerId: string,
    accountId: string,
    kind: AnglerTaskFields['kind'],
  ): Promise<AnglerTask> {
    const lease = randomUUID();
    await tx.query(REQUEST, [anglerId, kind, lease]);
    return { id: anglerId, lease, attempts: 0, stalls: 0, accountId, kind, ageSeconds: 0 };
  }
}

const REQUEST = `
INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at, lease)
VALUES ($1, $2, now(), now() + make_interval(secs => ${LEASE_SECONDS}), $3)
ON CONFLICT (angler_id) DO UPDATE
  SET kind = excluded.kind, requested_at = excluded.requested_at, due_at = excluded.due_at, lease = excluded.lease,
  attempts = 0, stalls = 0`;
