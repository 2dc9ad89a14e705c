import { RelayNotifier } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Boards } from '../boards/boards.store.js';
import { BoardEvents } from '../entries/move-entries/board-events.store.js';
import { ENTRIES_SINCE, KEPT_FORMER } from '../entries/rankings/entries-since.sql.js';
import { type RuleRow, sameRule, toRule } from '../entries/rankings/ranking.js';
import { takeWriterLock } from '../entries/rankings/writer-lock.js';
import { type BoardSwitch, SwitchEvents } from './switch-events.js';

/** Boards that are switched in one transaction: each may have two hundred events, of entries that come and that go. */
const BATCH = 20;

interface SwitchRow extends RuleRow {
  board_id: string;
  name: string;
  from_id: number | null;
  to_id: number;
  served_from: Date | null;
  traceparent: string | null;
}

/** Makes boards show another ranking, with an event for each of the first hundred entries that differs. */
@Injectable()
export class BoardSwitcher {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly boards: Boards,
    private readonly events: SwitchEvents,
    private readonly log: BoardEvents,
    private readonly clock: Clock,
    private readonly relay: RelayNotifier,
  ) {}

  /**
   * New rankings are complete: they take the places of those of the same rules, on every board that shows these. The
   * caller holds the writer's lock.
   */
  async replace(tx: Queryable, rankingIds: readonly number[]): Promise<void> {
    const { rows } = await tx.query<SwitchRow>(REPLACED, [rankingIds]);
    await tx.query(RETIRE, [rankingIds]);
    await tx.query("UPDATE rankings SET state = 'live' WHERE id = ANY($1)", [rankingIds]);
    await this.show(tx, rows);
  }

  /** Switches boards whose ranking is complete. Returns their number. */
  async switchWaiting(): Promise<number> {
    for (let total = 0; ;) {
      const switched = await inTransaction(this.pool, async (tx) => {
        await takeWriterLock(tx);
        const { rows } = await tx.query<SwitchRow>(WAITING, [BATCH]);
        await this.show(tx, rows);
        const ids = rows.map((row) => row.board_id);
        await tx.query('DELETE FROM board_jobs WHERE board_id = ANY($1)', [ids]);
        await this.boards.removeAbandoned(tx, ids);
        return rows.length;
      });
      total += switched;
      if (switched > 0) this.relay.wake();
      if (switched < BATCH) return total;
    }
  }

  private async show(tx: Queryable, rows: readonly SwitchRow[]): Promise<void> {
    const changing = rows.filter((row) => row.from_id !== row.to_id);
    if (changing.length === 0) return;
    const now = this.clock.now();
    const switches = changing.map((row) => toSwitch(row, now));
    await this.log.append(tx, await this.events.of(tx, switches));
    const values = [
      switches.map(({ board }) => board.id),
      switches.map(({ at }) => at.toISOString()),
      switches.map(({ toId }) => toId),
    ];
    await tx.query(END, values.slice(0, 2));
    await tx.query(BEGIN, values);
    await tx.query(FORGET, [values[0], KEPT_FORMER]);
  }
}

const toSwitch = (row: SwitchRow, now: Date): BoardSwitch => ({
  board: { id: row.board_id, name: row.name, rule: toRule(row) },
  fromId: row.from_id,
  toId: row.to_id,
  at: row.served_from !== null && row.served_from >= now ? new Date(row.served_from.getTime() + 1) : now,
  traceparent: row.traceparent,
});

const COLUMNS = `board.id AS board_id, board.name, shown.ranking_id AS from_id, ranking.id AS to_id, shown.served_from,
  ranking.metric, ranking.species_id, ranking.region, ranking.min_verification_tier, ranking.period`;

// The lock keeps a rule that is edited now from being taken for the one that was waited for.
const WAITING = `
  SELECT ${COLUMNS}, job.traceparent
  FROM board_jobs AS job
  JOIN boards AS board ON board.id = job.board_id
  JOIN rankings AS ranking ON ranking.state = 'live' AND ${sameRule('ranking', 'board')}
  LEFT JOIN board_rankings AS shown ON shown.board_id = board.id AND shown.served_until IS NULL
  ORDER BY board.id LIMIT $1 FOR UPDATE OF job`;

const REPLACED = `
  SELECT ${COLUMNS}, NULL AS traceparent
  FROM rankings AS ranking
  JOIN rankings AS live ON live.state = 'live' AND ${sameRule('live', 'ranking')}
  JOIN board_rankings AS shown ON shown.ranking_id = live.id AND shown.served_until IS NULL
  JOIN boards AS board ON board.id = shown.board_id
  WHERE ranking.id = ANY($1) ORDER BY board.id`;

const RETIRE = `
  UPDATE rankings AS live SET state = 'retired' FROM rankings AS ranking
  WHERE ranking.id = ANY($1) AND live.state = 'live' AND ${sameRule('live', 'ranking')}`;

const END = `
  UPDATE board_rankings AS shown SET served_until = switched.at
  FROM unnest($1::text[], $2::timestamptz[]) AS switched (board_id, at)
  WHERE shown.board_id = switched.board_id AND shown.served_until IS NULL`;

const BEGIN = `
  INSERT INTO board_rankings (board_id, served_from, ranking_id, entries_since)
  SELECT switched.board_id, switched.at, switched.ranking_id, (${ENTRIES_SINCE})
  FROM unnest($1::text[], $2::timestamptz[], $3::int[]) AS switched (board_id, at, ranking_id)
  JOIN boards AS board ON board.id = switched.board_id`;

// Boards of accounts alone: their rules may be edited as often as somebody likes.
const FORGET = `
  DELETE FROM board_rankings AS former
  USING unnest($1::text[]) AS switched (board_id) JOIN boards AS board ON board.id = switched.board_id
  WHERE former.board_id = board.id AND board.account_id IS NOT NULL AND former.served_from <= (
    SELECT served_from FROM board_rankings WHERE board_id = board.id AND served_until IS NOT NULL
    ORDER BY served_from DESC OFFSET $2 LIMIT 1
  )`;
