import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PICTURE_USE, type PictureUse } from './picture-use.js';

/** Longer than the storage may take to remove a batch. */
const LEASE_SECONDS = 300;

const DUE = "job.since < now() - interval '1 hour'";
/**
 * Pictures that may belong to nothing, by digest. One that is leased is being removed: whoever wants to store the same
 * picture waits (`PhotoStore.keep`).
 */
@Injectable()
export class PhotoLeftovers extends LeasedQueue {
  constructor(
    @Inject(POOL) pool: pg.Pool,
    @Inject(PICTURE_USE) private readonly use: PictureUse,
  ) {
    super(pool, {
      table: 'photo_leftovers',
      key: 'digest',
      returns: [],
      dueAt: 'leased_until',
      isDueWithoutTime: true,
      leaseSeconds: LEASE_SECONDS,
      where: `${DUE} AND NOT ${use.inUse}`,
      orderBy: 'job.since',
      completed: 'delete',
    });
  }

  /** Drops up to `max` notes of pictures that are in use; returns how many. */
  async forgetUsed(max: number): Promise<number> {
    return (await this.pool.query(forgetUsed(this.use.inUse), [max])).rowCount ?? 0;
  }
}

/** The time is compared twice: a photo that is removed at this moment moves it, and then its note must stay. */
const forgetUsed = (
  used: string,
): string => `DELETE FROM photo_leftovers AS job WHERE ${DUE} AND lease IS NULL AND digest IN (
  SELECT digest FROM photo_leftovers AS job WHERE ${DUE} AND lease IS NULL AND ${used} LIMIT $1)`;
