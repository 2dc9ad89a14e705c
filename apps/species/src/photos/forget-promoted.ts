import type { Queryable } from '@cds/postgres';

/** A photo of a catch is not shown any more: call it where the species loses it. */
export const forgetPromoted = async (tx: Queryable, photoId: string): Promise<void> => {
  await tx.query('DELETE FROM promoted_photos WHERE photo_id = $1', [photoId]);
};
