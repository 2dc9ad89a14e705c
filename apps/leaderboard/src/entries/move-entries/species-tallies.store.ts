import { int4Array, textArray, timestamptzArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { int4s, type Packed, packed, times } from '../../database/packed-columns.js';
import { msOf } from '../times.sql.js';
import type { OtherSpecies, Tally } from './accounts.js';
import { anglerColumns, type AnglerIn } from './ranked-entries.store.js';

export interface TallyKey extends AnglerIn {
  readonly speciesId: string;
}

/** The catches of a species by an angler in a period; without catches the tally goes. */
export interface TallyResult extends TallyKey {
  readonly catches: number;
  readonly first: number | null;
}

interface PackedTallies {
  /** The numbers of the tallies among those of the query. */
  ordinals: Packed;
  catches: Packed;
  firsts: Packed;
}

interface OthersRow {
  ordinal: number;
  count: number;
  last_first_ms: number | null;
}

/** The species that each angler has caught, for the metric `species_count`. */
@Injectable()
export class SpeciesTallies {
  /** In the order of `keys`; undefined where the angler has no such catch. */
  async of(db: Queryable, keys: readonly TallyKey[]): Promise<(Tally | undefined)[]> {
    const { rows } = await db.query<PackedTallies>({ name: 'load-tallies', text: LOAD, values: keyColumns(keys) });
    const found = new Array<Tally | undefined>(keys.length).fill(undefined);
    for (const row of rows) {
      const [catches, firsts] = [int4s(row.catches), times(row.firsts)];
      int4s(row.ordinals).forEach((ordinal, index) => {
        found[(ordinal ?? 0) - 1] = { catches: catches[index] ?? 0, first: firsts[index] ?? null };
      });
    }
    return found;
  }

  /** The species of each of `anglers` but for those of `keys`. */
  async othersOf(db: Queryable, anglers: readonly AnglerIn[], keys: readonly TallyKey[]): Promise<OtherSpecies[]> {
    const values = [...anglerColumns(anglers), ...keyColumns(keys)];
    const { rows } = await db.query<OthersRow>({ name: 'count-other-species', text: OTHERS, values });
    return rows.map((row) => ({ count: row.count, lastFirst: row.last_first_ms }));
  }

  async write(db: Queryable, tallies: readonly TallyResult[]): Promise<void> {
    const kept = tallies.filter(({ catches }) => catches > 0);
    const gone = tallies.filter(({ catches }) => catches <= 0);
    if (kept.length > 0) {
      const values = [
        ...keyColumns(kept),
        int4Array(kept.map(({ catches }) => catches)),
        timestamptzArray(kept.map(({ first }) => first)),
      ];
      await db.query({ name: 'save-tallies', text: SAVE, values });
    }
    if (gone.length > 0) await db.query({ name: 'remove-tallies', text: REMOVE, values: keyColumns(gone) });
  }
}

const keyColumns = (keys: readonly TallyKey[]): Buffer[] => [
  ...anglerColumns(keys),
  textArray(keys.map(({ speciesId }) => speciesId)),
];

/**
 * Rows are compared, which the primary key alone can find: the index of periods looks as good while the table is empty,
 * and reads all of a period for each angler once it is not.
 */
const within = (key: string, columns: readonly string[]): string => {
  const row = (table: string): string => `(${columns.map((column) => `${table}.${column}`).join(', ')})`;
  return `${row('tally')} BETWEEN ${row(key)} AND ${row(key)}`;
};
const isOf = (key: string): string => within(key, ['angler_id', 'period_id', 'species_id']);

/** Returns one row of packed columns. */
const LOAD = `
  SELECT ${packed('wanted.ordinal::int')} AS ordinals, ${packed('tally.catches')} AS catches,
    ${packed('tally.first_caught_at')} AS firsts
  FROM unnest($1::text[], $2::int[], $3::text[]) WITH ORDINALITY AS wanted (angler_id, period_id, species_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT catches, first_caught_at FROM species_tallies AS tally WHERE ${isOf('wanted')} OFFSET 0
  ) AS tally`;

const OTHERS = `
  SELECT others.count, ${msOf('others.last_first')} AS last_first_ms
  FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS wanted (angler_id, period_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, max(tally.first_caught_at) AS last_first FROM species_tallies AS tally
    WHERE ${within('wanted', ['angler_id', 'period_id'])}
      AND (tally.angler_id, tally.period_id, tally.species_id)
        NOT IN (SELECT angler_id, period_id, species_id FROM unnest($3::text[], $4::int[], $5::text[])
          AS known (angler_id, period_id, species_id))
  ) AS others
  ORDER BY wanted.ordinal`;

const SAVE = `
  INSERT INTO species_tallies (angler_id, period_id, species_id, catches, first_caught_at)
  SELECT angler_id, period_id, species_id, catches, first_caught_at
  FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::timestamptz[])
    AS tally (angler_id, period_id, species_id, catches, first_caught_at)
  ON CONFLICT (angler_id, period_id, species_id) DO UPDATE SET
    catches = excluded.catches, first_caught_at = excluded.first_caught_at`;

const REMOVE = `
  DELETE FROM species_tallies WHERE ctid = ANY(ARRAY(
    SELECT tally.row FROM unnest($1::text[], $2::int[], $3::text[]) AS gone (angler_id, period_id, species_id)
    CROSS JOIN LATERAL (
      SELECT ctid AS row FROM species_tallies AS tally WHERE ${isOf('gone')} OFFSET 0
    ) AS tally
  ))`;
