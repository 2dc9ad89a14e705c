import { orderBy as orderText, orderOf, type Region, regionsOf as regionsInOrder, type SortBy, type SortValue, type SqlValues } from '@cds/service-kit';
import type { SortKey } from './catch-list.schemas.js';

export type { Region };

const NULLABLE: ReadonlySet<SortKey> = new Set(['length_in', 'depth_ft']);

type Sort = readonly SortBy<SortKey>[];

/** Nulls last both ways; ties by id in the first key's direction. */
export const orderBy = (sort: Sort): string => orderText(orderOf(sort, NULLABLE));

/** The parts that a list of catches consists of, from the place `after` on (sort values, then the id). */
export const regionsOf = (sort: Sort, after: readonly SortValue[] | undefined, values: SqlValues): Region[] => regionsInOrder(orderOf(sort, NULLABLE), after, values);
