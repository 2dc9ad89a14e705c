import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** What happened to an endpoint, as it was stored in the statement that changed the endpoint. Its id is the event's. */
export interface EndpointEvent {
  readonly endpointId: string;
  readonly accountId: string;
  readonly version: number;
  readonly endpoint: StoredEndpoint;
  readonly occurredAt: Date;
  readonly publishedAt: Date | null;
}

/** The endpoint's columns at that time. */
export interface StoredEndpoint {
  readonly url: string;
  readonly event_types: string[];
  readonly description: string | null;
  readonly disabled_reason: string;
  readonly created_at: string;
}

/** Events about endpoints that are still to be published. An endpoint's events are claimed in order, one at a time. */
@Injectable()
export class EndpointEvents extends LeasedQueue<EndpointEvent> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'endpoint_events',
      key: 'id',
      returns: [
        'job.endpoint_id AS "endpointId"',
        'job.account_id AS "accountId"',
        'job.version',
        'job.endpoint',
        'job.occurred_at AS "occurredAt"',
        'job.published_at AS "publishedAt"',
      ],
      where: `NOT EXISTS (SELECT FROM endpoint_events AS earlier
        WHERE earlier.endpoint_id = job.endpoint_id AND earlier.version < job.version)`,
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'delete',
    });
  }
}
