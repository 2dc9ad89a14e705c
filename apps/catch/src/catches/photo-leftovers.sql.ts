/**
 * Notes files that may belong to no catch, from now on: the sweeper looks an hour later. In order, so that statements that
 * note the same ones do not wait for each other in a ring.
 */
export const NOTE_LEFTOVERS = `INSERT INTO photo_leftovers (digest, since)
SELECT DISTINCT digest, now() FROM json_to_recordset($1::json) AS noted (digest text) ORDER BY digest
ON CONFLICT (digest) DO UPDATE SET since = excluded.since`;
