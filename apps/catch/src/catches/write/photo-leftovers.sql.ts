import type { BulkWrite } from '@cds/postgres';

/**
 * Notes files that may belong to no catch, from now on: the sweeper looks an hour later. In order, so that statements
 * that note the same ones do not wait for each other in a ring.
 */
export const NOTE_LEFTOVERS = `INSERT INTO photo_leftovers (digest, since)
SELECT DISTINCT digest, now() FROM json_to_recordset($1::json) AS noted (digest text) ORDER BY digest
ON CONFLICT (digest) DO UPDATE SET since = excluded.since`;

/**
 * Notes all files of a catch, for a write beside it that takes photos from its row. Ones that the catch keeps are noted
 * in vain, and forgotten by the sweeper.
 */
export const notePhotosOf = (catchId: string): BulkWrite => ({ text: NOTE_PHOTOS_OF, rows: [{ id: catchId }] });

const NOTE_PHOTOS_OF = `INSERT INTO photo_leftovers (digest, since)
SELECT DISTINCT photo->>'digest', now()
FROM json_to_recordset($1::json) AS noted (id text)
  JOIN catches ON catches.id = noted.id, jsonb_array_elements(catches.photos) AS photo
ORDER BY 1
ON CONFLICT (digest) DO UPDATE SET since = excluded.since`;
