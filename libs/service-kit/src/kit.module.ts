import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { Clock, SystemClock } from './clock.js';
import type { KitConfig } from './config/common-settings.js';
import { createPool, POOL } from '@cds/postgres';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { ReadinessRegistry } from './health/readiness.registry.js';
import { HandledRequests } from './http/handled-requests.js';
import { Cursors } from './listing/cursors.js';
import { ServiceLogger } from './log/service-logger.js';

export interface KitModuleOptions {
  /** The service's name, such as `catch`. */
  readonly name: string;
  readonly logger: ServiceLogger;
  readonly registry: Registry;
  readonly readiness: ReadinessRegistry;
  readonly handled: HandledRequests;
}

/**
 * Gives the whole app, without imports, the `POOL` (`pg.Pool`), `Clock`, `ServiceLogger`, `Cursors`, `BackgroundWork`,
 * prom-client's `Registry`, `ReadinessRegistry` and `HandledRequests`. Background work starts once every module is
 * ready and stops before the pool ends. `createServiceApp` brings it; apps do not import it themselves.
 */
@Global()
@Module({})
export class KitModule implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly background: BackgroundWork,
  ) {}

  static forRoot(config: Pick<KitConfig, 'database' | 'identity'>, options: KitModuleOptions): DynamicModule {
    const { name, logger, registry, readiness, handled } = options;
    const pool = createPool(config.database.url, {
      applicationName: name,
      max: config.database.poolSize,
      onIdleError: (error) => logger.warn('database.connection_lost', { reason: error.message }),
    });
    readiness.add('database', async () => void (await pool.query('SELECT 1')));
    const providers = [
      { provide: POOL, useValue: pool },
      { provide: Clock, useClass: SystemClock },
      { provide: Cursors, useValue: new Cursors(config.identity.secrets) },
      { provide: ServiceLogger, useValue: logger },
      { provide: BackgroundWork, useValue: new BackgroundWork({ log: logger, metrics: new WorkMetrics(registry) }) },
      { provide: Registry, useValue: registry },
      { provide: ReadinessRegistry, useValue: readiness },
      { provide: HandledRequests, useValue: handled },
    ];
    return { module: KitModule, providers, exports: providers };
  }

  onApplicationBootstrap(): void {
    this.background.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.background.stop();
  }

  /** Called after servers and transports are closed: nobody uses the pool any more. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.pool.ended) await this.pool.end();
  }
}
