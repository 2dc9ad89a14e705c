import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { TouchedTo } from '../../catches/write/touch-catches.js';
import type { TaskQueue } from '../../tasks/task-worker.js';

/** A species whose catches still have to follow its new name. */
export interface SpeciesRename {
  speciesId: string;
  /** Of the name that they follow. */
  renamedAt: Date;
  touchedTo: TouchedTo | null;
}

/** New names as tasks: the columns `touch_due_at` and `touched_to` of the species' row. A newer name begins anew. */
@Injectable()
export class SpeciesRenames implements TaskQueue<SpeciesRename, TouchedTo> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async claim(): Promise<SpeciesRename | undefined> {
    const { rows } = await this.pool.query<SpeciesRename>({ name: 'claim-species-rename', text: CLAIM });
    return rows[0];
  }

  async renew({ speciesId, renamedAt }: SpeciesRename, touchedTo: TouchedTo): Promise<boolean> {
    const { rowCount } = await this.pool.query(RENEW, [speciesId, renamedAt, JSON.stringify(touchedTo)]);
    return rowCount === 1;
  }

  async release({ speciesId, renamedAt }: SpeciesRename): Promise<void> {
    await this.pool.query('UPDATE species_names SET touch_due_at = now() WHERE id = $1 AND renamed_at = $2', [
      speciesId,
      renamedAt,
    ]);
  }

  async finish({ speciesId, renamedAt }: SpeciesRename): Promise<void> {
    await this.pool.query(
      'UPDATE species_names SET touch_due_at = NULL, touched_to = NULL WHERE id = $1 AND renamed_at = $2',
      [speciesId, renamedAt],
    );
  }
}

const CLAIM = `
UPDATE species_names SET touch_due_at = now() + interval '30 s'
WHERE id = (SELECT id FROM species_names WHERE touch_due_at <= now()
  ORDER BY touch_due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id AS "speciesId", renamed_at AS "renamedAt", touched_to AS "touchedTo"`;

const RENEW =
  "UPDATE species_names SET touch_due_at = now() + interval '30 s', touched_to = $3 WHERE id = $1 AND renamed_at = $2";
