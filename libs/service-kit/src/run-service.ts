import { ConfigError } from './config/load-config.js';
import { ServiceLogger } from './log/service-logger.js';
import type { RunningService, ServiceOptions } from './service-options.js';
import { startService } from './start-service.js';

const STOP_LIMIT_MS = 20_000;

/**
 * Runs a service until SIGTERM or SIGINT, which finish what is in hand and exit 0 (1 after 20 s). What nobody caught
 * ends the process with 1: the supervisor starts it again. `options` may be a function, so that a bad configuration is
 * told in plain words.
 */
export const runService = async (
  options: ServiceOptions | (() => ServiceOptions | Promise<ServiceOptions>),
): Promise<void> => {
  try {
    const service = await startService(typeof options === 'function' ? await options() : options);
    const logger = service.app.get(ServiceLogger);
    process.on('uncaughtException', (error) => die(logger, 'process.uncaught_exception', error));
    process.on('unhandledRejection', (error) => die(logger, 'process.unhandled_rejection', error));
    process.on('SIGTERM', () => void stopAndExit(service, logger));
    process.on('SIGINT', () => void stopAndExit(service, logger));
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : inFull(error)}\n`);
    process.exit(1);
  }
};

const inFull = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const die = (logger: ServiceLogger, event: string, error: unknown): never => {
  logger.event(event, { err: error }, 'fatal');
  process.exit(1);
};

const stopAndExit = async (service: RunningService, logger: ServiceLogger): Promise<void> => {
  const limit = setTimeout(
    () => die(logger, 'service.stop_timeout', new Error(`did not stop within ${STOP_LIMIT_MS} ms`)),
    STOP_LIMIT_MS,
  );
  limit.unref();
  try {
    await service.stop();
    process.exit(0);
  } catch (error) {
    die(logger, 'service.stop_failed', error);
  } finally {
    clearTimeout(limit);
  }
};
