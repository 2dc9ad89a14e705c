import { type CursorEnvelope, type Cursors, type Database, listPage, type ListScope, mapPage } from '@cds/listing';
import type { Sql, SortValue } from '@cds/postgres';
import { type DeliveryRow, deliveryView, type DeliveryView } from '../delivery-view.js';
import { type ListedDeliveries, rowsOf, totalOf } from './delivery-rows.sql.js';

type PlacedRow = DeliveryRow & { readonly place: readonly SortValue[] };

interface Total {
  readonly total: number;
}

/** Where a page is read and where its rows are counted. */
export interface DeliveryPageReads {
  readonly rows: Database;
  readonly total: Database;
}

/** The page of a list of deliveries that its query asks for. */
export const deliveryPage = async (
  cursors: Cursors,
  scope: ListScope,
  listed: ListedDeliveries,
  reads: DeliveryPageReads,
): Promise<CursorEnvelope<DeliveryView>> => {
  const page = await listPage<PlacedRow>(cursors, scope, listed.query, {
    rows: (place) => run<PlacedRow>(reads.rows, rowsOf(listed, place)),
    total: async () => (await run<Total>(reads.total, totalOf(listed)))[0]?.total ?? 0,
    sortValues: ({ place }) => place,
  });
  return mapPage(page, deliveryView);
};

const run = async <R>(db: Database, { text, values }: Sql): Promise<R[]> => (await db.query(text, values)).rows as R[];
