import { inTransaction } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { type AppendContext, EventStore } from '@cds/event-store';
import { newId, newTraceparent } from '@cds/service-kit';
import type pg from 'pg';
import { describeSpecies } from '../describe-species/describe-species.js';
import { speciesCodec } from '../species.codec.js';
import type { SpeciesEvent, SpeciesFacts } from '../species.events.js';
import { type SpeciesRow, evolveRow } from '../species.projection.js';
import { loadAllSpecies, saveSpecies } from '../species.rows.js';
import { type SpeciesState, unregistered } from '../species.state.js';
import { slugOf } from './slug.js';

/** How many species a seeding registered, revised and found as they were. */
export interface SeedResult {
  registered: number;
  revised: number;
  unchanged: number;
}

const events = new EventStore<SpeciesEvent>({ newEventId: () => newId('event'), codec: speciesCodec });

/**
 * Brings the catalogue up to these facts in one transaction: all of them or none. A species is known by its scientific
 * name; one that is not among the facts stays as it is. The same facts again change nothing. Runs at the same time
 * queue up. Its events share one trace.
 */
export const seedCatalogue = (pool: pg.Pool, catalogue: readonly SpeciesFacts[], now: Date): Promise<SeedResult> =>
  inTransaction(pool, async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('species.seed-catalogue'))`);
    const rows = await loadAllSpecies(tx);
    const known = new Map(rows.map((row) => [row.scientificName, row]));
    const slugs = new Set(rows.map(({ slug }) => slug));
    const changed: SpeciesRow[] = [];
    const context = { occurredAt: now, actor: null, requestId: null, traceparent: newTraceparent() };
    for (const facts of catalogue) {
      const before = known.get(facts.scientificName) ?? null;
      const slug = before?.slug ?? slugOf(facts, slugs);
      slugs.add(slug);
      const after = await appendDescription(tx, before, { slug, facts }, context);
      if (after !== null) changed.push(after);
    }
    await saveSpecies(tx, changed);
    const registered = changed.filter(({ version }) => version === 1).length;
    return { registered, revised: changed.length - registered, unchanged: catalogue.length - changed.length };
  });

/** The new row; null when the description says nothing new. */
const appendDescription = async (
  db: Queryable,
  row: SpeciesRow | null,
  command: { slug: string; facts: SpeciesFacts },
  context: AppendContext,
): Promise<SpeciesRow | null> => {
  const decided = describeSpecies(command, stateOf(row));
  const recorded = await events.append(db, row?.id ?? newId('species'), row?.version ?? 0, decided, context);
  return recorded.length === 0 ? null : recorded.reduce(evolveRow, row);
};

const stateOf = (row: SpeciesRow | null): SpeciesState =>
  row === null ? unregistered : { status: 'registered', species: row };
