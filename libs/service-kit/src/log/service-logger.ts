import { OutageLines } from '@cds/errors';
import type { LoggerService } from '@nestjs/common';
import type { Logger as PinoLogger } from 'pino';

export type LogFields = Readonly<Record<string, unknown>>;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** What Nest tells about its own start; of no interest once it works. */
const NEST_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'NestMicroservice',
]);

/**
 * The log of a service, one JSON object (or pretty line) per call with the service in every one; what is about a
 * request names it too.
 * Injectable by this class; also what Nest itself logs to.
 */
export class ServiceLogger implements LoggerService {
  constructor(
    private readonly pino: PinoLogger,
    private readonly outageLines = new OutageLines(),
  ) {}

  /** The one wide line of a unit of work: `logger.event('message.handled', { topic, duration_ms })`. */
  event(name: string, fields: LogFields = {}, level: LogLevel = 'info'): void {
    this.line(level, fields, name);
  }

  /** A logger whose lines also carry `fields`. */
  child(fields: LogFields): ServiceLogger {
    return new ServiceLogger(this.pino.child(fields), this.outageLines);
  }

  isLevelEnabled(level: LogLevel): boolean {
    return this.pino.isLevelEnabled(level);
  }

  info(message: unknown, ...more: unknown[]): void {
    this.write('info', message, more);
  }

  log(message: unknown, ...more: unknown[]): void {
    this.write(NEST_CONTEXTS.has(String(more.at(-1))) ? 'debug' : 'info', message, more);
  }

  error(message: unknown, ...more: unknown[]): void {
    this.write('error', message, more);
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.write('warn', message, more);
  }

  debug(message: unknown, ...more: unknown[]): void {
    this.write('debug', message, more);
  }

  verbose(message: unknown, ...more: unknown[]): void {
    this.write('trace', message, more);
  }

  fatal(message: unknown, ...more: unknown[]): void {
    this.write('fatal', message, more);
  }

  /** Writes out what is still buffered. */
  flush(): Promise<void> {
    return new Promise((resolve) => this.pino.flush(() => resolve()));
  }

  /** Takes both ways of calling: Nest's `(message, stack?, context?)` and `(message, fields)`. */
  private write(level: LogLevel, message: unknown, more: readonly unknown[]): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const [fields, texts]: [Record<string, unknown>, string[]] = [{}, []];
    for (const one of [message, ...more]) addTo(fields, texts, one);
    const text = takeMessage(fields) ?? texts.shift();
    const context = texts.pop();
    if (context !== undefined) fields['context'] = context;
    if (texts.length > 0) fields['stack'] = texts.join('\n');
    this.line(level, fields, text);
  }

  /** Of an outage some lines are enough; the others are for those who debug. */
  private line(level: LogLevel, fields: LogFields, text: string | undefined): void {
    const omitted = level === 'warn' || level === 'error' ? this.outageLines.take(String(text), fields['err']) : 0;
    if (omitted === undefined) this.pino.debug(fields, text);
    else this.pino[level](omitted > 0 ? { ...fields, omitted } : fields, text);
  }
}

/** Nest's loggers take an object as the message; its own `message` is then the text. */
const takeMessage = (fields: Record<string, unknown>): string | undefined => {
  const { message } = fields;
  if (typeof message !== 'string') return undefined;
  delete fields['message'];
  return message;
};

const addTo = (fields: Record<string, unknown>, texts: string[], one: unknown): void => {
  if (one instanceof Error) fields['err'] = one;
  else if (typeof one === 'object' && one !== null) Object.assign(fields, one);
  else if (one !== undefined) texts.push(String(one));
};
