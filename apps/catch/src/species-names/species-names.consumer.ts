import { TOPICS } from '@cds/contracts';
import type { SpeciesChangedV1 } from '@cds/contracts/events';
import { type BatchContext, ConsumeEvents, newestStates, EventConsumer } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import { SpeciesNames } from './species-names.js';
import type { PublishedSpecies } from './species-view.js';

/**
 * Keeps this service's copy of the species' names, from which it resolves what callers write, and notes new names for
 * their catches to follow.
 */
@EventConsumer()
export class SpeciesNamesConsumer {
  constructor(private readonly names: SpeciesNames) {}

  @ConsumeEvents(TOPICS.speciesCatalog)
  async keepNamesWhenSpeciesChanged(
    events: readonly ReceivedEvent<SpeciesChangedV1>[],
    { tx, afterCommit }: BatchContext,
  ): Promise<void> {
    // One statement can upsert a row only once.
    const newest = newestStates(events);
    const changed = newest.flatMap(({ data }) => (data ? [rowOf(data)] : []));
    const gone = newest.filter(({ data }) => data === null);
    await tx.query(UPSERT, [JSON.stringify(changed)]);
    await tx.query(MARK_DELETED, [gone.map(({ subject }) => subject), gone.map(({ time }) => time)]);
    afterCommit(() => this.names.forget());
  }
}

const rowOf = (species: SpeciesChangedV1) => ({
  id: species.id,
  common_name: species.common_name,
  scientific_name: species.scientific_name,
  aliases: species.common_names.map(({ name, region }) => (region === null ? name : `${name} (${region})`)),
  max_weight_lbs: species.max_weight_lbs,
  version: species.version,
  document: species satisfies PublishedSpecies,
});

/**
 * A catch that has its new time must not be shown with the old name: by then no copy of the service does
 * (`SpeciesNames`).
 */
const FOLLOW_AFTER = "interval '3 s'";

const UPSERT = `
INSERT INTO species_names AS known (id, common_name, scientific_name, aliases, max_weight_lbs, version, document)
SELECT id, common_name, scientific_name, aliases, max_weight_lbs, version, document
FROM jsonb_to_recordset($1::jsonb)
  AS t(id text, common_name text, scientific_name text, aliases text[], max_weight_lbs float8, version int,
  document json)
ON CONFLICT (id) DO UPDATE
  SET common_name = excluded.common_name, scientific_name = excluded.scientific_name, aliases = excluded.aliases,
      max_weight_lbs = excluded.max_weight_lbs, version = excluded.version, document = excluded.document,
      deleted_at = NULL,
      renamed_at = CASE WHEN known.common_name = excluded.common_name THEN known.renamed_at ELSE now() END,
      touch_due_at = CASE WHEN known.common_name = excluded.common_name THEN known.touch_due_at
      ELSE clock_timestamp() + ${FOLLOW_AFTER} END,
      touched_to = CASE WHEN known.common_name = excluded.common_name THEN known.touched_to END,
      touch_lease = CASE WHEN known.common_name = excluded.common_name THEN known.touch_lease END
  WHERE known.version < excluded.version`;

/** A deletion that is replayed late must not delete a species that came back meanwhile: its state is newer. */
const MARK_DELETED = `
UPDATE species_names SET deleted_at = gone.at
FROM unnest($1::text[], $2::timestamptz[]) AS gone(id, at)
WHERE species_names.id = gone.id AND (document IS NULL OR (document ->> 'updated_at')::timestamptz <= gone.at)`;
