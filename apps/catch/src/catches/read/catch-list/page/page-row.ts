import type { NamedCatchRow } from '../../catch-views.js';
import type { StoredTombstone } from '../tombstone-view.js';

/** A row of a page: a catch, or what stays of one that was deleted, which has `tombstone` alone. */
export type PageRow = NamedCatchRow & { tombstone?: StoredTombstone | null };
