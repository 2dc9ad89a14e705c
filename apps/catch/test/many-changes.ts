import type { CatchHarness } from './catch.harness.js';

/**
 * Changes the notes of a catch to `note 2`, `note 3` and so on up to this version, as edits by its owner would, without
 * the requests. Each is a second after the one before it.
 */
export const changedUpTo = async ({ pool }: CatchHarness, id: string, version: number): Promise<void> => {
  await pool.query("UPDATE events SET occurred_at = occurred_at - $2 * interval '1 s' WHERE stream_id = $1", [
    id,
    version,
  ]);
  await pool.query(EDITS, [id, version]);
  await pool.query('UPDATE catches SET version = $2::int, notes = $3 WHERE id = $1', [id, version, `note ${version}`]);
};

const EDITS = `
INSERT INTO events (stream_id, version, event_id, type, data, personal, person_id, transaction_id, metadata,
  occurred_at)
SELECT first.stream_id, made.version, 'evt_' || first.stream_id || '_' || made.version, 'CatchEdited',
  json_build_object('anglerId', first.person_id, 'changes', '{}'::json),
  json_build_object('notes', 'note ' || made.version), first.person_id, pg_current_xact_id()::text::bigint,
  first.metadata, first.occurred_at + made.version * interval '1 s'
FROM events first, generate_series(2, $2::int) AS made (version)
WHERE first.stream_id = $1 AND first.version = 1
ORDER BY made.version`;
