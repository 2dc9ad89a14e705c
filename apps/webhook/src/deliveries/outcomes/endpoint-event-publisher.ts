import { EventPublisher } from '@cds/kafka';
import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, RETRY_FOREVER, type Turn, type TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { FAIL_BATCH, failPendingMessages } from '../../endpoints/fail-pending-messages.js';
import { type EndpointEvent, EndpointEvents } from './endpoint-events.js';
import { publishEndpointEvent, WEBHOOK_TOPIC } from './publish-endpoint-events.js';

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
    while ((await this.failSome(event)) === FAIL_BATCH) {
      if (turn.isOver()) return { afterSeconds: 0 };
      turn.keep();
    }
    return 'done';
  }

  private failSome({ endpointId, occurredAt }: EndpointEvent): Promise<number> {
    return inTransaction(this.pool, (tx) => failPendingMessages(tx, endpointId, occurredAt));
  }
}
