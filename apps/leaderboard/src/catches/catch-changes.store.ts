import type { VerificationTier } from '@cds/contracts';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchChange } from './catch-changes.js';
import { type FactRow, toFact, toFactRow } from './fact-row.js';

interface ChangeRow {
  position: string;
  catch_id: string;
  before: FactRow | null;
  after: FactRow | null;
  traceparent: string | null;
}

/**
 * Changes of catches that entries do not show yet. Consumers add them in the transaction that stores the catch, and
 * `EntryMover` takes them. The changes of one catch are in the order of its versions, because whoever adds one holds
 * the lock of the catch.
 */
@Injectable()
export class CatchChanges {
  /** The lowest tier that any ranking accepts. */
  async lowestTier(db: Queryable): Promise<VerificationTier> {
    const { rowCount } = await db.query({ name: 'counts-unverified', text: COUNTS_UNVERIFIED });
    return rowCount === 0 ? 'photo' : 'unverified';
  }

  async add(db: Queryable, changes: readonly CatchChange[]): Promise<void> {
    const values = [
      changes.map(({ catchId }) => catchId),
      changes.map(({ before }) => (before === null ? null : JSON.stringify(toFactRow(before)))),
      changes.map(({ after }) => (after === null ? null : JSON.stringify(toFactRow(after)))),
      changes.map(({ traceparent }) => traceparent),
    ];
    await db.query({ name: 'add-catch-changes', text: ADD, values });
  }

  /** Removes and returns the oldest changes. */
  async take(db: Queryable, max: number): Promise<CatchChange[]> {
    const { rows } = await db.query<ChangeRow>({ name: 'take-catch-changes', text: TAKE, values: [max] });
    return rows
      .sort((a, b) => Number(a.position) - Number(b.position))
      .map((row) => ({
        catchId: row.catch_id,
        before: row.before && toFact(row.before),
        after: row.after && toFact(row.after),
        traceparent: row.traceparent,
      }));
  }
}

const COUNTS_UNVERIFIED = `
  SELECT FROM rankings WHERE state <> 'retired' AND min_verification_tier = 'unverified' LIMIT 1`;

const ADD = `
  INSERT INTO catch_changes (catch_id, before, after, traceparent)
  SELECT catch_id, before, after, traceparent
  FROM unnest($1::text[], $2::json[], $3::json[], $4::text[]) WITH ORDINALITY
    AS added (catch_id, before, after, traceparent, ordinal)
  ORDER BY ordinal`;

/**
 * Rows are deleted where they were found. Most of the time there are none, and a plan that was made then and looks them
 * up again compares each of those that wait with each of those to take.
 */
const TAKE = `
  DELETE FROM catch_changes WHERE ctid = ANY(ARRAY(SELECT ctid FROM catch_changes ORDER BY position LIMIT $1))
  RETURNING position, catch_id, before, after, traceparent`;
