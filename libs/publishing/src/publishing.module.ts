import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import { type EventCodec, RelayNotifier } from '@cds/event-store';
import { EventPublisher, messagingLogger } from '@cds/kafka';
import { POOL } from '@cds/postgres';
import { ReadinessRegistry } from '@cds/health';
import { ServiceLogger } from '@cds/service-kit';
import {
  type DynamicModule,
  Global,
  Module,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type Type,
} from '@nestjs/common';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { EventMapper } from './event-mapper.js';
import { publishInSpans } from './publication-spans.js';
import { EventRelay } from './relay/event-relay.js';
import type { RelayProgress } from './relay/relay-options.js';
import { RelayHealth } from './relay-health.js';
import { relayMetrics } from './relay-metrics.js';

export interface PublishingModuleOptions<E extends DomainEvent> {
  /** Names the relay's checkpoint, lock and channel: the service's name. */
  service: string;
  /** The service's own database: the relay keeps a connection of its own to it. */
  databaseUrl: string;
  codec?: EventCodec<E>;
  /** Most bulk events a second; default: that of the relay. */
  bulkPerSecond?: number;
  mapper: Type<EventMapper<E>>;
  /** Modules that give the mapper what it needs. */
  imports?: ModuleMetadata['imports'];
}

/**
 * Runs the relay from the service's event log to its topic while the app runs, and gives the whole app the
 * `RelayNotifier` that writers call after a commit. Why nothing is published is shown in the details of the readiness
 * check `relay`, which it does not fail: requests are served meanwhile. Needs `KafkaModule`.
 */
@Global()
@Module({})
export class PublishingModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly relay: EventRelay<DomainEvent>,
    private readonly health: RelayHealth,
    private readonly readiness: ReadinessRegistry,
  ) {}

  static forRoot<E extends DomainEvent>({
    service,
    databaseUrl,
    codec,
    bulkPerSecond,
    mapper,
    imports = [],
  }: PublishingModuleOptions<E>): DynamicModule {
    return {
      module: PublishingModule,
      imports,
      providers: [
        { provide: EventMapper, useClass: mapper },
        RelayHealth,
        {
          provide: EventRelay,
          inject: [EventMapper, EventPublisher, ServiceLogger, Registry, RelayHealth],
          useFactory: (
            out: EventMapper<E>,
            publisher: EventPublisher,
            logger: ServiceLogger,
            registry: Registry,
            health: RelayHealth,
          ) =>
            new EventRelay<E>({
              connection: { connectionString: databaseUrl, application_name: `${service}-relay` },
              name: service,
              ...(codec && { codec }),
              ...(bulkPerSecond !== undefined && { bulkPerSecond }),
              publish: async (events: readonly RecordedEvent<E>[]) =>
                publishInSpans(await out.publishAll(events), (batches) => publisher.publishAll(batches)),
              logger: messagingLogger(logger),
              onProgress: toEach(relayMetrics(registry), (progress) => health.see(progress)),
              onFailure: (error) => health.fail(error),
            }),
        },
        {
          provide: RelayNotifier,
          inject: [POOL, EventRelay, ServiceLogger],
          useFactory: (pool: pg.Pool, relay: EventRelay<E>, logger: ServiceLogger) =>
            new RelayNotifier(pool, service, { relay, logger: messagingLogger(logger) }),
        },
      ],
      exports: [RelayNotifier],
    };
  }

  onApplicationBootstrap(): void {
    this.readiness.add('relay', () => this.health.details());
    this.relay.start();
  }

  /** Before the publisher closes: the batch in flight is finished, or left to the next leader when it takes long. */
  async onModuleDestroy(): Promise<void> {
    await this.relay.stop();
  }
}

const toEach =
  (...listeners: readonly ((progress: RelayProgress) => void)[]) =>
  (progress: RelayProgress): void => {
    for (const listener of listeners) listener(progress);
  };
