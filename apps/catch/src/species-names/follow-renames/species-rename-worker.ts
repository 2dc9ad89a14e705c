import { POOL } from '@cds/postgres';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { touchCatches, type TouchedTo } from '../../catches/write/touch-catches.js';
import { WritesInFlight } from '../../catches/write/writes-in-flight.js';
import { TaskWorker } from '../../tasks/task-worker.js';
import { type SpeciesRename, SpeciesRenames } from './species-renames.js';

/** Moves `updated_at` of a species' catches after a new name. Goes on where it was left. */
@Injectable()
export class SpeciesRenameWorker extends TaskWorker<SpeciesRename, TouchedTo> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    renames: SpeciesRenames,
    private readonly inFlight: WritesInFlight,
    logger: ServiceLogger,
  ) {
    super(renames, logger);
  }

  protected batches({ speciesId, touchedTo }: SpeciesRename): AsyncGenerator<TouchedTo> {
    return touchCatches(this.pool, { of: 'species_id', id: speciesId, after: touchedTo ?? undefined }, (batch) =>
      this.inFlight.write(batch),
    );
  }
}
