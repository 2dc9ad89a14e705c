import { inTransaction } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import { newId, newTraceparent } from '@cds/service-kit';
import type pg from 'pg';
import { type DescribeSpecies, describeSpecies } from '../describe-species/describe-species.js';
import { speciesEvents } from '../species-log.js';
import { deletedAmong, lockNames, lockSeeded, rememberSeeded, takenSlugs } from '../species-names.js';
import type { SpeciesFacts } from '../species.events.js';
import { descriptionOf, evolveRow, type SpeciesRow } from '../species.projection.js';
import { saveSpecies } from '../species.rows.js';
import { type SpeciesState, unregistered } from '../species.state.js';
import { slugOf } from './slug.js';

/** How many species a seeding registered, revised and found as they were, or left deleted. */
export interface SeedResult {
  registered: number;
  revised: number;
  unchanged: number;
}

/** Species of one transaction, which takes less than a second. */
const AT_ONCE = 50;

/**
 * Brings the catalogue up to these facts, some species at a time. A species is known by its scientific name, and by the
 * one of the last seed where a person changed it; one that is not among the facts stays as it is, what a person edited
 * stays, and what a person deleted stays deleted. The same facts again change nothing, so a run that was stopped is
 * finished by the next one. Runs at the same time queue up. Its events share one trace.
 */
export const seedCatalogue = async (
  pool: pg.Pool,
  catalogue: readonly SpeciesFacts[],
  now: Date,
): Promise<SeedResult> => {
  const context = { occurredAt: now, actor: null, requestId: null, traceparent: newTraceparent() };
  const names = catalogue.map(({ scientificName }) => scientificName);
  let [registered, revised] = [0, 0];
  for (let at = 0; at < catalogue.length; at += AT_ONCE) {
    const facts = catalogue.slice(at, at + AT_ONCE);
    const changed = await inTransaction(pool, (tx) => describeAll(tx, facts, names, context));
    const firsts = changed.filter(({ version }) => version === 1).length;
    registered += firsts;
    revised += changed.length - firsts;
  }
  return { registered, revised, unchanged: catalogue.length - registered - revised };
};

const describeAll = async (
  tx: Queryable,
  batch: readonly SpeciesFacts[],
  catalogue: readonly string[],
  context: AppendContext,
): Promise<SpeciesRow[]> => {
  await lockNames(tx);
  const names = batch.map(({ scientificName }) => scientificName);
  const known = await lockSeeded(tx, names, catalogue);
  const deleted = await deletedAmong(tx, names, catalogue);
  const slugs = await takenSlugs(tx);
  const changed: SpeciesRow[] = [];
  for (const facts of batch) {
    const before = known.get(facts.scientificName) ?? null;
    if (before === null && deleted.has(facts.scientificName)) continue;
    const slug = before?.slug ?? slugOf(facts, slugs);
    slugs.add(slug);
    const after = await appendDescription(tx, before, { slug, facts, recordId: newId('speciesRecord') }, context);
    if (after === null) continue;
    known.set(facts.scientificName, after);
    changed.push(after);
  }
  await saveSpecies(tx, changed);
  await rememberSeeded(tx, known);
  return changed;
};

/** The new row; null when the description says nothing new. */
const appendDescription = async (
  db: Queryable,
  row: SpeciesRow | null,
  command: DescribeSpecies,
  context: AppendContext,
): Promise<SpeciesRow | null> => {
  const decided = describeSpecies(command, stateOf(row));
  const recorded = await speciesEvents.append(db, row?.id ?? newId('species'), row?.version ?? 0, decided, context);
  return recorded.length === 0 ? null : recorded.reduce<SpeciesRow | null>(evolveRow, row);
};

const stateOf = (row: SpeciesRow | null): SpeciesState =>
  row === null ? unregistered : { status: 'registered', species: descriptionOf(row) };
