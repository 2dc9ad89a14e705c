import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { Clock, SystemClock } from './clock.js';
import type { KitConfig } from './config/common-settings.js';
import { createPool, POOL } from './database/pool.js';
import { ReadinessRegistry } from './health/readiness.registry.js';
import { Cursors } from './listing/cursors.js';
import { ServiceLogger } from './log/service-logger.js';

export interface KitModuleOptions {
  /** The service's name, such as `catch`. */
  readonly name: string;
  readonly logger: ServiceLogger;
  readonly registry?: Registry;
  readonly readiness?: ReadinessRegistry;
}

/**
 * Gives the whole app, without imports, the `POOL` (`pg.Pool`), `Clock`, `ServiceLogger`, `Cursors`, prom-client's `Registry`
 * and `ReadinessRegistry`. `createServiceApp` brings it; apps do not import it themselves.
 */
@Global()
@Module({})
export class KitModule implements OnApplicationShutdown {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  static forRoot(config: Pick<KitConfig, 'database' | 'identity'>, options: KitModuleOptions): DynamicModule {
    const { name, logger, registry = new Registry(), readiness = new ReadinessRegistry() } = options;
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
      { provide: Registry, useValue: registry },
      { provide: ReadinessRegistry, useValue: readiness },
    ];
    return { module: KitModule, providers, exports: providers };
  }

  /** Called after servers and transports are closed: nobody uses the pool any more. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.pool.ended) await this.pool.end();
  }
}
