import { inTransaction, listEnvelope, type ListEnvelope, POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ANGLER_COLUMNS, type AnglerRow, anglerView, type AnglerView } from '../angler-view.js';
import type { ListAnglersQuery } from './angler-list.schemas.js';

/** How much of a word's trigrams a name must have to be taken for a misspelling of it. */
const LIKENESS = 0.4;

/** An account's own anglers, page by page. */
@Injectable()
export class AnglerListQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute(query: ListAnglersQuery, accountId: string): Promise<ListEnvelope<AnglerView>> {
    const { page, per_page: perPage } = query;
    const { text, values } = where(query, accountId);
    const order = orderBy(query.sort);
    const [rows, total] = await inTransaction(this.pool, async (tx) => {
      if (query.q !== undefined) await tx.query(`SET LOCAL pg_trgm.word_similarity_threshold = ${LIKENESS}`);
      const found = await tx.query<AnglerRow>(
        `SELECT ${ANGLER_COLUMNS} FROM anglers WHERE ${text} ORDER BY ${order} LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`,
        values,
      );
      const counted = await tx.query<{ total: number }>(`SELECT count(*)::float8 AS total FROM anglers WHERE ${text}`, values);
      return [found.rows, counted.rows[0]?.total ?? 0];
    });
    return listEnvelope(rows.map((row) => anglerView(row, accountId)), { total, page, perPage });
  }
}

const where = ({ external_id: externalId, q }: ListAnglersQuery, accountId: string): { text: string; values: unknown[] } => {
  const terms = ['account_id = $1 AND erased_at IS NULL'];
  const values: unknown[] = [accountId];
  if (externalId !== undefined) terms.push(`external_id = $${values.push(externalId)}`);
  for (const word of wordsOf(q ?? '')) {
    const [contained, resembled] = [values.push(`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`), values.push(word)];
    terms.push(`(lower(name) LIKE $${contained} OR lower(name) %> $${resembled})`);
  }
  return { text: terms.join(' AND '), values };
};

const wordsOf = (q: string): string[] => q.toLowerCase().split(/\s+/).filter((word) => word !== '');

const orderBy = (sort: ListAnglersQuery['sort']): string => (sort.startsWith('-') ? `${sort.slice(1)} DESC, id DESC` : `${sort}, id`);
