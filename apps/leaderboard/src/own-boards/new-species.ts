import { untilKnown } from '@cds/messaging';
import { READ_POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { speciesNamedIn } from './parse-board.js';

/** Waits for species that boards are made of as soon as they are created. */
@Injectable()
export class NewSpecies {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  /** Waits for the species that a body names, outside of the transaction that needs it. */
  async arrivalOf(body: unknown): Promise<void> {
    await untilKnown('species', speciesNamedIn(body), async (id) => {
      const { rowCount } = await this.pool.query({ name: 'is-species-known', text: IS_KNOWN, values: [id] });
      return rowCount !== 0;
    });
  }
}

/** A deleted species is known: nobody waits for it. */
const IS_KNOWN = 'SELECT FROM species WHERE id = $1';
