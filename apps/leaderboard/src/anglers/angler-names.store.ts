import type { Queryable } from '@cds/event-store';
import { Injectable } from '@nestjs/common';

export interface AnglerName {
  readonly anglerId: string;
  readonly name: string;
  /** When it was told. */
  readonly at: Date;
}

/** How anglers are called now, wherever they stand. */
@Injectable()
export class AnglerNames {
  /** Keeps the name that was told last, whatever order the tellings come in. */
  async record(db: Queryable, names: readonly AnglerName[]): Promise<void> {
    const latest = new Map<string, AnglerName>();
    for (const name of names) if (name.at >= (latest.get(name.anglerId)?.at ?? name.at)) latest.set(name.anglerId, name);
    const told = [...latest.values()];
    const values = [told.map((one) => one.anglerId), told.map((one) => one.name), told.map((one) => one.at.toISOString())];
    await db.query({ name: 'record-names', text: UPSERT, values });
  }

  async of(db: Queryable, anglerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await db.query<{ id: string; name: string }>({ name: 'names-of', text: 'SELECT id, name FROM anglers WHERE id = ANY($1)', values: [anglerIds] });
    return new Map(rows.map((row) => [row.id, row.name]));
  }
}

const UPSERT = `
  INSERT INTO anglers AS angler (id, name, named_at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[]) ORDER BY 1
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, named_at = excluded.named_at
  WHERE angler.named_at < excluded.named_at`;
