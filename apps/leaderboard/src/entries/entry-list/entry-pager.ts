import { cursorEnvelope, type CursorEnvelope, Cursors, listScope, placeInList } from '@cds/listing';
import type { PlaceInList } from '@cds/postgres';
import type { EntryRow, RankedEntries } from './entry-row.js';
import { entryView, placementOf } from './entry-row.js';
import type { ListEntriesQuery } from './entry-list.schemas.js';
import type { EntryView } from './entry-view.js';

/** What a page needs besides its entries. */
export interface PageOf {
  readonly boardId: string;
  /** The id of the period that is shown, by which a cursor goes on in the same one when the next has begun. */
  readonly period: string;
  readonly query: ListEntriesQuery;
}

interface Found {
  readonly rows: readonly EntryRow[];
  /** The rank of the first row. */
  readonly rank: number;
  readonly total: number | undefined;
}

/** The place that a cursor carries: rank, score, time and angler of the last entry, and the period. */
type CursorPlace = readonly [number, number, string, string, string?];

/**
 * A cursor holds the rank that it continues after, so the ranks of consecutive pages are consecutive even while entries
 * move.
 */
export const entryPlace = (cursors: Cursors, boardId: string, query: ListEntriesQuery): PlaceInList =>
  placeInList(cursors, scopeOf(boardId, query), query);

/** The period in which a cursor goes on; undefined on a first page. */
export const periodOfPlace = ({ after }: PlaceInList): string | undefined => (after as CursorPlace | undefined)?.[4];

export const entryPage = async (
  entries: RankedEntries,
  cursors: Cursors,
  { boardId, period, query }: PageOf,
  place: PlaceInList,
): Promise<CursorEnvelope<EntryView>> => {
  const { rows, rank, total } = await find(entries, query, place);
  const views = rows.map((row, index) => entryView(row, rank + index));
  const page = cursorEnvelope(views, query, total, ({ rank: last, score, achieved_at: at, angler }) =>
    cursors.issue(scopeOf(boardId, query), { after: [last, score, at, angler.id, period], total }),
  );
  return query.around === undefined ? page : { ...page, page: null };
};

const find = async (entries: RankedEntries, query: ListEntriesQuery, place: PlaceInList): Promise<Found> => {
  if (place.after) return continued(entries, place);
  if (query.around !== undefined) return (await entries.around(query.around, query.per_page)) ?? NOBODY;
  const total = await entries.total();
  const first = query.from_rank ?? 1;
  const rank = first + place.offset;
  const rows = rank > total ? [] : await entries.fromRank(rank, place.limit);
  return { rows, rank, total: Math.max(total - first + 1, 0) };
};

const NOBODY: Found = { rows: [], rank: 1, total: 0 };

const continued = async (entries: RankedEntries, { after, limit, total }: PlaceInList): Promise<Found> => {
  const [rank, score, at, anglerId] = after as CursorPlace;
  const last = { placement: placementOf(score), achievedAt: Date.parse(at), anglerId };
  return { rows: await entries.after(last, limit), rank: rank + 1, total };
};

/** As cursors of earlier releases were signed where there is nothing new. */
const scopeOf = (boardId: string, { around, as_of: asOf, period, from_rank: fromRank = 1 }: ListEntriesQuery) =>
  listScope(`leaderboards/${boardId}/entries`, null, {
    around,
    as_of: asOf?.toISOString(),
    from_rank: fromRank,
    // Left out on a board for all time it is the same, and on other boards nothing else than left out.
    period: period?.id ?? 'all',
  });
