import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';

export interface AnglerName {
  readonly anglerId: string;
  readonly name: string;
  /** When it was seen. */
  readonly at: Date;
}

/** A name that the angler was given by an event of their own: a new one, or what stands in place of an erased one. */
export interface GivenName extends AnglerName {
  /** Counts the angler's own events. */
  readonly version: number;
}

/** How anglers are called now, wherever they stand. */
@Injectable()
export class AnglerNames {
  /**
   * Keeps the name that holds, whatever order events come in: catches tell names until the angler is given one, and
   * from then on the last one given counts, so that nothing from before an erasure brings a name back.
   */
  async record(db: Queryable, seen: readonly AnglerName[], given: readonly GivenName[]): Promise<void> {
    await write(
      db,
      UPSERT_SEEN,
      lastOfEach(seen, ({ at }) => at.getTime()),
      () => 0,
    );
    if (given.length > 0)
      await write(
        db,
        UPSERT_GIVEN,
        lastOfEach(given, ({ version }) => version),
        ({ version }) => version,
      );
  }

  async of(db: Queryable, anglerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await db.query<{ id: string; name: string }>({
      name: 'names-of',
      text: 'SELECT id, name FROM anglers WHERE id = ANY($1)',
      values: [anglerIds],
    });
    return new Map(rows.map((row) => [row.id, row.name]));
  }
}

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

const UPSERT = `
  INSERT INTO anglers AS angler (id, name, named_at, version)
  SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) ORDER BY 1
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, named_at = excluded.named_at, version = excluded.version`;

const UPSERT_SEEN = `${UPSERT} WHERE angler.version = 0 AND angler.named_at < excluded.named_at`;
const UPSERT_GIVEN = `${UPSERT} WHERE angler.version < excluded.version`;
