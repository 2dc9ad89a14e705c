import { idSchema } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { erasedOf, shownPayload, type StoredPayload } from '../../erasure/shown-payload.js';
import { eventNotFound } from '../feed.errors.js';
import { type FeedEvent, feedEventView } from '../feed-event.js';
import { FEED_TYPES } from '../feed-types.js';
import type { ReadEventQuery } from './event-list.schemas.js';

const eventId = idSchema('event');

@Injectable()
export class ReadEvent {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
  ) {}

  /** Fails with `event.not_found` for another account's own event, and for one that is older than the feed. */
  async execute(id: string, { accountId }: Caller, query: ReadEventQuery): Promise<Partial<FeedEvent>> {
    if (!eventId.safeParse(id).success) throw eventNotFound(id);
    const values = [id, accountId, FEED_TYPES, this.clock.now()];
    const { rows } = await this.pool.query<StoredPayload>(FIND, values);
    if (!rows[0]) throw eventNotFound(id);
    return feedEventView(shownPayload(rows[0]), query);
  }
}

const FIND = `
SELECT payload, ${erasedOf('webhook_events')} FROM webhook_events
WHERE id = $1 AND (account_id = $2 OR account_id IS NULL) AND type = ANY($3)
  AND id >= first_id_at('evt', $4::timestamptz - interval '30 days')`;
