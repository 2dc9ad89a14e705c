import { createHash } from 'node:crypto';
import type { StoredResponse } from '@cds/idempotency';
import type { CatchView } from './catch-view.js';

/**
 * What `If-Match` is held against: the version, and the time that a new name of species or angler moves too. The end of
 * the id distinguishes catches that were written at the same time, as those of an import are.
 */
export const stateTag = (id: string, version: number, updatedAt: Date): string =>
  `"${version}.${updatedAt.getTime().toString(36)}-${id.slice(-6)}"`;

/** The `ETag` of a catch as its owner sees it: the state's, and after `.` the names that it goes by. */
export const catchTag = ({ id, version, updated_at: updatedAt, species, angler }: CatchView): string => {
  const names = createHash('sha1')
    .update(JSON.stringify([species, angler.name]))
    .digest('base64url')
    .slice(0, 8);
  return `${stateTag(id, version, new Date(updatedAt)).slice(0, -1)}.${names}"`;
};

/** How a new catch is answered. */
export const createdCatch = (view: CatchView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/catches/${view.id}`, etag: catchTag(view) },
  body: view,
});
