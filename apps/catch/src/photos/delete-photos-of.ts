import type { Queryable } from '@cds/event-store';

/**
 * Removes all photos of these catches from the log and from what is shown, in one statement; their addresses answer 404 from
 * then on, and files that no other catch has are swept within two hours. For erasure: it leaves no event, so the caller keeps
 * writers of these streams out, by an append to each in the same transaction.
 */
export const deletePhotosOf = async (db: Queryable, catchIds: readonly string[]): Promise<void> => {
  await db.query(DELETE_PHOTOS, [catchIds]);
};

const DELETE_PHOTOS = `
WITH had AS (SELECT id, photos FROM catches WHERE id = ANY($1) AND photos IS NOT NULL FOR UPDATE),
emptied AS (UPDATE catches SET photos = NULL FROM had WHERE catches.id = had.id),
erased AS (UPDATE events SET personal = NULL WHERE stream_id = ANY($1) AND type = 'CatchPhotoAdded' AND personal IS NOT NULL)
INSERT INTO photo_leftovers (digest, since)
SELECT DISTINCT photo->>'digest', now() FROM had, jsonb_array_elements(had.photos) AS photo ORDER BY 1
ON CONFLICT (digest) DO UPDATE SET since = excluded.since`;
