import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import { BufferedOutput } from './buffered-output.js';
import { errorFields } from './error-fields.js';
import { redact } from './redact.js';
import { type LogLevel, ServiceLogger } from './service-logger.js';

export interface CreateLoggerOptions {
  /** Names the service in each line. */
  readonly name: string;
  readonly level: LogLevel;
  readonly format: 'json' | 'pretty';
  /** Where lines go; standard output by default. */
  readonly destination?: DestinationStream;
}

/**
 * A logger that writes to standard output: JSON gathered up to 100 ms and written in the background, or lines for
 * people. What names a secret is redacted.
 */
export const createLogger = async ({
  name,
  level,
  format,
  destination,
}: CreateLoggerOptions): Promise<ServiceLogger> => {
  const options: LoggerOptions = {
    level,
    base: { service: name },
    timestamp: isoTime(),
    serializers: { err: errorFields },
    formatters: { level: (label) => ({ level: label }), log: redact },
  };
  if (destination) return new ServiceLogger(pino(options, destination));
  return new ServiceLogger(pino(options, format === 'pretty' ? await prettyOutput() : new BufferedOutput(1)));
};

/** Loaded only when chosen: it costs 10 MB that a service in production does not need. */
const prettyOutput = async (): Promise<DestinationStream> => {
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    sync: true,
    colorize: process.stdout.isTTY,
    ignore: 'pid,hostname',
    translateTime: 'HH:MM:ss.l',
    singleLine: true,
  });
};

/** `,"time":"2026-11-21T09:00:00.000Z"`, made anew only when the clock has moved. */
const isoTime = (): (() => string) => {
  let [lastMs, text] = [0, ''];
  return () => {
    const now = Date.now();
    if (now !== lastMs) {
      lastMs = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
};
