import { randomUUID } from 'node:crypto';
import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { type Leased, LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { TouchedTo } from '../catches/write/touch-catches.js';
import { CLAIM, LEASE_SECONDS, TASK_COLUMNS } from './angler-task.sql.js';

interface AnglerTaskFields {
  accountId: string;
  kind: 'rename' | 'erase';
  ageSeconds: number;
  requestedAt: Date;
  /** How far a rename has come, and when it was requested. */
  touchedTo: { readonly place: TouchedTo; readonly requestedAt: string } | null;
}

/** What an angler's catches still have to follow: a new name, or an erasure. Its id is the angler's. */
export type AnglerTask = Leased<AnglerTaskFields>;

/** How long an angler's catches wait for another new name while they still follow the one before. */
const RENAMED_AGAIN_SECONDS = 60;

/**
 * One task for each angler: the newest replaces an older one, whose worker loses its lease. Accounts take turns,
 * however many tasks each of them has.
 */
@Injectable()
export class AnglerTasks extends LeasedQueue<AnglerTaskFields> {
  /** Whose turn it was last in this process; empty to start with the first account. */
  private lastTurnOf = '';

  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'angler_tasks',
      key: 'angler_id',
      returns: TASK_COLUMNS,
      dueAt: 'due_at',
      leaseSeconds: LEASE_SECONDS,
      completed: 'delete',
    });
  }

  /** One task, of the next account that has one that is due. */
  override async claim(): Promise<AnglerTask[]> {
    const isFirst = this.lastTurnOf === '';
    const claimed = await this.claimAfter(this.lastTurnOf);
    return claimed.length > 0 || isFirst ? claimed : this.claimAfter('');
  }

  private async claimAfter(account: string): Promise<AnglerTask[]> {
    const { rows } = await this.pool.query<AnglerTask & { turnOf: string }>(CLAIM, [randomUUID(), account]);
    this.lastTurnOf = rows[0]?.turnOf ?? '';
    return rows;
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
    const values = [anglerId, kind, lease, accountId];
    const { rows } = await tx.query<{ lease: string | null; requestedAt: Date }>(REQUEST, values);
    const [task] = rows;
    if (task?.lease !== lease) return null;
    const { requestedAt } = task;
    return {
      id: anglerId,
      lease,
      attempts: 0,
      stalls: 0,
      accountId,
      kind,
      ageSeconds: 0,
      requestedAt,
      touchedTo: null,
    };
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

/** Where a rename goes on. A copy of the previous release that takes yet another name leaves the place as it is. */
export const touchedPlace = ({ touchedTo, requestedAt }: AnglerTask): TouchedTo | undefined =>
  touchedTo?.requestedAt === requestedAt.toISOString() ? touchedTo.place : undefined;

/** The columns of a rename that has come so far. */
export const touchedColumns = ({ requestedAt }: AnglerTask, place: TouchedTo): { readonly touched_to: string } => ({
  touched_to: JSON.stringify({ place, requestedAt }),
});

const ERASED = 'UPDATE anglers SET erasure_finished_at = now() WHERE id = $1';

// As old as the erasure: writes that began before it have ended long ago.
const REPEAT = `
INSERT INTO angler_tasks (angler_id, account_id, kind, requested_at, due_at)
SELECT id, account_id, 'erase', least(erased_at, now()), now() FROM anglers
  WHERE erased_at IS NOT NULL AND erasure_finished_at IS NULL
    AND NOT EXISTS (SELECT FROM angler_tasks WHERE angler_tasks.angler_id = anglers.id)
  ORDER BY id LIMIT greatest(0, $1 - (SELECT count(*) FROM angler_tasks WHERE kind = 'erase'))
ON CONFLICT (angler_id) DO NOTHING`;

// A rename between two of its turns has no lease, but a place.
const REQUEST = `
INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at, lease, account_id)
VALUES ($1, $2, now(), now() + make_interval(secs => ${LEASE_SECONDS}), $3, $4)
ON CONFLICT (angler_id) DO UPDATE
  SET kind = excluded.kind, requested_at = excluded.requested_at, attempts = 0, stalls = 0,
    account_id = excluded.account_id, touched_to = NULL,
    due_at = CASE WHEN excluded.kind <> 'rename' THEN excluded.due_at
      ELSE least(now() + make_interval(secs => ${RENAMED_AGAIN_SECONDS}),
        CASE WHEN angler_tasks.lease IS NULL AND angler_tasks.touched_to IS NULL THEN angler_tasks.due_at END) END,
    lease = CASE excluded.kind WHEN 'rename' THEN NULL ELSE excluded.lease END
  RETURNING lease, requested_at AS "requestedAt"`;
