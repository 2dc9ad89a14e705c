import { isOutage } from '@cds/errors';
import { ConfigError } from './config/load-config.js';
import { createLogger } from './log/create-logger.js';
import { ServiceLogger } from './log/service-logger.js';
import type { RunningService, ServiceOptions } from './service-options.js';
import { startService } from './start-service.js';

const STOP_LIMIT_MS = 20_000;

/**
 * Runs a service until SIGTERM or SIGINT, which drain it for `DRAIN_MS`, finish what is in hand and exit 0, or 1 when
 * that takes longer than `STOP_LIMIT_MS`. An error that nobody caught ends the process with 1: the supervisor starts it
 * again. `options` may be a function, so that a bad configuration is reported in plain words.
 */
export const runService = async (
  options: ServiceOptions | (() => ServiceOptions | Promise<ServiceOptions>),
): Promise<void> => {
  // Nothing was accepted yet. The first process of a container does not hear a signal that nobody listens to.
  let stop: () => unknown = () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop());
  let given: ServiceOptions | undefined;
  try {
    given = typeof options === 'function' ? await options() : options;
    const service = await startService(given);
    const limitMs = given.config.internal.drainMs + STOP_LIMIT_MS;
    const logger = service.app.get(ServiceLogger);
    process.on('uncaughtException', (error) => die(logger, 'process.uncaught_exception', error));
    process.on('unhandledRejection', (error) => die(logger, 'process.unhandled_rejection', error));
    stop = () => stopAndExit(service, logger, limitMs);
  } catch (error) {
    await sayLast(error, given);
    process.exit(1);
  }
};

/** Why a service did not start: in plain words while its settings are not known, then in the format of its log. */
const sayLast = async (error: unknown, given: ServiceOptions | undefined): Promise<void> => {
  if (given?.config.log.format !== 'json') {
    process.stderr.write(`${error instanceof ConfigError ? error.message : inFull(error)}\n`);
    return;
  }
  const logger = given.logger ?? (await createLogger({ name: given.name, level: 'fatal', format: 'json' }));
  logger.event('service.start_failed', { err: error }, 'fatal');
};

const inFull = (error: unknown): string =>
  error instanceof Error ? (needsNoStack(error) && error.message) || (error.stack ?? error.message) : String(error);
const needsNoStack = (error: NodeJS.ErrnoException): boolean =>
  isOutage(error) || ['listen', 'getaddrinfo'].includes(error.syscall ?? '');

const die = (logger: ServiceLogger, event: string, error: unknown): never => {
  logger.event(event, { err: error }, 'fatal');
  process.exit(1);
};

const stopAndExit = async (service: RunningService, logger: ServiceLogger, limitMs: number): Promise<void> => {
  const late = (): never => die(logger, 'service.stop_timeout', new Error(`did not stop within ${limitMs} ms`));
  const limit = setTimeout(late, limitMs).unref();
  try {
    await service.stop();
    process.exit(0);
  } catch (error) {
    die(logger, 'service.stop_failed', error);
  } finally {
    clearTimeout(limit);
  }
};
