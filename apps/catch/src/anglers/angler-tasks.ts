import { type Queryable, POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { TaskQueue } from '../tasks/task-worker.js';

/** What an angler's catches still have to follow: a new name, or an erasure. */
export interface AnglerTask {
  anglerId: string;
  accountId: string;
  kind: 'rename' | 'erase';
  requestedAt: Date;
}

/**
 * The tasks as rows: one for each angler, the newest takes the place of an older one. Whoever takes one has it for 30
 * s, and again with each `renew`; when they die it is due again.
 */
@Injectable()
export class AnglerTasks implements TaskQueue<AnglerTask, unknown> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Writes a task that the caller has then, once the transaction around it is committed. */
  async request(tx: Queryable, anglerId: string, accountId: string, kind: AnglerTask['kind']): Promise<AnglerTask> {
    const { rows } = await tx.query<{ requestedAt: Date }>(REQUEST, [anglerId, kind]);
    const [row] = rows;
    if (!row) throw new Error(`the task of the angler ${anglerId} was not written`);
    return { anglerId, accountId, kind, requestedAt: row.requestedAt };
  }

  /** Takes the task that is due longest; undefined when none is. */
  async claim(): Promise<AnglerTask | undefined> {
    const { rows } = await this.pool.query<AnglerTask>({ name: 'claim-angler-task', text: CLAIM });
    return rows[0];
  }

  /** False when another task took its place. */
  async renew({ anglerId, requestedAt }: AnglerTask): Promise<boolean> {
    const { rowCount } = await this.pool.query(RENEW, [anglerId, requestedAt]);
    return rowCount === 1;
  }

  /** Gives it back, to be gone on with at once. */
  async release({ anglerId, requestedAt }: AnglerTask): Promise<void> {
    await this.pool.query('UPDATE angler_tasks SET due_at = now() WHERE angler_id = $1 AND requested_at = $2', [
      anglerId,
      requestedAt,
    ]);
  }

  /** Done; an erasure is looked at once more, when every write that began before it is over. */
  async finish({ anglerId, requestedAt, kind }: AnglerTask): Promise<void> {
    if (kind === 'erase') await this.pool.query(LOOK_AGAIN, [anglerId, requestedAt]);
    await this.pool.query(kind === 'erase' ? FINISH_ERASURE : FINISH, [anglerId, requestedAt]);
  }
}

const REQUEST = `
INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at) VALUES ($1, $2, now(), now() + interval '30 s')
ON CONFLICT (angler_id) DO UPDATE
  SET kind = excluded.kind, requested_at = excluded.requested_at, due_at = excluded.due_at
RETURNING requested_at AS "requestedAt"`;

const CLAIM = `
UPDATE angler_tasks AS task SET due_at = now() + interval '30 s'
FROM anglers
WHERE anglers.id = task.angler_id
  AND task.angler_id = (SELECT angler_id FROM angler_tasks WHERE due_at <= now()
  ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING task.angler_id AS "anglerId", anglers.account_id AS "accountId", task.kind,
  task.requested_at AS "requestedAt"`;

const RENEW = "UPDATE angler_tasks SET due_at = now() + interval '30 s' WHERE angler_id = $1 AND requested_at = $2";

const FINISH = 'DELETE FROM angler_tasks WHERE angler_id = $1 AND requested_at = $2';

/** A statement ends after 15 s, so none that did not see the erasure is left by then. */
const SETTLED = "requested_at < now() - interval '30 s'";

const LOOK_AGAIN = `UPDATE angler_tasks SET due_at = requested_at + interval '31 s'
  WHERE angler_id = $1 AND requested_at = $2 AND NOT ${SETTLED}`;

const FINISH_ERASURE = `${FINISH} AND ${SETTLED}`;
