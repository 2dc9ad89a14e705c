import { type Order, orderOf, type SortBy } from '@cds/postgres';
import type { SortKey } from './catch-list.schemas.js';

const NULLABLE: ReadonlySet<SortKey> = new Set(['length_in', 'depth_ft']);

/** Nulls last both ways; ties by id in the first key's direction. */
export const catchOrder = (sort: readonly SortBy<SortKey>[]): Order => orderOf(sort, NULLABLE);
