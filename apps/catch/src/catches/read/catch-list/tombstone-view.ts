/** A row of `catch_tombstones` as JSON. */
export interface StoredTombstone {
  id: string;
  account_id: string;
  angler_id: string;
  version: number;
  deleted_at: string;
}

/** What a list tells of a deleted catch; `fields` takes nothing of it away, or it would look like one that is there. */
export interface CatchTombstone {
  id: string;
  deleted: true;
  deleted_at: string;
  updated_at: string;
  version: number;
  angler: { id: string };
}

export const tombstoneView = ({
  id,
  angler_id: anglerId,
  version,
  deleted_at: at,
}: StoredTombstone): CatchTombstone => {
  const deletedAt = new Date(at).toISOString();
  return { id, deleted: true, deleted_at: deletedAt, updated_at: deletedAt, version, angler: { id: anglerId } };
};
