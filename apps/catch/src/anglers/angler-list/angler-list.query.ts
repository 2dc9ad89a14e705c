import { HeavyReads, orderOf, READ_POOL, type SqlValues } from '@cds/postgres';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { NAME_TEXT } from '../../catches/read/catch-search/word.sql.js';
import { foldText } from '../../text/fold-text.js';
import { ANGLER_COLUMNS, type AnglerRow, anglerView, type AnglerView } from '../../angler-lookup/angler-view.js';
import type { ListAnglersQuery } from './angler-list.schemas.js';

/** How much of a word's trigrams a name must have to be taken for a misspelling of it. */
const LIKENESS = 0.4;

/** An account's own anglers, page by page. */
@Injectable()
export class AnglerListQuery {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly cursors: Cursors,
  ) {}

  /** An account may have very many anglers, so that counting them and searching in them are heavy reads. */
  async execute(
    query: ListAnglersQuery,
    accountId: string,
    gone: AbortSignal | undefined,
  ): Promise<CursorEnvelope<AnglerView>> {
    const searches = {
      query: (text: string, values: unknown[]) =>
        this.reads.run(accountId, (client) => search(client, text, values), gone),
    };
    const isSearch = query.q !== undefined;
    const page = await tablePage<AnglerRow>(
      isSearch ? searches : this.pool,
      this.cursors,
      listScope('anglers', accountId, query),
      query,
      {
        table: 'anglers',
        columns: ANGLER_COLUMNS,
        order: orderOf(query.sort),
        counter: isSearch ? searches : this.reads.for(accountId, gone),
        terms: (values) => terms(query, accountId, values),
      },
    );
    return mapPage(page, (row) => anglerView(row, accountId));
  }
}

const search = async (client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> => {
  await client.query(`BEGIN READ ONLY; SET LOCAL pg_trgm.word_similarity_threshold = ${LIKENESS}`);
  const result = await client.query(text, values);
  await client.query('COMMIT');
  return result;
};

const terms = ({ external_id: externalId, q }: ListAnglersQuery, accountId: string, values: SqlValues): string[] => [
  `account_id = ${values.add(accountId)} AND erased_at IS NULL`,
  ...(externalId === undefined ? [] : [`external_id = ${values.add(externalId)}`]),
  ...wordsOf(q ?? '').map((word) => {
    const [contained, resembled] = [values.add(`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`), values.add(word)];
    return `(${NAME_TEXT} LIKE ${contained} OR ${NAME_TEXT} %> ${resembled})`;
  }),
];

const wordsOf = (q: string): string[] =>
  foldText(q)
    .split(/\s+/)
    .filter((word) => word !== '');
