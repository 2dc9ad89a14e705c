import { Logger } from '@nestjs/common';

type Fields = Readonly<Record<string, unknown>>;

/** Where this library writes its lines: data in fields, the message names the event. A pino logger is one. */
export interface MessagingLogger {
  debug(fields: Fields, message: string): void;
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
}

/** Writes through the application's Nest logger, each line one object whose `message` names the event. */
export const nestLogger = (context: string): MessagingLogger => {
  const logger = new Logger(context);
  return {
    debug: (fields, message) => logger.debug({ message, ...fields }),
    info: (fields, message) => logger.log({ message, ...fields }),
    warn: (fields, message) => logger.warn({ message, ...fields }),
    error: (fields, message) => logger.error({ message, ...fields }),
  };
};

/** The log of a service, of which `ServiceLogger` is the one that services have. */
export interface EventLog {
  event(name: string, fields?: Fields, level?: keyof MessagingLogger): void;
}

/** Writes each line to the service's own log, as an event with the line's message as its name. */
export const messagingLogger = (log: EventLog): MessagingLogger => ({
  debug: (fields, message) => log.event(message, fields, 'debug'),
  info: (fields, message) => log.event(message, fields),
  warn: (fields, message) => log.event(message, fields, 'warn'),
  error: (fields, message) => log.event(message, fields, 'error'),
});
