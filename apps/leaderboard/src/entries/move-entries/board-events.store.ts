import { EventStore } from '@cds/event-store';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { LeaderboardEvent } from '../entry.events.js';

/** A board in one period: the subject of its events. */
export interface BoardPeriodKey {
  readonly boardId: string;
  readonly period: string;
}

/** An event of a board in a period, with its time and the trace of its cause. */
export interface TimedEvent extends BoardPeriodKey {
  readonly event: LeaderboardEvent;
  readonly at: Date;
  readonly traceparent: string | null;
}

export const boardPeriodId = ({ boardId, period }: BoardPeriodKey): string => `${boardId}/${period}`;

/** Appends the events of boards, each stream in the order of `events`. */
@Injectable()
export class BoardEvents {
  constructor(private readonly events: EventStore<LeaderboardEvent>) {}

  async append(db: Queryable, events: readonly TimedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const streams = [...Map.groupBy(events, boardPeriodId)].flatMap(([streamId, ofStream]) => {
      const [first] = ofStream;
      return first ? [{ streamId, boardId: first.boardId, period: first.period, events: ofStream }] : [];
    });
    const values = [
      streams.map(({ boardId }) => boardId),
      streams.map(({ period }) => period),
      streams.map((one) => one.events.length),
    ];
    const { rows } = await db.query<{ board_id: string; period: string; version: number }>({
      name: 'advance-board-periods',
      text: ADVANCE,
      values,
    });
    const versions = new Map(
      rows.map((row) => [boardPeriodId({ boardId: row.board_id, period: row.period }), row.version]),
    );
    await this.events.appendAll(
      db,
      streams.map((one) => ({
        streamId: one.streamId,
        expectedVersion: (versions.get(one.streamId) ?? 0) - one.events.length,
        events: one.events.map(({ event }) => event),
        context: {
          occurredAt: one.events[0]?.at ?? new Date(0),
          actor: null,
          requestId: null,
          traceparent: null,
          times: one.events.map(({ at }) => at),
          traceparents: one.events.map(({ traceparent }) => traceparent),
        },
      })),
    );
  }
}

const ADVANCE = `
  INSERT INTO standings (board_id, period, version)
  SELECT board_id, period, events FROM unnest($1::text[], $2::text[], $3::int[]) AS added (board_id, period, events)
  ORDER BY board_id, period
  ON CONFLICT (board_id, period) DO UPDATE SET version = standings.version + excluded.version
  RETURNING board_id, period, version`;
