/** A row of `anglers`, as far as answers need it. */
export interface AnglerRow {
  id: string;
  account_id: string;
  name: string;
  external_id: string | null;
  metadata: Readonly<Record<string, string>> | null;
  created_at: Date;
  updated_at: Date;
  erased_at: Date | null;
}

export const ANGLER_COLUMNS = 'id, account_id, name, external_id, metadata, created_at, updated_at, erased_at';

export interface AnglerView {
  id: string;
  name: string;
  external_id: string | null;
  metadata: Readonly<Record<string, string>> | null;
  created_at: string;
  updated_at: string;
}

/** An angler as an account sees them: its own whole, another's by name. */
export const anglerView = (row: AnglerRow, viewer: string): AnglerView => {
  const own = row.account_id === viewer;
  return {
    id: row.id,
    name: row.name,
    external_id: own ? row.external_id : null,
    metadata: own ? row.metadata : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};
