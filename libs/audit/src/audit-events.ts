import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** A fact for the audit log, as it was stored with the change that it tells of. */
export interface AuditEvent {
  readonly accountId: string | null;
  readonly actorId: string | null;
  readonly action: string;
  readonly targetId: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: Record<string, unknown> | null;
  readonly occurredAt: Date;
}

/** Facts that are still to be published. */
@Injectable()
export class AuditEvents extends LeasedQueue<AuditEvent> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'audit_events',
      key: 'id',
      returns: [
        'job.account_id AS "accountId"',
        'job.actor_id AS "actorId"',
        'job.action',
        'job.target_id AS "targetId"',
        'job.address',
        'job.request_id AS "requestId"',
        'job.details',
        'job.occurred_at AS "occurredAt"',
      ],
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'delete',
    });
  }
}
