import { EventPublisher } from '@cds/kafka';
import { POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, RETRY_FOREVER, type Turn, type TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type EndpointEvent, EndpointEvents } from './endpoint-events.js';
import { publishEndpointEvent, WEBHOOK_TOPIC } from './publish-endpoint-events.js';

/** So few that a batch takes much less than a second. */
const BATCH = 2_000;

/** While Kafka is away it is tried again soon: the events wait for nothing else. */
const RETRY = { ...RETRY_FOREVER, minSeconds: 1, maxSeconds: 30 };

/**
 * Publishes what happened to endpoints, each endpoint's events in order, and fails the messages that wait for an
 * endpoint that was disabled. An event is removed only once both are done, so that neither is lost; it may be published
 * more than once.
 */
@Injectable()
export class EndpointEventPublisher {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly events: EndpointEvents,
    private readonly publisher: EventPublisher,
    background: BackgroundWork,
  ) {
    background.worker<EndpointEvent>({
      name: 'endpoint-events',
      queue: events,
      retry: RETRY,
      work: (event, turn) => this.publish(event, turn),
    });
  }

  private async publish(event: Leased<EndpointEvent>, turn: Turn): Promise<TurnEnd> {
    if (event.publishedAt === null) {
      await this.publisher.publish(WEBHOOK_TOPIC, [publishEndpointEvent(event.id, event)]);
      await this.events.progress(this.pool, event, { published_at: new Date() });
    }
    while ((await this.failBatch(event.endpointId)) === BATCH) {
      if (turn.isOver()) return { afterSeconds: 0 };
      turn.keep();
    }
    return 'done';
  }

  /** What is skipped as an attempt at it is being stored, or is claimed, fails by that statement. */
  private async failBatch(endpointId: string): Promise<number> {
    const { rowCount } = await this.pool.query(FAIL_PENDING, [endpointId, BATCH]);
    return rowCount ?? 0;
  }
}

const FAIL_PENDING = `
UPDATE messages SET status = 'failed', due_at = NULL, next_attempt_at = NULL
WHERE id IN (SELECT id FROM messages WHERE endpoint_id = $1 AND status = 'pending'
    AND EXISTS (SELECT FROM endpoints WHERE id = $1 AND status = 'disabled')
  ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)`;
