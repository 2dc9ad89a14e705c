import { POOL } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PING } from '../endpoints/event-types.js';
import { KEPT_DAYS } from '../partitions/kept-days.js';

const EVERY_MS = 60_000;
const BATCH = 500;

/**
 * Deletes what the dropped partitions of messages leave behind: the places of their messages in queues and among the
 * failed, recoveries, and deleted endpoints without messages, 30 days after. A deleted endpoint that got no message but
 * a few test pings goes within minutes; its pings stay until their day is dropped, and nobody can read them any more.
 */
@Injectable()
export class MessageSweeper {
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'messages',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: STATEMENTS.map((sql) => (db) => db.query(sql, [BATCH])),
    });
  }

  /** Sweeps now; returns how many places of messages, recoveries, replays and endpoints were deleted. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }
}

const KEPT = `interval '${KEPT_DAYS} days'`;

// Those of days that the keeper of partitions drops by now.
const forgetOfDroppedDays = (table: string): string => `
DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table}
  WHERE message_id < first_id_at('msg', date_trunc('day', now() - ${KEPT}, 'UTC')) LIMIT $1 FOR UPDATE SKIP LOCKED))`;
const FORGET_PENDING = forgetOfDroppedDays('pending_messages');
const FORGET_FAILED = forgetOfDroppedDays('failed_messages');

const forgetFinished = (table: string): string => `
DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE finished_at < now() - ${KEPT} LIMIT $1
  FOR UPDATE SKIP LOCKED)`;
const FORGET_RECOVERIES = forgetFinished('recoveries');
const FORGET_REPLAYS = forgetFinished('replays');

/** Endpoints deleted before then get no message any more: every transaction that still saw them alive has ended. */
const SETTLED = "now() - interval '10 minutes'";
/** Endpoints deleted before then have messages, for which they are kept: they are not checked each time. */
const CHECKED = "now() - interval '70 minutes'";

/** More messages of one endpoint are not looked at to find that all are pings. */
const MAX_PINGS = 10;

const HAS_NO_MESSAGE = 'NOT EXISTS (SELECT FROM webhook_messages WHERE endpoint_id = endpoints.id OFFSET 0)';

// A ping that still waits keeps its endpoint, without which an attempt at it would not know that it is to fail. The
// order is that of an index, which the planner then uses even where most endpoints have very many messages.
const HAS_PINGS_ALONE = `
  (SELECT count(*) <= ${MAX_PINGS} AND coalesce(bool_and(type = '${PING}'), true) FROM (
    SELECT type FROM webhook_messages WHERE endpoint_id = endpoints.id
    ORDER BY created_at DESC, id DESC LIMIT ${MAX_PINGS + 1}) AS message)
  AND NOT EXISTS (SELECT FROM pending_messages WHERE endpoint_id = endpoints.id OFFSET 0)`;

// OFFSET keeps the planner from reading all messages for a join: there are few endpoints, each with an index scan. That
// an endpoint watches nobody any more is published first.
const forgetEndpoints = (deleted: string, isUnused: string): string => `
DELETE FROM endpoints WHERE id = ANY (ARRAY(SELECT id FROM endpoints WHERE ${deleted}
  AND ${isUnused}
  AND NOT EXISTS (SELECT FROM messages WHERE endpoint_id = endpoints.id OFFSET 0)
  AND NOT EXISTS (SELECT FROM angler_watches WHERE endpoint_id = endpoints.id
    AND (due_at IS NOT NULL OR angler_ids <> '{}') OFFSET 0) LIMIT $1 FOR UPDATE SKIP LOCKED))`;
const FORGET_UNUSED_ENDPOINTS = forgetEndpoints(
  `deleted_at >= ${CHECKED} AND deleted_at < ${SETTLED}`,
  HAS_PINGS_ALONE,
);
const FORGET_ENDPOINTS = forgetEndpoints(`deleted_at < now() - ${KEPT}`, HAS_NO_MESSAGE);

const STATEMENTS = [
  FORGET_PENDING,
  FORGET_FAILED,
  FORGET_RECOVERIES,
  FORGET_REPLAYS,
  FORGET_UNUSED_ENDPOINTS,
  FORGET_ENDPOINTS,
];
