import { inTransaction, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { type AppendContext, EventStore, RelayNotifier } from '@cds/event-store';
import { matchesTag, newId } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { speciesCodec } from './species.codec.js';
import { speciesChanged, speciesDeleted, speciesNotFound } from './species.errors.js';
import type { SpeciesEvent } from './species.events.js';
import { evolveRow, type SpeciesRow } from './species.projection.js';
import { removeSpecies, saveSpecies, SPECIES_COLUMNS } from './species.rows.js';
import { isSpeciesAddress, speciesTag } from './species-tag.js';

export const speciesEvents = new EventStore<SpeciesEvent>({ newEventId: () => newId('event'), codec: speciesCodec });

/** Locks species for writers, appends their events and keeps their rows. */
@Injectable()
export class SpeciesLog {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(RelayNotifier) private readonly relay: Pick<RelayNotifier, 'wake'>,
  ) {}

  /** Runs writes in one transaction, and publishes their events as soon as it is committed. */
  async transaction<T>(write: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
    const written = await inTransaction(this.pool, write);
    this.relay.wake();
    return written;
  }

  /**
   * The species with this id or slug, locked until the transaction ends, so that no two writers decide on the same
   * state. Fails with `species.not_found`, `species.deleted`, or `request.precondition_failed` where `If-Match` does
   * not have its tag.
   */
  async lock(tx: Queryable, idOrSlug: string, ifMatch?: string, lock = TO_CHANGE): Promise<SpeciesRow> {
    const text = `${READ} ${lock}`;
    const [row] = isSpeciesAddress(idOrSlug) ? (await tx.query<SpeciesRow>(text, [idOrSlug])).rows : [];
    if (!row) throw (await isDeleted(tx, idOrSlug)) ? speciesDeleted(idOrSlug) : speciesNotFound(idOrSlug);
    if (ifMatch !== undefined && !matchesTag(ifMatch, speciesTag(row))) throw speciesChanged(row.id, row.version);
    return row;
  }

  /** Appends to a locked species and returns what becomes of its row: the same one when there is no event. */
  async append(
    tx: Queryable,
    row: SpeciesRow,
    events: readonly SpeciesEvent[],
    context: AppendContext,
  ): Promise<SpeciesRow | null> {
    const recorded = await speciesEvents.append(tx, row.id, row.version, events, context);
    if (recorded.length === 0) return row;
    const next = recorded.reduce<SpeciesRow | null>(evolveRow, row);
    await (next === null ? removeSpecies(tx, row.id) : saveSpecies(tx, [next]));
    return next;
  }
}

/** Whether a species with this id, or the last one with this slug, was deleted. */
export const isDeleted = async (db: Queryable, idOrSlug: string): Promise<boolean> => {
  if (!isSpeciesAddress(idOrSlug)) return false;
  const { rowCount } = await db.query('SELECT FROM deleted_species WHERE id = $1 OR slug = $1 LIMIT 1', [idOrSlug]);
  return (rowCount ?? 0) > 0;
};

const READ = `SELECT ${SPECIES_COLUMNS} FROM species WHERE id = $1 OR slug = $1`;

/** The batches that count catches go on meanwhile. */
const TO_CHANGE = 'FOR NO KEY UPDATE';
/** Waits for the batches that count catches of the species: each of them holds its key until they are counted. */
export const TO_DELETE = 'FOR UPDATE';
