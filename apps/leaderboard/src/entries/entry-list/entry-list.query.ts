import { type CursorEnvelope, Cursors } from '@cds/listing';
import { HeavyReads, type PlaceInList, READ_POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { throwIfAny } from '@cds/validation';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { BoardReader } from '../../boards/board-list/board-list.query.js';
import type { Metric } from '../../boards/board.js';
import { parsePeriod } from '../../boards/period.js';
import { Ranks } from '../ranks/ranks.query.js';
import { CommittedMoves } from './committed-moves.js';
import { CurrentEntries } from './current-entries.js';
import type { ListEntriesQuery } from './entry-list.schemas.js';
import { entryPage, entryPlace, periodOfPlace } from './entry-pager.js';
import type { RankedEntries } from './entry-row.js';
import type { EntryView } from './entry-view.js';
import { PastEntries } from './past-entries.js';
import { refuseForgotten } from './refuse-forgotten.js';
import { type ShownRanking, ShownRankingQuery } from './shown-ranking.query.js';

export interface EntryPage {
  readonly page: CursorEnvelope<EntryView>;
  readonly metric: Metric;
}

interface Reading {
  readonly boardId: string;
  readonly query: ListEntriesQuery;
  readonly place: PlaceInList;
}

type EntriesOf = (db: Queryable, shown: ShownRanking & { periodId: number }) => RankedEntries;

@Injectable()
export class EntryListQuery {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly heavyReads: HeavyReads,
    private readonly committed: CommittedMoves,
    private readonly shown: ShownRankingQuery,
    private readonly ranks: Ranks,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /**
   * A page of a board by rank; `total` counts from `from_rank` on. Fails with `leaderboard.not_found`. What a board was
   * is a heavy read: an account has few of them at once, and one that nobody waits for any more is cancelled.
   */
  async execute(boardId: string, query: ListEntriesQuery, reader: BoardReader): Promise<EntryPage> {
    const reading = { boardId, query, place: entryPlace(this.cursors, boardId, query) };
    const { as_of: asOf } = query;
    if (asOf === undefined) {
      return this.read(this.pool, reading, this.clock.now(), (db, shown) => new CurrentEntries(db, this.ranks, shown));
    }
    refuseFuture(asOf, this.clock.now());
    await this.committed.upTo(asOf);
    const past: EntriesOf = (db, { periodId }) => new PastEntries(db, periodId, asOf);
    return this.heavyReads.run(reader.accountId, (client) => this.read(client, reading, asOf, past), reader.gone);
  }

  private async read(db: Queryable, reading: Reading, at: Date, entriesOf: EntriesOf): Promise<EntryPage> {
    const { boardId, query, place } = reading;
    const continued = parsePeriod(periodOfPlace(place) ?? '') ?? undefined;
    const isCurrent = query.as_of === undefined;
    const shown = await this.shown.execute(db, { boardId, period: query.period ?? continued, at, isCurrent });
    const { periodId } = shown;
    const entries = periodId === null ? NONE : entriesOf(db, { ...shown, periodId });
    const page = await entryPage(entries, this.cursors, { boardId, period: shown.period, query }, place);
    // Once more: what the board showed then may have been removed while it was read.
    if (!isCurrent) await refuseForgotten(db, boardId, at);
    return { page, metric: shown.metric };
  }
}

const refuseFuture = (asOf: Date, now: Date): void => {
  const detail = `must not be in the future; it is ${now.toISOString()} here`;
  throwIfAny({ invalid: asOf > now ? [{ parameter: 'as_of', code: 'too_big', detail }] : [] });
};

const NONE: RankedEntries = {
  total: () => Promise.resolve(0),
  around: () => Promise.resolve(undefined),
  fromRank: () => Promise.resolve([]),
  after: () => Promise.resolve([]),
};
