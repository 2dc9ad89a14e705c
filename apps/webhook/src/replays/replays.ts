import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Replayed } from './missing-events.js';

/** What is still to be looked at for an endpoint: the events after the last one that was. */
export interface ReplayJob {
  readonly endpoint: Replayed;
  /** Unfinished replays of the endpoint's account, this one included. */
  readonly unfinished: number;
  readonly since: Date;
  readonly until: Date;
  readonly count: number;
  readonly sent: number;
  /** Since it was asked for. */
  readonly ageSeconds: number;
  /** The transactions that were being written by then have lower ids. */
  readonly settledFrom: string;
  readonly reachedTransactionId: string;
  readonly reachedPosition: string;
}

/** Replays for endpoints. Finished ones stay readable. */
@Injectable()
export class Replays extends LeasedQueue<ReplayJob> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'replays',
      key: 'id',
      returns: [
        `(SELECT jsonb_build_object('id', endpoint.id, 'accountId', endpoint.account_id,
          'eventTypes', endpoint.event_types, 'filter', endpoint.filter, 'ordering', endpoint.ordering)
          FROM endpoints AS endpoint WHERE endpoint.id = job.endpoint_id) AS endpoint`,
        `(SELECT count(*)::int FROM replays AS other
          JOIN endpoints AS sibling ON sibling.id = other.endpoint_id
          JOIN endpoints AS own ON own.account_id = sibling.account_id
          WHERE own.id = job.endpoint_id AND other.finished_at IS NULL AND sibling.deleted_at IS NULL) AS unfinished`,
        'job.since',
        'job.until',
        'job.count',
        'job.sent',
        'extract(epoch FROM now() - job.created_at)::float8 AS "ageSeconds"',
        'coalesce(job.settled_from, 0)::text AS "settledFrom"',
        'job.reached_transaction_id AS "reachedTransactionId"',
        'job.reached_position AS "reachedPosition"',
      ],
      where: 'job.finished_at IS NULL',
      dueAt: 'due_at',
      leaseSeconds: 30,
      onClaim: "status = 'running'",
      error: 'error',
      completed: "status = 'completed', count = sent, finished_at = now(), due_at = NULL",
      failed: "status = 'failed', finished_at = now(), due_at = NULL",
    });
  }
}
