import { textArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { type Packed, packed, texts } from '../database/packed-columns.js';

export interface AnglerName {
  readonly anglerId: string;
  readonly name: string;
  /** The time of the event with the name. */
  readonly at: Date;
}

/** A name from an event of the angler's own: a new name, or the placeholder of an erased one. */
export interface GivenName extends AnglerName {
  /** The version of the angler: the number of their own events. */
  readonly version: number;
  readonly isErased?: boolean;
}

/** The current names of anglers. */
@Injectable()
export class AnglerNames {
  /**
   * Stores the valid name of each angler, whatever the order of events. Names on catches count until an event of the
   * angler's own sets one. From then on only such events count, so that no older event restores an erased name.
   * An angler whose name stays is neither written nor locked: nearly every catch has the name of the one before it, and
   * concurrent batches would wait for each other.
   */
  async record(db: Queryable, seen: readonly AnglerName[], given: readonly GivenName[]): Promise<void> {
    await write(
      db,
      UPSERT_SEEN,
      lastOfEach(seen, ({ at }) => at.getTime()),
      () => 0,
    );
    if (given.length === 0) return;
    const last = lastOfEach(given, ({ version }) => version);
    await write(db, UPSERT_GIVEN, last, ({ version }) => version);
    const erased = given.filter(({ isErased }) => isErased === true);
    if (erased.length > 0) {
      const values = [erased.map(({ anglerId }) => anglerId), erased.map(({ at }) => at.toISOString())];
      await db.query({ name: 'record-erased-anglers', text: SET_ERASED, values });
    }
  }

  /** Notes anglers of whom no event with a name may have come yet; nothing changes for those that are known. */
  async add(db: Queryable, anglerIds: readonly string[]): Promise<void> {
    await db.query({ name: 'add-anglers', text: ADD, values: [anglerIds] });
  }

  async of(db: Queryable, anglerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await db.query<{ ids: Packed; names: Packed }>({
      name: 'names-of',
      text: NAMES,
      values: [textArray(anglerIds)],
    });
    const [ids, names] = [texts(rows[0]?.ids ?? null), texts(rows[0]?.names ?? null)];
    return new Map(ids.map((id, index) => [id ?? '', names[index] ?? '']));
  }
}

const NAMES = `
  SELECT ${packed('id')} AS ids, ${packed('name')} AS names FROM anglers WHERE id = ANY($1::text[])`;

const lastOfEach = <N extends AnglerName>(names: readonly N[], orderOf: (name: N) => number): N[] => {
  const last = new Map<string, N>();
  for (const name of names) {
    const known = last.get(name.anglerId);
    if (!known || orderOf(name) >= orderOf(known)) last.set(name.anglerId, name);
  }
  return [...last.values()];
};

const write = async <N extends AnglerName>(
  db: Queryable,
  text: string,
  names: readonly N[],
  versionOf: (name: N) => number,
): Promise<void> => {
  const values = [
    names.map((one) => one.anglerId),
    names.map((one) => one.name),
    names.map((one) => one.at.toISOString()),
    names.map(versionOf),
  ];
  await db.query({ name: text === UPSERT_SEEN ? 'record-seen-names' : 'record-given-names', text, values });
};

const GIVEN = `unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) AS given (id, name, named_at, version)`;

const upsert = (from: string): string => `
  INSERT INTO anglers AS angler (id, name, named_at, version)
  SELECT given.id, given.name, given.named_at, given.version FROM ${from} ORDER BY given.id
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, named_at = excluded.named_at, version = excluded.version`;

// No entry shows the empty name: a catch, which brings the name, comes before an entry.
const ADD = `
  INSERT INTO anglers (id, name, named_at)
  SELECT id, '', to_timestamp(0) FROM unnest($1::text[]) AS added (id) ORDER BY id
  ON CONFLICT (id) DO NOTHING`;

// An angler who was erased stays so, whatever comes later.
const SET_ERASED = `
  UPDATE anglers AS angler SET erased_at = erased.at
  FROM unnest($1::text[], $2::timestamptz[]) AS erased (id, at) WHERE angler.id = erased.id AND erased_at IS NULL`;

// A sub-select, which looks each angler up by id, however many the planner expects.
const NEW_NAMES = `${GIVEN} WHERE (
    SELECT known.version > 0 OR known.name = given.name FROM anglers AS known WHERE known.id = given.id
  ) IS NOT TRUE`;

const UPSERT_SEEN = `${upsert(NEW_NAMES)} WHERE angler.version = 0 AND angler.named_at < excluded.named_at`;
const UPSERT_GIVEN = `${upsert(GIVEN)} WHERE angler.version < excluded.version`;
