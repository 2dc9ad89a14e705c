import { Clock, type Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { contextOf } from '../catalogue/append-context.js';
import { SpeciesLog } from '../catalogue/species-log.js';
import type { WorldRecord } from '../catalogue/species.events.js';
import { descriptionOf, type SpeciesRow } from '../catalogue/species.projection.js';
import { editWorldRecords } from './edit-world-records.js';

/** Which species, for whom, and what it must still be. */
export interface RecordChange {
  readonly idOrSlug: string;
  readonly caller: Requester;
  readonly ifMatch: string | undefined;
}

@Injectable()
export class WorldRecordEditor {
  constructor(
    private readonly log: SpeciesLog,
    private readonly clock: Clock,
  ) {}

  /** Makes the world records of a species those that `decide` answers; `after` runs in the same transaction. */
  async edit(
    { idOrSlug, caller, ifMatch }: RecordChange,
    decide: (species: SpeciesRow, now: Date) => readonly WorldRecord[],
    after: (tx: pg.PoolClient, species: SpeciesRow) => Promise<void> = () => Promise.resolve(),
  ): Promise<SpeciesRow> {
    return this.log.transaction(async (tx) => {
      const now = this.clock.now();
      const before = await this.log.lock(tx, idOrSlug, ifMatch);
      const events = editWorldRecords(descriptionOf(before), decide(before, now));
      const row = (await this.log.append(tx, before, events, contextOf(caller, now))) ?? before;
      await after(tx, row);
      return row;
    });
  }
}
