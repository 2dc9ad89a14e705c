import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** Longer than the storage may take to remove a batch. */
const LEASE_SECONDS = 300;

const DUE = "job.since < now() - interval '1 hour'";
const USED = `EXISTS (SELECT FROM catches
  WHERE photos @> jsonb_build_array(jsonb_build_object('digest', job.digest)))`;

/**
 * Pictures that may belong to no catch, by digest. One that is leased is being removed: whoever wants to store the same
 * picture waits (`PhotoStore.keep`).
 */
@Injectable()
export class PhotoLeftovers extends LeasedQueue {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'photo_leftovers',
      key: 'digest',
      returns: [],
      dueAt: 'leased_until',
      isDueWithoutTime: true,
      leaseSeconds: LEASE_SECONDS,
      where: `${DUE} AND NOT ${USED}`,
      orderBy: 'job.since',
      completed: 'delete',
    });
  }

  /** Drops up to `max` notes of pictures that a catch has; returns how many. */
  async forgetUsed(max: number): Promise<number> {
    return (await this.pool.query(FORGET_USED, [max])).rowCount ?? 0;
  }
}

/** The time is compared twice: a photo that is removed at this moment moves it, and then its note must stay. */
const FORGET_USED = `DELETE FROM photo_leftovers AS job WHERE ${DUE} AND lease IS NULL AND digest IN (
  SELECT digest FROM photo_leftovers AS job WHERE ${DUE} AND lease IS NULL AND ${USED} LIMIT $1)`;
