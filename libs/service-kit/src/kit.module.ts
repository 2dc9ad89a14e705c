import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { createServicePools, HEAVY_READ_POOL, HeavyReads, POOL, READ_POOL, type ServicePools } from '@cds/postgres';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import type { Tracing } from '@cds/tracing';
import { Registry } from 'prom-client';
import { Clock, SystemClock } from './clock.js';
import type { KitConfig } from './config/common-settings.js';
import { DatabaseWatch, poolMetrics, ReadinessRegistry } from '@cds/health';
import { HandledRequests } from './http/handled-requests.js';
import { Cursors } from '@cds/listing';
import { ServiceLogger } from './log/service-logger.js';

export interface KitModuleOptions {
  /** The service's name, such as `catch`. */
  readonly name: string;
  readonly logger: ServiceLogger;
  readonly registry: Registry;
  readonly readiness: ReadinessRegistry;
  readonly handled: HandledRequests;
  readonly tracing: Tracing;
}

/** The pools of the service together, to end them. */
const POOLS = Symbol('POOLS');
/** The export of spans, to end it. */
const TRACING = Symbol('TRACING');

/**
 * Gives the whole app, without imports, the pools of connections (`POOL`, `READ_POOL`, `HEAVY_READ_POOL`: `pg.Pool`),
 * `HeavyReads`, `Clock`, `ServiceLogger`, `Cursors`, `BackgroundWork`, prom-client's `Registry`, `ReadinessRegistry`
 * and `HandledRequests`. Background work and the watch over the database start once every module is ready; background
 * work stops before the pools end. `createServiceApp` brings it; apps do not import it themselves.
 */
@Global()
@Module({})
export class KitModule implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  constructor(
    @Inject(POOLS) private readonly pools: ServicePools,
    private readonly watch: DatabaseWatch,
    private readonly background: BackgroundWork,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {}

  static forRoot(config: Pick<KitConfig, 'database' | 'identity'>, options: KitModuleOptions): DynamicModule {
    const { name, logger, registry, readiness, handled, tracing } = options;
    const pools = createServicePools(config.database.url, name, config.database, (error) =>
      logger.warn('database.connection_lost', { err: error }),
    );
    readiness.add('database', async () => void (await pools.main.query('SELECT 1')));
    const reports = { log: logger, metrics: new WorkMetrics(registry) };
    const watch = new DatabaseWatch(config.database.url, name, pools, reports);
    readiness.addLiveness('database', () => watch.problem);
    poolMetrics(registry, pools);
    const providers = [
      { provide: POOLS, useValue: pools },
      { provide: TRACING, useValue: tracing },
      { provide: POOL, useValue: pools.main },
      { provide: READ_POOL, useValue: pools.reads },
      { provide: HEAVY_READ_POOL, useValue: pools.heavyReads },
      { provide: HeavyReads, useValue: HeavyReads.limited(pools.heavyReads, pools.reads, config.database.heavyReads) },
      { provide: DatabaseWatch, useValue: watch },
      { provide: Clock, useClass: SystemClock },
      { provide: Cursors, useValue: new Cursors(config.identity.secrets) },
      { provide: ServiceLogger, useValue: logger },
      { provide: BackgroundWork, useValue: new BackgroundWork(reports) },
      { provide: Registry, useValue: registry },
      { provide: ReadinessRegistry, useValue: readiness },
      { provide: HandledRequests, useValue: handled },
    ];
    return { module: KitModule, providers, exports: providers };
  }

  onApplicationBootstrap(): void {
    this.watch.start();
    this.background.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.background.stop();
  }

  /** Called after servers and transports are closed: nobody uses the pools any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.watch.stop();
    const { main, reads, heavyReads } = this.pools;
    await Promise.all([main, reads, heavyReads].filter(({ ending }) => !ending).map((pool) => pool.end()));
    await this.tracing.stop();
  }
}
