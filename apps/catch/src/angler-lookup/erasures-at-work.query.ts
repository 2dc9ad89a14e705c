import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

@Injectable()
export class ErasuresAtWorkQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * The anglers of whom something personal may still be stored after their erasure: none most of the time, else a few.
   */
  async execute(): Promise<string[]> {
    const { rows } = await this.pool.query<{ angler_id: string }>({ name: 'erasures-at-work', text: AT_WORK });
    return rows.map(({ angler_id: id }) => id);
  }
}

const AT_WORK = "SELECT angler_id FROM angler_tasks WHERE kind = 'erase'";
