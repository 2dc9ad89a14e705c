import { RelayNotifier } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Board } from '../../boards/board.js';
import { parsePeriod } from '../../boards/period.js';
import { BoardEvents, type TimedEvent } from '../move-entries/board-events.store.js';
import { placeData } from '../move-entries/entry-changed.decision.js';
import { PUBLISHED_RANKS } from '../move-entries/rank-moves.decision.js';
import { type RuleRow, toRule } from '../rankings/ranking.js';
import { takeWriterLock } from '../rankings/writer-lock.js';
import { TopEntries, type TopOfPeriod } from './top-entries.query.js';

/** As many boards as one transaction closes. */
const BATCH = 50;

interface OpenRow extends RuleRow {
  board_id: string;
  name: string;
  ranking_id: number;
}

/** Publishes that periods of boards are over. */
@Injectable()
export class PeriodCloser {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tops: TopEntries,
    private readonly events: BoardEvents,
    private readonly clock: Clock,
    private readonly relay: RelayNotifier,
  ) {}

  /**
   * Publishes `LeaderboardPeriodClosed` for each board that has entries in the period and has not published it yet.
   * `createdBefore` leaves out boards that are newer, which show periods that were closed when they were made. Returns
   * the number of boards.
   */
  async close(periodId: string, { createdBefore }: { createdBefore?: Date } = {}): Promise<number> {
    for (let total = 0; ;) {
      const closed = await inTransaction(this.pool, (tx) => this.closeSome(tx, periodId, createdBefore ?? null));
      total += closed;
      if (closed > 0) this.relay.wake();
      if (closed < BATCH) return total;
    }
  }

  private async closeSome(tx: Queryable, period: string, createdBefore: Date | null): Promise<number> {
    await takeWriterLock(tx);
    const { rows } = await tx.query<OpenRow>(OPEN, [period, createdBefore?.toISOString() ?? null, BATCH]);
    if (rows.length === 0) return 0;
    const keys = rows.map((row) => ({ rankingId: row.ranking_id, period }));
    const tops = await this.tops.of(tx, keys, PUBLISHED_RANKS);
    const at = this.clock.now();
    const events = rows.flatMap((row): TimedEvent[] => {
      const top = tops.get(`${row.ranking_id}/${period}`);
      return top ? [closedEvent({ id: row.board_id, name: row.name, rule: toRule(row) }, period, top, at)] : [];
    });
    await this.events.append(tx, events);
    await tx.query(CLOSE, [rows.map((row) => row.board_id), period, at.toISOString()]);
    return rows.length;
  }
}

const closedEvent = (board: Board, id: string, { entryCount, top }: TopOfPeriod, at: Date): TimedEvent => {
  const period = parsePeriod(id);
  return {
    boardId: board.id,
    period: id,
    at,
    traceparent: null,
    event: {
      type: 'LeaderboardPeriodClosed',
      data: {
        board,
        period: id,
        startsAt: period?.startsAt?.toISOString() ?? null,
        endsAt: period?.endsAt?.toISOString() ?? null,
        entryCount,
        entries: top.flatMap((score) => placeData(score) ?? []),
      },
    },
  };
};

// Nobody can delete the boards until the transaction ends, so that events can be added to them.
const OPEN = `
  SELECT board.id AS board_id, board.name, ranking.id AS ranking_id, ranking.metric, ranking.species_id, ranking.region,
    ranking.min_verification_tier, ranking.period
  FROM ranking_periods AS part
  JOIN rankings AS ranking ON ranking.id = part.ranking_id AND ranking.state = 'live'
  JOIN board_rankings AS shown ON shown.ranking_id = ranking.id AND shown.served_until IS NULL
  JOIN boards AS board ON board.id = shown.board_id
  LEFT JOIN standings ON standings.board_id = board.id AND standings.period = part.period
  WHERE part.period = $1 AND part.entry_count > 0 AND standings.closed_at IS NULL
    AND ($2::timestamptz IS NULL OR board.created_at < $2)
  ORDER BY board.id LIMIT $3 FOR KEY SHARE OF board`;

const CLOSE = `
  UPDATE standings SET closed_at = $3::timestamptz WHERE board_id = ANY($1) AND period = $2`;
