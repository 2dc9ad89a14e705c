import { AppError } from '@cds/errors';
import { type CursorEnvelope, Cursors, listScope, tablePage } from '@cds/listing';
import { HeavyReads, isOneOf, type Order, orderOf, type SqlValues } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { SpeciesStore } from '../../species/species.store.js';
import { BOARD_COLUMNS, type BoardRow } from '../board-row.js';
import type { BoardView } from '../board-view.js';
import { BoardViews } from '../board-views.js';
import type { ListBoardsQuery } from './board-list.schemas.js';

/** Who reads a list, and until when somebody waits for it. */
export interface BoardReader {
  readonly accountId: string;
  readonly gone: AbortSignal;
}

@Injectable()
export class BoardListQuery {
  constructor(
    private readonly reads: HeavyReads,
    private readonly species: SpeciesStore,
    private readonly cursors: Cursors,
    private readonly views: BoardViews,
  ) {}

  /**
   * A page of the boards: by default the standard boards first, those of all species before others, then by name.
   * Fails with `request.invalid` for a species that never existed: one that was deleted keeps its boards. Accounts may
   * have many boards between them, so that an account reads few pages at once.
   */
  async execute(query: ListBoardsQuery, { accountId, gone }: BoardReader): Promise<CursorEnvelope<BoardView>> {
    const db = {
      query: <R extends object>(text: string, values: unknown[]) =>
        this.reads.run(accountId, (client) => client.query<R>(text, values), gone),
    };
    const owner = query.mine === true ? accountId : null;
    await this.reads.run(accountId, (client) => this.refuseUnknown(client, query.species_id ?? []), gone);
    const page = await tablePage<BoardRow>(db, this.cursors, listScope('leaderboards', owner, query), query, {
      table: 'boards',
      columns: BOARD_COLUMNS,
      order: orderBy(query),
      terms: (values) => termsOf(query, accountId, values),
    });
    return { ...page, data: await this.reads.run(accountId, (client) => this.views.of(client, page.data), gone) };
  }

  private async refuseUnknown(
    db: Parameters<SpeciesStore['unknown']>[0],
    speciesIds: readonly string[],
  ): Promise<void> {
    if (speciesIds.length === 0) return;
    const unknown = await this.species.unknown(db, speciesIds);
    if (unknown.length === 0) return;
    const violations = unknown.map((id) => ({
      parameter: 'species_id',
      code: 'species.unknown',
      detail: `No species has the id ${id}.`,
    }));
    throw new AppError({
      code: 'request.invalid',
      kind: 'invalid',
      message: violations.map(({ detail }) => detail).join(' '),
      violations,
    });
  }
}

/** Without case and accents, whatever the collation of the database is. */
const NAME = '(name COLLATE "und-x-icu")';

/** The columns of `boards_order_idx`. */
const DEFAULT: Order = ['(account_id IS NOT NULL)', '(species_id IS NOT NULL)', NAME, 'id'].map((column) => ({
  column,
  descending: false,
}));

const orderBy = ({ sort }: ListBoardsQuery): Order =>
  sort ? orderOf(sort).map((key) => (key.column === 'name' ? { ...key, column: NAME } : key)) : DEFAULT;

const termsOf = (query: ListBoardsQuery, accountId: string, values: SqlValues): string[] => [
  ...(['metric', 'period', 'species_id', 'region'] as const).flatMap((column) => {
    const wanted = query[column];
    return wanted ? [isOneOf(column, wanted, values)] : [];
  }),
  ...(query.mine === undefined ? [] : [isMine(query.mine, values.add(accountId))]),
];

const isMine = (isWanted: boolean, accountId: string): string =>
  isWanted ? `account_id = ${accountId}` : `account_id IS DISTINCT FROM ${accountId}`;
