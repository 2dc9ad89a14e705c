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
 * What is in progress (a page that is being written, a batch, a webhook's request) outlives a small young generation,
 * and copying it took up to a third of a service's processor time. A still larger one is memory that a process at rest
 * keeps. Images of the services set the same (infra/docker/Dockerfile).
 */
const SEMI_SPACE_MB = 32;

/** kafkajs computes a negative time-out now and then. Node takes it as 1 ms and would say so among the log lines. */
const NODE_FLAGS = [
  `--max-semi-space-size=${SEMI_SPACE_MB}`,
  '--max-old-space-size=512',
  '--disable-warning=TimeoutNegativeWarning',
];

/** Long enough for the gateway to hear that a copy is about to stop, and to ask another. */
const DRAIN_MS = '250';
/** A service that stops ends what it is at within 20 s after that, or gives it up. */
const STOP_MS = 22_000;

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
    graceMs: (Number(env.DRAIN_MS) || 0) + STOP_MS,
    records,
    report: (text) => options.report(name, text),
    launch: async (onSpawn) => {
      const args = [...NODE_FLAGS, inRepository('apps', service, 'dist', 'main.js')];
      const started = await startProcess({ name, command: process.execPath, args, env, logFile });
      onSpawn(started);
      return started;
    },
  });
  return { service, name, port, unit };
};
