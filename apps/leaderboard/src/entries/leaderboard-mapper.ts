import type { RecordedEvent } from '@cds/event-sourcing';
import { EventMapper } from '@cds/publishing';
import type { CloudEvent } from '@cds/kafka';
import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AnglerNames } from '../anglers/angler-names.store.js';
import type { LeaderboardEvent } from './entry.events.js';
import { anglersIn, LEADERBOARD_TOPIC, publishLeaderboardEvent } from './publish-leaderboards.js';

/** Publishes events with the names that the anglers have at the time of publishing. */
@Injectable()
export class LeaderboardMapper extends EventMapper<LeaderboardEvent> {
  readonly topic = LEADERBOARD_TOPIC;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly anglers: AnglerNames,
  ) {
    super();
  }

  async publish(events: readonly RecordedEvent<LeaderboardEvent>[]): Promise<CloudEvent[]> {
    const names = await this.anglers.of(this.pool, [...new Set(events.flatMap(anglersIn))]);
    return events.map((event) => publishLeaderboardEvent(event, (id) => names.get(id) ?? ''));
  }
}
