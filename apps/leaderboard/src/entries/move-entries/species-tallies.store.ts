import { arrayLiteral, int4Array, textArray, timestamptzArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { int4s, type Packed, packed, rowLiteral, rowsOf, times } from '../../database/packed-columns.js';
import { requireAllChanged } from '../rankings/writer-lock.js';
import { msOf } from '../times.sql.js';
import type { OtherSpecies, Tally } from './accounts.js';
import { anglerColumns, type AnglerIn } from './ranked-entries.store.js';

export interface TallyKey extends AnglerIn {
  readonly speciesId: string;
}

/** The catches of a species by an angler in a period; without catches the tally goes. */
export type TallyResult = TallyKey & Tally;

interface PackedTallies {
  /** The numbers of the tallies among those of the query. */
  ordinals: Packed;
  tally_rows: Packed;
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
      const [catches, firsts, rowsFound] = [int4s(row.catches), times(row.firsts), rowsOf(row.tally_rows)];
      int4s(row.ordinals).forEach((ordinal, index) => {
        found[(ordinal ?? 0) - 1] = {
          catches: catches[index] ?? 0,
          first: firsts[index] ?? null,
          row: rowsFound[index] ?? null,
        };
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

  /**
   * Each where it was looked up: nobody else changes tallies while the writer's lock is held. Sends all statements at
   * once: `db` must be a connection that is shared.
   */
  async write(db: Queryable, tallies: readonly TallyResult[]): Promise<void> {
    const [known, added] = [tallies.filter(isKnown), tallies.filter((one) => !isKnown(one) && one.catches > 0)];
    const [kept, gone] = [known.filter(({ catches }) => catches > 0), known.filter(({ catches }) => catches <= 0)];
    await Promise.all([
      kept.length > 0 && change(db, kept, 'change-tallies', CHANGE, [...keyColumns(kept), ...countColumns(kept)]),
      added.length > 0 &&
        db.query({ name: 'add-tallies', text: ADD, values: [...keyColumns(added), ...countColumns(added)] }),
      gone.length > 0 && change(db, gone, 'remove-tallies', REMOVE, keyColumns(gone)),
    ]);
  }
}

type KnownTally = TallyResult & { readonly row: number };

const isKnown = (tally: TallyResult): tally is KnownTally => tally.row !== null;

const change = async (
  db: Queryable,
  tallies: readonly KnownTally[],
  name: string,
  text: string,
  columns: readonly Buffer[],
): Promise<void> => {
  const values = [...columns, arrayLiteral(tallies.map(({ row }) => rowLiteral(row)))];
  const { rowCount } = await db.query({ name, text, values });
  requireAllChanged('tallies', tallies, rowCount);
};

const countColumns = (tallies: readonly TallyResult[]): Buffer[] => [
  int4Array(tallies.map(({ catches }) => catches)),
  timestamptzArray(tallies.map(({ first }) => first)),
];

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

/** Returns one row of packed columns. */
const LOAD = `
  SELECT ${packed('wanted.ordinal::int')} AS ordinals, ${packed('tally.row')} AS tally_rows,
    ${packed('tally.catches')} AS catches, ${packed('tally.first_caught_at')} AS firsts
  FROM unnest($1::text[], $2::int[], $3::text[]) WITH ORDINALITY AS wanted (angler_id, period_id, species_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT ctid AS row, catches, first_caught_at FROM species_tallies AS tally
    WHERE ${within('wanted', ['angler_id', 'period_id', 'species_id'])} OFFSET 0
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

const ADD = `
  INSERT INTO species_tallies (angler_id, period_id, species_id, catches, first_caught_at)
  SELECT angler_id, period_id, species_id, catches, first_caught_at
  FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::timestamptz[])
    AS added (angler_id, period_id, species_id, catches, first_caught_at)`;

// The keys are compared in a way that no index serves: that of periods looks good while the table is empty.
const isAt = (changed: string): string => `
  tally.ctid = ${changed}.row
    AND (tally.angler_id, tally.period_id, tally.species_id)
      IS NOT DISTINCT FROM (${changed}.angler_id, ${changed}.period_id, ${changed}.species_id)`;

const CHANGE = `
  UPDATE species_tallies AS tally SET catches = changed.catches, first_caught_at = changed.first_caught_at
  FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::timestamptz[], $6::tid[])
    AS changed (angler_id, period_id, species_id, catches, first_caught_at, row)
  WHERE ${isAt('changed')}`;

const REMOVE = `
  DELETE FROM species_tallies AS tally
  USING unnest($1::text[], $2::int[], $3::text[], $4::tid[]) AS gone (angler_id, period_id, species_id, row)
  WHERE ${isAt('gone')}`;
