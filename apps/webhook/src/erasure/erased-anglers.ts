import { Injectable } from '@nestjs/common';
import type { Queryable } from '@cds/postgres';
import { anglersIn, withoutAnglers } from './without-anglers.js';

/** Who was erased. It is never forgotten: events of before may be read again from Kafka. */
@Injectable()
export class ErasedAnglers {
  /** From the commit on no new payload says anything of them, and the stored ones are due to be gone through. */
  async note(tx: Queryable, anglerIds: readonly string[]): Promise<void> {
    if (anglerIds.length > 0) await tx.query(NOTE, [[...new Set(anglerIds)]]);
  }

  /** The events without what was erased. */
  async removeFrom<E extends { readonly data: unknown }>(tx: Queryable, events: readonly E[]): Promise<readonly E[]> {
    const ids = [...new Set(events.flatMap(({ data }) => anglersIn(data)))];
    if (ids.length === 0) return events;
    const { rows } = await tx.query<{ id: string }>({ name: 'find-erased', text: FIND, values: [ids] });
    const erased = new Set(rows.map(({ id }) => id));
    return erased.size === 0 ? events : events.map((event) => ({ ...event, data: withoutAnglers(event.data, erased) }));
  }
}

const NOTE = `
INSERT INTO erased_anglers (angler_id, noted_at, due_at) SELECT id, now(), now() FROM unnest($1::text[]) AS id
  ORDER BY id
ON CONFLICT (angler_id) DO NOTHING`;

const FIND = 'SELECT angler_id AS id FROM erased_anglers WHERE angler_id = ANY($1)';
