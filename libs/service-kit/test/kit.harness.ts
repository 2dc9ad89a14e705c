import { eventually } from '@cds/testing';
import { type Type } from '@nestjs/common';
import {
  commonSettings,
  createLogger,
  type KitConfig,
  loadConfig,
  type RunningService,
  type ServiceOptions,
  startService,
} from '../src/index.js';
import { TEST_IDENTITY_SECRET } from '@cds/testing/identity';

export const SERVICE = 'tackle';

/** Nothing listens there: a service whose database is away. */
export const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/none';

export const kitConfig = (databaseUrl = NO_DATABASE): KitConfig => ({
  log: { level: 'info', format: 'json' },
  http: { host: '127.0.0.1', port: 0, publicUrl: 'https://api.example' },
  internal: { host: '127.0.0.1', port: 0, drainMs: 0 },
  database: { url: databaseUrl, poolSize: 4, readPoolSize: 2, heavyReadPoolSize: 2, heavyReads: 1 },
  identity: { secrets: [TEST_IDENTITY_SECRET] },
  tracing: loadConfig({ tracing: commonSettings.tracing }, {}).tracing,
});

export interface Harness extends RunningService {
  /** What the service logged, parsed. */
  readonly lines: Record<string, unknown>[];
  /** What it logged about the request with this id, as soon as it has. */
  lineOf(requestId: string | null): Promise<Record<string, unknown>>;
}

/** A listening service made of these controllers, whose log lines are kept. */
export const startHarness = async (controllers: Type[], options: Partial<ServiceOptions> = {}): Promise<Harness> => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const logger = await createLogger({ name: SERVICE, level: 'info', format: 'json', destination });
  class HarnessModule {}
  const service = await startService({
    name: SERVICE,
    module: { module: HarnessModule, controllers },
    config: kitConfig(),
    logger,
    // Its controllers have paths that are none of the API's.
    scopeOf: () => 'catches:read',
    ...options,
  });
  const lineOf = (id: string | null) =>
    eventually(() => lines.find(({ request_id: of }) => of === id) ?? Promise.reject(new Error(`no line about ${id}`)));
  return { ...service, lines, lineOf };
};
