import { EventPublisher } from '@cds/kafka';
import { BackgroundWork, RETRY_FOREVER } from '@cds/work-queue';
import { type DynamicModule, Inject, Injectable, Module } from '@nestjs/common';
import { AuditEvents, type AuditEvent } from './audit-events.js';
import { AUDIT_TOPIC, publishAuditEvent } from './publish-audit-events.js';

/** Injection token of the service's name. */
const SERVICE = Symbol('audited-service');

/** While Kafka is away it is tried again soon: the facts wait for nothing else. */
const RETRY = { ...RETRY_FOREVER, minSeconds: 1, maxSeconds: 30 };

/** Publishes facts for the audit log. One is removed once it is published, and may be published more than once. */
@Injectable()
class AuditEventPublisher {
  constructor(
    events: AuditEvents,
    publisher: EventPublisher,
    background: BackgroundWork,
    @Inject(SERVICE) service: string,
  ) {
    background.worker<AuditEvent>({
      name: 'audit-events',
      queue: events,
      retry: RETRY,
      work: async (event) => {
        await publisher.publish(AUDIT_TOPIC, [publishAuditEvent(service, event.id, event)]);
        return 'done';
      },
    });
  }
}

/** Tells the gateway's audit log of what the service has noted with `recordAudit`. Needs `KafkaModule` and `POOL`. */
@Module({})
export class AuditModule {
  static forRoot(service: string): DynamicModule {
    return {
      module: AuditModule,
      providers: [AuditEvents, AuditEventPublisher, { provide: SERVICE, useValue: service }],
    };
  }
}
