import { POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** How many events wait for Kafka, about: by positions, of which a failed write leaves some out. Costs the same however many. */
@Injectable()
export class UnpublishedQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute(): Promise<number> {
    const { rows } = await this.pool.query<{ waiting: number }>(WAITING);
    return rows[0]?.waiting ?? 0;
  }
}

const WAITING = `
SELECT greatest(0, (SELECT position FROM events ORDER BY transaction_id DESC, position DESC LIMIT 1) - position)::float8 AS waiting
FROM relay_checkpoints WHERE name = 'catch'`;
