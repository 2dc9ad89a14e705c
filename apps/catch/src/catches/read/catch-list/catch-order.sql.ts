import { type Order, orderOf, type SortBy } from '@cds/postgres';
import { namesWhere } from '../../rules/fields-where.js';
import type { SortKey } from './catch-list.schemas.js';

const NULLABLE: ReadonlySet<SortKey> = new Set(namesWhere({ presence: 'optional', isSortable: true }));

/** Nulls last both ways; ties by id in the first key's direction. */
export const catchOrder = (sort: readonly SortBy<SortKey>[]): Order => orderOf(sort, NULLABLE);
