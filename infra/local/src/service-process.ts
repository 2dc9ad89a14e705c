import type { RunRecords } from './run-records.js';
import { inRepository } from './repository.js';
import { startProcess } from './server-process.js';
import type { Service } from './services.js';
import { Supervised } from './supervised.js';

export interface ServiceCopy {
  service: Service;
  /** The service's name, with the number of the copy from the second on. */
  name: string;
  port: number;
  unit: Supervised;
}

export interface ServiceCopyOptions {
  service: Service;
  name: string;
  port: number;
  internalPort: number;
  env: NodeJS.ProcessEnv;
  logFile: string;
  records: RunRecords;
  report(name: string, text: string): void;
}

/**
 * A service at rest needs some 40 MB of heap. The young generation is kept small, as it is what a process keeps at
 * rest. Batches of the leaderboard and requests of webhooks live too long for a small one: copying them took a third
 * and a sixth of the processor time of these services.
 */
const SEMI_SPACE_MB: Readonly<Record<Service, number>> = {
  gateway: 16,
  catch: 16,
  species: 16,
  leaderboard: 32,
  webhook: 32,
};

/** kafkajs computes a negative time-out now and then. Node takes it as 1 ms and would say so among the log lines. */
const nodeFlags = (service: Service): string[] => [
  `--max-semi-space-size=${SEMI_SPACE_MB[service]}`,
  '--max-old-space-size=512',
  '--disable-warning=TimeoutNegativeWarning',
];

/** Long enough for the gateway to hear that a copy is about to stop, and to ask another. */
const DRAIN_MS = '250';

/** One process of a service, logging to a file. Launched means started: when it is ready is asked by HTTP. */
export const serviceCopy = (options: ServiceCopyOptions): ServiceCopy => {
  const { service, name, port, internalPort, logFile, records } = options;
  const env = {
    DRAIN_MS,
    ...process.env,
    ...options.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    LOG_FORMAT: 'json',
  };
  const unit = new Supervised({
    name,
    stopSignal: 'SIGTERM',
    graceMs: 15_000,
    records,
    report: (text) => options.report(name, text),
    launch: async (onSpawn) => {
      const args = [...nodeFlags(service), inRepository('apps', service, 'dist', 'main.js')];
      const started = await startProcess({ name, command: process.execPath, args, env, logFile });
      onSpawn(started);
      return started;
    },
  });
  return { service, name, port, unit };
};
