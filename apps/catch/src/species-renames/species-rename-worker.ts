import { POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, RETRY_FOREVER, type Turn, type TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { touchCatches } from '../catches/write/touch-catches.js';
import { WritesInFlight } from '../catches/log/writes-in-flight.js';
import { type SpeciesRename, SpeciesRenames } from './species-renames.js';

/** Moves `updated_at` of a species' catches after a new name. Goes on where the last worker left it. */
@Injectable()
export class SpeciesRenameWorker {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly renames: SpeciesRenames,
    private readonly inFlight: WritesInFlight,
    background: BackgroundWork,
  ) {
    background.worker<SpeciesRename>({
      name: 'species-renames',
      queue: renames,
      retry: RETRY_FOREVER,
      work: (rename, turn) => this.follow(rename, turn),
    });
  }

  private async follow(rename: Leased<SpeciesRename>, turn: Turn): Promise<TurnEnd> {
    const rows = { of: 'species_id', id: rename.id, after: rename.touchedTo ?? undefined } as const;
    for await (const touchedTo of touchCatches(this.inFlight, rows)) {
      await this.renames.progress(this.pool, rename, { touched_to: JSON.stringify(touchedTo) });
      if (turn.isOver()) return { afterSeconds: 0 };
    }
    return 'done';
  }
}
